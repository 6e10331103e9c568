import { type StoredMetric, writtenMetrics } from '@tessera/viz/read-metric-formats';
import type { DashboardDataset } from './dashboards/datasets.ts';

/** What a picture says of a dataset: how its columns and metrics are called and written. */
type NamesAndFormats = {
  readonly verboseNames: Readonly<Record<string, string>>;
  readonly metrics: readonly StoredMetric[];
};

/** Of a dataset that the reader may not see, or that is gone. */
export const namelessDataset: NamesAndFormats = { verboseNames: {}, metrics: [] };

export function namesAndFormats({
  verbose_map: verboseNames,
  metrics,
}: Pick<DashboardDataset, 'verbose_map' | 'metrics'>): NamesAndFormats {
  return { verboseNames, metrics: writtenMetrics(metrics) };
}
