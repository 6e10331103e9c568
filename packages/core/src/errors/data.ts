import { defineErrors, type None } from './define.ts';
import type { SourcePosition } from '../text-position.ts';

/** What can go wrong between a chart-data request and its rows. */
export const dataErrors = defineErrors({
  not_json: { status: 400, text: (_: None) => 'Request is not JSON' },
  incorrect_request: { status: 400, text: (p: { reason: string }) => `Request is incorrect: ${p.reason}` },
  /** What a chart of an older type is asked for does not make its data. */
  viz_data: {
    status: 400,
    type: 'VIZ_GET_DF_ERROR',
    text: (p: { reason: string }) => `Request is incorrect: ${p.reason}`,
  },
  empty_query: { status: 400, text: (_: None) => 'Error: Empty query?' },
  open_comparison: {
    status: 400,
    text: (_: None) => 'Error: Comparing with another time needs a time range with a start and an end.',
  },
  columns_missing: {
    status: 400,
    text: (p: { columns: readonly string[] }) => `Columns missing in dataset: ${p.columns.join(', ')}`,
  },
  metric_missing: { status: 400, text: (p: { metric: string }) => `Metric '${p.metric}' does not exist` },
  duplicate_labels: {
    status: 400,
    text: (p: { labels: readonly string[] }) =>
      `Duplicate column/metric labels: ${p.labels.map((label) => `"${label}"`).join(', ')}. Please make sure ` +
      'all columns and metrics have a unique label.',
  },
  empty_filter_values: { status: 400, text: (_: None) => 'Filter value list cannot be empty' },
  /**
   * `text`: the expression to blame, where it is known and may be shown; `position`: where in it, where its reader
   * tells.
   */
  invalid_sql_clause: {
    status: 400,
    text: (p: { reason: string; text?: string; position?: SourcePosition }) =>
      `Invalid SQL clause: ${p.reason}${p.text === undefined ? '' : `, in: ${p.text}`}`,
  },
  adhoc_subquery: {
    status: 403,
    type: 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR',
    text: (_: None) => 'Custom SQL fields cannot contain sub-queries.',
  },
  invalid_time_range: { status: 400, text: (p: { reason: string }) => p.reason },
  unsupported_grain: {
    status: 400,
    text: (p: { grain: string; dialect: string }) => `${p.dialect} cannot group time by ${p.grain}.`,
  },
  unsupported_operator: {
    status: 400,
    text: (p: { operator: string; dialect: string }) => `${p.dialect} has no operator ${p.operator}.`,
  },
  post_processing: { status: 400, text: (p: { reason: string }) => `Error: ${p.reason}` },
  /**
   * The message of the database itself: for users who may see it. `requestId`: where it is in the log for those who
   * may not.
   */
  database_error: {
    status: 400,
    type: 'GENERIC_DB_ENGINE_ERROR',
    text: (p: { reason: string; position?: SourcePosition; requestId?: string }) =>
      `Error: ${p.reason}${p.requestId === undefined ? '' : `. Give this id to your administrator: ${p.requestId}`}`,
  },
  query_timeout: {
    status: 408,
    type: 'BACKEND_TIMEOUT_ERROR',
    text: (p: { seconds: number }) => `Query ran longer than ${p.seconds} s and was stopped.`,
  },
  /** Setting `resultMb`. */
  result_too_large: {
    status: 400,
    type: 'RESULT_TOO_LARGE_ERROR',
    text: (p: { megabytes: number }) => `The result is larger than ${p.megabytes} MB. Ask for fewer rows or columns.`,
  },
  workbook_too_wide: {
    status: 400,
    type: 'RESULT_TOO_LARGE_ERROR',
    text: (p: { columns: number; most: number }) =>
      `A workbook has ${p.most} columns at most, and this result has ${p.columns}. Download it as CSV, or ask ` +
      'for fewer columns.',
  },
  /** Setting `engineMemoryMb`. */
  engine_memory: {
    status: 400,
    type: 'RESULT_TOO_LARGE_ERROR',
    text: (_: None) => 'The query needs more memory than it may have. Ask for fewer or shorter values.',
  },
  query_cancelled: { status: 499, text: (_: None) => 'Query was stopped.' },
  row_rule_broken: {
    status: 400,
    text: (p: { dataset: string }) =>
      `The rows of ${p.dataset} cannot be limited as they must be; an administrator has to mend the rule.`,
  },
  /** A query over tables with rules in which these cannot be enforced. */
  rules_unheld: {
    status: 403,
    type: 'DATASOURCE_SECURITY_ACCESS_ERROR',
    text: (p: { reason: string }) =>
      `Row-level rules apply to tables of this database, and this query cannot be shown under them: ${p.reason}.`,
  },
  dataset_not_found: {
    status: 404,
    type: 'FAILED_FETCHING_DATASOURCE_INFO_ERROR',
    text: (_: None) => 'The dataset does not exist.',
  },
  /** `part` is a name of the query object, which the client wrote itself. */
  dashboard_query_denied: {
    status: 403,
    type: 'DASHBOARD_SECURITY_ACCESS_ERROR',
    text: (p: { part: string }) =>
      'Through this dashboard its charts can be asked as they were saved, with the filters of the dashboard; ' +
      `this query asks for something else (${p.part}).`,
  },
  unknown_datasource_type: {
    status: 400,
    type: 'UNKNOWN_DATASOURCE_TYPE_ERROR',
    text: (p: { type: string }) => `Datasource type ${p.type} is not known.`,
  },
  quota_exceeded: {
    status: 429,
    text: (p: { what: string; most: number; seconds: number }) =>
      `Your role allows ${p.most} ${p.what}. Try again in ${p.seconds} s.`,
  },
  /** `crash`: how its process ended. */
  engine_unavailable: {
    status: 503,
    text: (p: { database: string; crash?: string }) =>
      p.crash === undefined
        ? `The database ${p.database} is restarting. Try again in a moment.`
        : `The process of the database ${p.database} has ended: ${p.crash}. Another one starts with the next ` +
          'query; if this one ends it again, ask for less or tell your administrator.',
  },
});
