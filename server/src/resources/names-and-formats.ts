import { type StoredMetric, writtenMetrics } from '@tessera/viz/read-metric-formats';

/** What a picture says of a dataset: how its columns and metrics are called and written. */
type NamesAndFormats = {
  readonly verboseNames: Readonly<Record<string, string>>;
  readonly metrics: readonly StoredMetric[];
};

/** Of a dataset that the reader may not see, or that is gone. */
export const namelessDataset: NamesAndFormats = { verboseNames: {}, metrics: [] };

type Pictured = {
  readonly verbose_map: Readonly<Record<string, string>>;
  readonly metrics: readonly StoredMetric[];
};

export function namesAndFormats({ verbose_map: verboseNames, metrics }: Pictured): NamesAndFormats {
  return { verboseNames, metrics: writtenMetrics(metrics) };
}
