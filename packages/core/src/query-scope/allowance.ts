import type { QueryColumn, ResultType } from '../query-object.ts';

/** What a query may differ in from the one that was saved with its chart. Whatever is not here must be as saved. */
export type Allowance = {
  /** Columns by which rows may be narrowed further: those of the dashboard's filters and of its cross-filters. */
  readonly filterColumns: readonly QueryColumn[];
  /** A filter of the dashboard chooses the range of time. */
  readonly timeRange: boolean;
  /** Columns that a filter of the dashboard may choose as the main time column. */
  readonly timeColumns: readonly string[];
  /** The chart asks for pages: windows inside its rows, in the order of any of its columns, searched in one of them. */
  readonly pages: boolean;
  /** Rows of the dataset behind a mark of the chart. */
  readonly detail: boolean;
  readonly resultTypes: readonly ResultType[];
};

/** A chart as it was saved, and nothing else. */
export const AS_SAVED: Allowance = {
  filterColumns: [],
  timeRange: false,
  timeColumns: [],
  pages: false,
  detail: false,
  resultTypes: ['full', 'results', 'post_processed'],
};
