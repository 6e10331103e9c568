/** Bounds of one request: beyond them an answer would hurt everybody else on the server. */
export const limits = {
  /** Queries in one request. */
  queries: 50,
  /** Requests of one batch. */
  batch: 100,
  /** Columns and metrics of one query together. */
  selected: 500,
  filters: 500,
  /** Columns and metrics that one query is ordered by. */
  orders: 100,
  /** Characters of all expressions of one query together, saved ones too: reading them holds everybody up. */
  sqlLength: 200_000,
  /** Other times that one query is compared with; each is a query of its own. */
  offsets: 20,
  /** Annotation layers of one query; each may be a query of its own. */
  annotationLayers: 20,
  /** Annotation layers that are sent along with one, formulas and hidden ones too: each is read. */
  sentAnnotationLayers: 500,
  /** Rows that a chart gives to those that are annotated with it. */
  annotationRows: 10_000,
  /** Steps of post-processing of one query. */
  postSteps: 100,
  /** Values of one IN. */
  filterValues: 10_000,
  /** Values of all filters of a query together. */
  allFilterValues: 50_000,
  /** Characters of one filter value. */
  valueLength: 20_000,
  /** Characters and wildcards of a LIKE or REGEX pattern: matching takes time in both. */
  patternLength: 1000,
  patternWildcards: 50,
  /** Rows when a query names no limit of its own. */
  defaultRows: 50_000,
  sampleRows: 1000,
} as const;
