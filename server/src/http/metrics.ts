import { AppError } from '@tessera/core/errors/app-error';
import type { Gauge } from '../gauge.ts';
import type { Authenticate } from './guard.ts';
import type { App } from './app-types.ts';
import type { MetricsRegistry } from './metrics-registry.ts';

type Needs = { readonly token: string | null; readonly authenticate: Authenticate; readonly gauges: readonly Gauge[] };

/**
 * `/metrics` for Prometheus: to admins, or to the bearer of the configured token. Its library loads beside the start of
 * the server, so that the metrics of the process count from there.
 */
export function registerMetrics(app: App, { token, authenticate, gauges }: Needs): void {
  const loading = load(gauges);
  // Whoever asks hears of it.
  loading.catch(() => undefined);

  app.addHook('onResponse', async (request, reply) => {
    (await loading).observe({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });

  app.get(
    '/metrics',
    { config: { permission: 'public', identity: 'unasked', documented: false } },
    async (request, reply) => {
      const isToken = token !== null && request.headers.authorization === `Bearer ${token}`;
      if (!isToken) {
        const { principal } = await authenticate(request);
        if (!principal.isAdmin)
          throw principal.kind === 'anonymous' ? new AppError('not_authenticated', {}) : new AppError('forbidden', {});
      }
      const { registry } = await loading;
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}

async function load(gauges: readonly Gauge[]): Promise<MetricsRegistry> {
  return (await import('./metrics-registry.ts')).createMetricsRegistry(gauges);
}
