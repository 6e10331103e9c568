import { AppError } from '@tessera/core/errors/app-error';
import type { Predicate, StructuredQuery } from '@tessera/query/structured-query';
import type { Engine, PartitionValue, TableRef } from '../../engines/engine.ts';
import { inTime } from '../../engines/admission/deadline.ts';
import type { ResolvedDataset } from '../dataset.ts';
import { findColumn } from '../resolve/expressions.ts';
import { boundFor } from '../resolve/filters.ts';
import type { EngineReader } from './run.ts';

type Newest = Predicate & { readonly kind: 'newest' };

/** A list of partitions that takes longer is not worth waiting for. */
const PARTITIONS_MS = 30_000;

/**
 * The newest partition of a table, where the database lists any.
 * @throws AppError what the database says,
 * query_cancelled when nobody waits any more, query_timeout when it takes too long
 */
export async function newestPartition(
  engine: Pick<Engine, 'newestPartition'>,
  table: TableRef,
  fixed: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<readonly PartitionValue[] | null> {
  return inTime(
    PARTITIONS_MS,
    async (within) => (await engine.newestPartition?.(table, fixed, within)) ?? null,
    signal,
  );
}

/**
 * Filters on the newest partition with its value in place of them, where the database lists the partitions of the table
 * and the column is one that it is partitioned by. Else, and where rules hide rows, they stay and look for the greatest
 * value that may be seen.
 *
 * @param mayAsk  called before the database is; it may throw
 */
export async function atNewestPartition(
  query: StructuredQuery,
  dataset: ResolvedDataset,
  engines: EngineReader,
  signal: AbortSignal,
  mayAsk: () => void,
): Promise<StructuredQuery> {
  const { source } = query;
  // The newest of all rows would tell of rows that rules hide.
  if (query.security.kind !== 'true') return query;
  if (source.kind !== 'table' || !newestIn(query.where).some(({ left }) => left.kind === 'column')) return query;
  const engine = await engines(dataset);
  if (!engine.newestPartition) return query;
  mayAsk();
  const table = { catalog: source.catalog, schema: source.schema ?? engine.defaultSchema, table: source.table };
  const values = await newestPartition(engine, table, {}, signal).catch((error: unknown) => {
    // No partitions, none that this login may list, or too many: the greatest value is found by the query itself.
    if (!signal.aborted && error instanceof AppError && /^(database_error|source_|query_)/.test(error.code))
      return null;
    throw error;
  });
  return values === null
    ? query
    : { ...query, where: replaced(query.where, (one) => comparison(one, values, dataset)) };
}

function newestIn(predicate: Predicate): readonly Newest[] {
  if (predicate.kind === 'newest') return [predicate];
  if (predicate.kind === 'not') return newestIn(predicate.of);
  return predicate.kind === 'and' || predicate.kind === 'or' ? predicate.of.flatMap(newestIn) : [];
}

function replaced(predicate: Predicate, change: (newest: Newest) => Predicate): Predicate {
  if (predicate.kind === 'newest') return change(predicate);
  if (predicate.kind === 'not') return { ...predicate, of: replaced(predicate.of, change) };
  return predicate.kind === 'and' || predicate.kind === 'or'
    ? { ...predicate, of: predicate.of.map((one) => replaced(one, change)) }
    : predicate;
}

function comparison(newest: Newest, values: readonly PartitionValue[], dataset: ResolvedDataset): Predicate {
  const { left } = newest;
  const value =
    left.kind === 'column'
      ? values.find(({ column }) => column.toLowerCase() === left.name.toLowerCase())?.value
      : undefined;
  const right =
    value !== undefined && left.kind === 'column' ? boundFor(value, findColumn(dataset, left.name) ?? null) : null;
  return right === null ? newest : { kind: 'compare', op: '=', left, right };
}
