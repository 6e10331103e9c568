/**
 * Bounds of what one request for data may say; the schemas of requests state them, so that they are asked before
 * anything is read.
 */
export const queryLimits = {
  /** Queries in one request. */
  queries: 50,
  /** Columns and metrics of one query together. */
  selected: 500,
  filters: 500,
  /** Columns and metrics that one query is ordered by. */
  orders: 100,
  /** Other times that one query is compared with; each is a query of its own. */
  offsets: 20,
  /** Annotation layers that are sent along with one, formulas and hidden ones too: each is read. */
  sentAnnotationLayers: 500,
  /** Steps of post-processing of one query. */
  postSteps: 100,
  /** Values of one IN. */
  filterValues: 10_000,
  /** Characters of one filter value. */
  valueLength: 20_000,
  /** Characters of one expression as it is sent, with its templates. */
  expressionLength: 50_000,
  /** Characters of a clause that charts put together of many, and of all expressions of one query together. */
  sqlLength: 200_000,
  /** Characters of a name or label. */
  nameLength: 5_000,
  /** Keys of a record whose keys are free. */
  properties: 1_000,
} as const;
