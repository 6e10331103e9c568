import { dialectOf } from '@tessera/query/dialects/registry';
import { overExtract, type NotOver } from '@tessera/query/extract/over-extract';
import type { StructuredQuery } from '@tessera/query/structured-query';
import type { DatasetExtract, ResolvedDataset } from '../dataset.ts';

/** Dialect of the engine that extracts are in. */
export const EXTRACT_DIALECT = 'duckdb';
/** Name of the database that an extract is open as. */
export const EXTRACT_CATALOG = 'extract';

/** Whether an extract can be read on this server. */
export type ExtractsHere = (extract: DatasetExtract) => boolean;

/** Where a query is asked. */
export type AskedAt = {
  readonly query: StructuredQuery;
  /** The dataset as that place has it. */
  readonly dataset: ResolvedDataset;
  /** Why a dataset with an extract is asked at its source; null where it is not, or has none. */
  readonly notOver: NotOver | null;
};

/** The extract of a dataset where it answers as the source would, else the source. */
export function placeOf(query: StructuredQuery, dataset: ResolvedDataset, isHere: ExtractsHere): AskedAt {
  const { extract } = dataset;
  if (extract === null || !isHere(extract)) return { query, dataset, notOver: null };
  const over = overExtract(query, extract.shape, dialectOf(dataset.dialect), dialectOf(EXTRACT_DIALECT));
  if (!over.ok) return { query, dataset, notOver: over.why };
  return { query: over.query, dataset: ofExtract(dataset, extract), notOver: null };
}

const known = new WeakMap<ResolvedDataset, ResolvedDataset>();

function ofExtract(dataset: ResolvedDataset, extract: DatasetExtract): ResolvedDataset {
  const kept = known.get(dataset);
  if (kept) return kept;
  const { versionKey } = dataset;
  const made: ResolvedDataset = {
    ...dataset,
    dialect: EXTRACT_DIALECT,
    source: extract.shape.source,
    versionKey: `${versionKey} extract ${extract.version}`,
    reads: 'extract',
  };
  known.set(dataset, made);
  return made;
}
