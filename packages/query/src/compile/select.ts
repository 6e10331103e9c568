import type { Predicate } from '../structured-query.ts';

/** The one statement that charts need, as a tree; expressions in it are printed, predicates are not: they bind. */
export type Select = {
  readonly items: readonly Item[];
  readonly from: From;
  readonly join: SeriesJoin | null;
  readonly where: Predicate | null;
  readonly groupBy: readonly string[];
  readonly having: Predicate | null;
  /** Row-level rules, for predicates that look at the whole source. */
  readonly rules: Predicate | null;
  readonly orderBy: readonly string[];
  readonly limit: number | null;
  readonly offset: number;
};

/** `alias` comes without quotes. */
export type Item = { readonly sql: string; readonly alias: string };

export type From =
  /** A path of names, or the query of a virtual dataset; printed already. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'select'; readonly select: Select; readonly alias: string };

/** The top series, joined to their rows; `outer` keeps the rows of the others. */
export type SeriesJoin = {
  readonly select: Select;
  readonly alias: string;
  readonly outer: boolean;
  readonly on: readonly SeriesMatch[];
};

/** A dimension and its column of the series; `mayFail`: some value of a row could end the query. */
type SeriesMatch = { readonly sql: string; readonly series: string; readonly mayFail: boolean };
