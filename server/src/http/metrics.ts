import type { Registry } from 'prom-client';
import { AppError } from '@tessera/core/errors/app-error';
import type { Gauge } from '../gauge.ts';
import type { Authenticate } from './guard.ts';
import type { App } from './app-types.ts';

type Needs = { readonly token: string | null; readonly authenticate: Authenticate; readonly gauges: readonly Gauge[] };
type Sample = { readonly method: string; readonly route: string; readonly status: number; readonly seconds: number };
type Loaded = { readonly registry: Registry; readonly observe: (sample: Sample) => void };

/** Requests that came before anybody asked are counted too, so as many are kept. */
const KEPT = 10_000;

/** `/metrics` for Prometheus: to admins, or to the bearer of the configured token. Its library loads when it is first asked. */
export function registerMetrics(app: App, { token, authenticate, gauges }: Needs): void {
  const waiting: Sample[] = [];
  let loaded: Promise<Loaded> | null = null;

  app.addHook('onResponse', async (request, reply) => {
    const sample = { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode, seconds: reply.elapsedTime / 1000 };
    if (loaded) (await loaded).observe(sample);
    else if (waiting.length < KEPT) waiting.push(sample);
  });

  app.get('/metrics', { config: { permission: 'public', identity: 'unasked', documented: false } }, async (request, reply) => {
    const isToken = token !== null && request.headers.authorization === `Bearer ${token}`;
    if (!isToken) {
      const { actor } = await authenticate(request);
      if (!actor.isAdmin) throw actor.kind === 'anonymous' ? new AppError('not_authenticated', {}) : new AppError('forbidden', {});
    }
    loaded ??= load(waiting.splice(0), gauges);
    const { registry } = await loaded;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function load(samples: readonly Sample[], gauges: readonly Gauge[]): Promise<Loaded> {
  const { Registry, Gauge: PrometheusGauge, Histogram, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'tessera_http_request_seconds', help: 'Time to answer a request, in seconds.', labelNames: ['method', 'route', 'status'], registers: [registry],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  });
  for (const { name, help, read } of gauges) {
    registry.registerMetric(new PrometheusGauge({ name, help, registers: [], async collect() { this.set(await read()); } }));
  }
  const observe = ({ method, route, status, seconds }: Sample): void => durations.observe({ method, route, status: String(status) }, seconds);
  samples.forEach(observe);
  return { registry, observe };
}
