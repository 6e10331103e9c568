import type { StructuredQuery } from '../structured-query.ts';

/**
 * What a query asks of a shared scan, by its columns: rows of one set, those that its filter on groups leaves, in an
 * order.
 */
export type Asked = {
  readonly query: StructuredQuery;
  /** What the scan calls the set. */
  readonly bits: number;
  /** A query for the rows of the grouping, from the materialized scan. */
  readonly rows: () => string;
  /** Column of the filter on groups. */
  readonly having: string | null;
  readonly order: readonly { readonly name: string; readonly ascending: boolean }[];
  readonly series: {
    readonly names: readonly string[];
    readonly rows: () => string;
    readonly by: string;
    readonly descending: boolean;
    readonly limit: number;
  } | null;
};
