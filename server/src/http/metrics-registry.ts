import {
  collectDefaultMetrics,
  Counter as PrometheusCounter,
  Gauge as PrometheusGauge,
  Histogram,
  Registry,
} from 'prom-client';
import type { Gauge } from '../gauge.ts';

export type Sample = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
};
export type MetricsRegistry = { readonly registry: Registry; readonly observe: (sample: Sample) => void };

/** Of the process itself: they count from where this file loads, which is when the server is made. */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

/**
 * The metrics as Prometheus reads them. A file of its own, because a dynamic import of the CommonJS package itself has
 * its names in Node and has lost them once it is bundled.
 */
export function createMetricsRegistry(gauges: readonly Gauge[]): MetricsRegistry {
  const registry = new Registry();
  const durations = new Histogram({
    name: 'tessera_http_request_seconds',
    help: 'Time to answer a request, in seconds.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  });
  for (const gauge of gauges) registry.registerMetric(metricOf(gauge));
  return {
    registry: Registry.merge([ofProcess, registry]),
    observe: ({ method, route, status, seconds }) =>
      durations.observe({ method, route, status: String(status) }, seconds),
  };
}

function metricOf({ name, help, type, read }: Gauge): PrometheusGauge | PrometheusCounter {
  if (type !== 'counter')
    return new PrometheusGauge({
      name,
      help,
      registers: [],
      async collect() {
        this.set(await read());
      },
    });
  return new PrometheusCounter({
    name,
    help,
    registers: [],
    async collect() {
      const count = await read();
      this.reset();
      this.inc(count);
    },
  });
}
