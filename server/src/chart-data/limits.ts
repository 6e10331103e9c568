import { DEFAULT_ROWS } from '@tessera/core/row-limit';
import { queryLimits } from '@tessera/core/query-limits';

/** Bounds of one request: beyond them an answer would hurt everybody else on the server. */
export const limits = {
  ...queryLimits,
  /** Conditions of one filter of which one must hold. */
  anyOf: 50,
  /** Requests of one batch. */
  batch: 100,
  /** Annotation layers of one query; each may be a query of its own. */
  annotationLayers: 20,
  /** Rows that a chart gives to those that are annotated with it. */
  annotationRows: 10_000,
  /** Values of all filters of a request together: each is read, bound and printed. */
  allFilterValues: 20_000,
  /** Characters of all expressions and clauses that one request sends; reading them holds everybody up. */
  sentSql: 100_000,
  /** Characters of all names, values and options that one request sends beside them. */
  sentText: 2_000_000,
  /** Values in the options of all steps of post-processing of one request. */
  stepValues: 20_000,
  /** Characters and wildcards of a LIKE or REGEX pattern: matching takes time in both. */
  patternLength: 1000,
  patternWildcards: 50,
  /** Rows when a query names no limit of its own. */
  defaultRows: DEFAULT_ROWS,
  sampleRows: 1000,
} as const;
