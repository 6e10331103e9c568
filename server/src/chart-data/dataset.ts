import type { Additivity } from '@tessera/core/additivity';
import type { ColumnKind } from '@tessera/core/table';
import { toWall } from '@tessera/core/time-range/zone';
import type { ExtractShape } from '@tessera/query/extract/over-extract';
import type { Source } from '@tessera/query/structured-query';
import type { Namespace } from '../engines/engine.ts';
import type { ResultTableRef } from '../engines/result-tables/result-tables.ts';
import type { Range } from './resolve/time.ts';

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

type DatasetMetric = {
  readonly name: string;
  readonly verboseName: string | null;
  readonly expression: string;
  /** As its author says, else as its SQL tells. */
  readonly additivity: Additivity;
  /** How its values are written; left out where nothing says. */
  readonly d3format?: string | null;
  readonly currency?: unknown;
};

/** A whole copy of the rows of a dataset, of one version. */
export type DatasetExtract = {
  readonly datasetId: number;
  readonly version: number;
  /** When its source was read, epoch milliseconds: the rows are of that moment. */
  readonly readMs: number;
  readonly shape: ExtractShape;
};

/** A dataset with everything that a query on it needs, immutable; `versionKey` changes with any of it. */
export type ResolvedDataset = {
  readonly id: number;
  readonly name: string;
  /** Of the dataset, its columns, its metrics and its database together. */
  readonly versionKey: string;
  readonly databaseId: number;
  readonly databaseName: string;
  /** Of the database alone, as read with the dataset. */
  readonly databaseVersion: number;
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
  /** A copy of its rows in the embedded engine that is as the dataset is now; null for none. */
  readonly extract: DatasetExtract | null;
  /** Where queries on it go; left out where they are not decided about, which is the source. */
  readonly reads?: 'extract';
  /** Where its query looks for bare names; left out for the usual place of its connection. */
  readonly namespace?: Namespace;
  /** The cached result that its rows are, and who opens it; left out where they are in its database. */
  readonly result?: ResultTableRef & { readonly fairnessKey: string };
};

/** The zone of a column's clock: that of the dataset; `null` (UTC) for days of a calendar, which no zone moves. */
export function zoneOf(column: DatasetColumn | null | undefined, dataset: ResolvedDataset): string | null {
  return column && isDay(column) ? null : dataset.timeZone;
}

/**
 * Bounds of a range as a column compares with them: instants, but what clocks of the zone show for days of a calendar
 * and for buckets (`isBucket`), which are named by those clocks.
 */
export function boundsFor(
  range: Range,
  column: DatasetColumn | null | undefined,
  dataset: ResolvedDataset,
  isBucket = false,
): Range {
  const { timeZone: zone } = dataset;
  if (zone === null || !(isBucket || (column && isDay(column)))) return range;
  return {
    since: range.since === null ? null : toWall(range.since, zone),
    until: range.until === null ? null : toWall(range.until, zone),
  };
}

function isDay({ type, timeFormat }: DatasetColumn): boolean {
  return timeFormat === null && isDayType(type ?? '');
}

/** Whether values of a type are days of a calendar, and no moments. */
export function isDayType(type: string): boolean {
  return /^((nullable|lowcardinality)\()*date(32)?\)*$/i.test(type);
}
