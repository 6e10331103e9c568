import { AppError } from '@tessera/core/errors/app-error';
import type { Gauge } from '../gauge.ts';
import type { Authenticate } from './guard.ts';
import type { App } from './app-types.ts';
import type { MetricsRegistry, Sample } from './metrics-registry.ts';

type Needs = { readonly token: string | null; readonly authenticate: Authenticate; readonly gauges: readonly Gauge[] };

/** Requests that came before anybody asked are counted too, so as many are kept. */
const KEPT = 10_000;

/**
 * `/metrics` for Prometheus: to admins, or to the bearer of the configured token. Its library loads when it is first
 * asked.
 */
export function registerMetrics(app: App, { token, authenticate, gauges }: Needs): void {
  const waiting: Sample[] = [];
  let loaded: Promise<MetricsRegistry> | null = null;

  app.addHook('onResponse', async (request, reply) => {
    const sample = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    };
    if (loaded) (await loaded).observe(sample);
    else if (waiting.length < KEPT) waiting.push(sample);
  });

  app.get(
    '/metrics',
    { config: { permission: 'public', identity: 'unasked', documented: false } },
    async (request, reply) => {
      const isToken = token !== null && request.headers.authorization === `Bearer ${token}`;
      if (!isToken) {
        const { actor } = await authenticate(request);
        if (!actor.isAdmin)
          throw actor.kind === 'anonymous' ? new AppError('not_authenticated', {}) : new AppError('forbidden', {});
      }
      loaded ??= load(waiting.splice(0), gauges);
      const { registry } = await loaded;
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}

async function load(samples: readonly Sample[], gauges: readonly Gauge[]): Promise<MetricsRegistry> {
  const loaded = (await import('./metrics-registry.ts')).createMetricsRegistry(gauges);
  samples.forEach(loaded.observe);
  return loaded;
}
