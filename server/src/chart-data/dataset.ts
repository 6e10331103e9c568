import type { ColumnKind } from '@tessera/core/table';
import type { Source } from '@tessera/query/structured-query';

/** A column of a dataset as queries see it. */
export type DatasetColumn = {
  readonly name: string;
  readonly verboseName: string | null;
  /** Type name of the source database; null where it gives none. */
  readonly type: string | null;
  readonly kind: ColumnKind;
  readonly isTemporal: boolean;
  /** SQL of a calculated column; null for one of the source. */
  readonly expression: string | null;
  /** `epoch_s` or `epoch_ms` for numbers that hold times; null else. */
  readonly timeFormat: 'epoch_s' | 'epoch_ms' | null;
};

type DatasetMetric = { readonly name: string; readonly verboseName: string | null; readonly expression: string };

/** A dataset with everything that a query on it needs, immutable; `versionKey` changes with any of it. */
export type ResolvedDataset = {
  readonly id: number;
  readonly name: string;
  /** Of the dataset, its columns, its metrics and its database together. */
  readonly versionKey: string;
  readonly databaseId: number;
  readonly databaseName: string;
  /** Name of the SQL dialect. */
  readonly dialect: string;
  readonly source: Source;
  readonly columns: readonly DatasetColumn[];
  readonly metrics: readonly DatasetMetric[];
  readonly mainTimeColumn: string | null;
  readonly alwaysFilterMainTime: boolean;
  /** IANA zone of its time columns' wall clock; null is UTC. */
  readonly timeZone: string | null;
  /** Seconds; null leaves it to the database, −1 switches caching off. */
  readonly cacheTimeout: number | null;
  readonly databaseCacheTimeout: number | null;
  readonly fetchValuesPredicate: string | null;
  /** Names that its templates may use. */
  readonly templateParams: Readonly<Record<string, unknown>>;
  readonly ownerIds: readonly number[];
};
