import type { MetricFormat, MetricFormats } from './define.ts';
import { readCurrency } from './layer/column-config.ts';

/** What of a saved metric says how it is written, as the API gives it. */
export type StoredMetric = {
  readonly metric_name: string;
  readonly d3format?: string | null;
  readonly currency?: unknown;
};

/** Each size of a chart has a context of its own, and all of them the same formats. */
const read = new WeakMap<readonly StoredMetric[], MetricFormats>();

/** How a dataset writes its saved metrics, by their names; those that it says nothing about are left out. */
export function readMetricFormats(metrics: readonly StoredMetric[]): MetricFormats {
  const known = read.get(metrics);
  if (known) return known;
  const formats: Record<string, MetricFormat> = Object.create(null);
  for (const { metric_name: name, d3format, currency: stored } of metrics) {
    const currency = readCurrency(stored);
    if (d3format || currency) formats[name] = { format: d3format || null, currency };
  }
  read.set(metrics, formats);
  return formats;
}

/** The metrics of a dataset that have a format, and nothing else of them: what a drawing elsewhere is given. */
export function writtenMetrics(metrics: readonly StoredMetric[]): readonly StoredMetric[] {
  return metrics.flatMap(({ metric_name, d3format, currency }) =>
    d3format || currency ? [{ metric_name, d3format: d3format ?? null, currency: currency ?? null }] : [],
  );
}
