import { message, type Words, messageN } from '../messages.ts';
import { defineErrors, type None } from './define.ts';
import type { SourcePosition } from '../text-position.ts';

/** What can go wrong between a chart-data request and its rows. */
export const dataErrors = defineErrors({
  not_json: { status: 400, text: (_: None) => message('Request is not JSON') },
  incorrect_request: {
    status: 400,
    text: (p: { reason: Words }) => message('Request is incorrect: %(reason)s', { reason: p.reason }),
  },
  /** What a chart of an older type is asked for does not make its data. */
  viz_data: {
    status: 400,
    type: 'VIZ_GET_DF_ERROR',
    text: (p: { reason: Words }) => message('Request is incorrect: %(reason)s', { reason: p.reason }),
  },
  empty_query: { status: 400, text: (_: None) => message('Error: Empty query?') },
  open_comparison: {
    status: 400,
    text: (_: None) => message('Error: Comparing with another time needs a time range with a start and an end.'),
  },
  columns_missing: {
    status: 400,
    text: (p: { columns: readonly string[] }) =>
      message('Columns missing in dataset: %(columns)s', { columns: p.columns.join(', ') }),
  },
  metric_missing: {
    status: 400,
    text: (p: { metric: string }) => message("Metric '%(metric)s' does not exist", { metric: p.metric }),
  },
  duplicate_labels: {
    status: 400,
    text: (p: { labels: readonly string[] }) =>
      message(
        'Duplicate column/metric labels: %(labels)s. Please make sure all columns and metrics have ' +
          'a unique label.',
        { labels: p.labels.map((label) => `"${label}"`).join(', ') },
      ),
  },
  empty_filter_values: { status: 400, text: (_: None) => message('Filter value list cannot be empty') },
  /**
   * `text`: the expression to blame, where it is known and may be shown; `position`: where in it, where its reader
   * tells.
   */
  invalid_sql_clause: {
    status: 400,
    text: (p: { reason: string; text?: string; position?: SourcePosition }) =>
      p.text === undefined
        ? message('Invalid SQL clause: %(reason)s', { reason: p.reason })
        : message('Invalid SQL clause: %(reason)s, in: %(text)s', { reason: p.reason, text: p.text }),
  },
  adhoc_subquery: {
    status: 403,
    type: 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR',
    text: (_: None) => message('Custom SQL fields cannot contain sub-queries.'),
  },
  invalid_time_range: { status: 400, text: (p: { reason: Words }) => p.reason },
  unsupported_grain: {
    status: 400,
    text: (p: { grain: string; dialect: string }) =>
      message('%(dialect)s cannot group time by %(grain)s.', { dialect: p.dialect, grain: p.grain }),
  },
  unsupported_operator: {
    status: 400,
    text: (p: { operator: string; dialect: string }) =>
      message('%(dialect)s has no operator %(operator)s.', { dialect: p.dialect, operator: p.operator }),
  },
  post_processing: { status: 400, text: (p: { reason: Words }) => message('Error: %(reason)s', { reason: p.reason }) },
  /**
   * The message of the database itself: for users who may see it. `requestId`: where it is in the log for those who
   * may not.
   */
  database_error: {
    status: 400,
    type: 'GENERIC_DB_ENGINE_ERROR',
    text: (p: { reason: string; position?: SourcePosition; requestId?: string }) =>
      p.requestId === undefined
        ? message('Error: %(reason)s', { reason: p.reason })
        : message('Error: %(reason)s. Give this id to your administrator: %(requestId)s', {
            reason: p.reason,
            requestId: p.requestId,
          }),
  },
  query_timeout: {
    status: 408,
    type: 'BACKEND_TIMEOUT_ERROR',
    text: (p: { seconds: number }) =>
      message('Query ran longer than %(seconds)s s and was stopped.', { seconds: p.seconds }),
  },
  /** Setting `resultMb`. */
  result_too_large: {
    status: 400,
    type: 'RESULT_TOO_LARGE_ERROR',
    text: (p: { megabytes: number }) =>
      message('The result is larger than %(megabytes)s MB. Ask for fewer rows or columns.', { megabytes: p.megabytes }),
  },
  workbook_too_wide: {
    status: 400,
    type: 'RESULT_TOO_LARGE_ERROR',
    text: (p: { columns: number; most: number }) =>
      messageN(
        'A workbook has one column at most, and this result has %(columns)s. Download it as CSV, or ask for ' +
          'fewer columns.',
        'A workbook has %(count)s columns at most, and this result has %(columns)s. Download it as CSV, or ask for ' +
          'fewer columns.',
        p.most,
        { columns: p.columns },
      ),
  },
  /** Setting `engineMemoryMb`. */
  engine_memory: {
    status: 400,
    type: 'RESULT_TOO_LARGE_ERROR',
    text: (_: None) => message('The query needs more memory than it may have. Ask for fewer or shorter values.'),
  },
  query_cancelled: { status: 499, text: (_: None) => message('Query was stopped.') },
  row_rule_broken: {
    status: 400,
    text: (p: { dataset: string }) =>
      message('The rows of %(dataset)s cannot be limited as they must be; an administrator has to mend the rule.', {
        dataset: p.dataset,
      }),
  },
  /** A query over tables with rules in which these cannot be enforced. */
  rules_unheld: {
    status: 403,
    type: 'DATASOURCE_SECURITY_ACCESS_ERROR',
    text: (p: { reason: Words }) =>
      message(
        'Row-level rules apply to tables of this database, and this query cannot be shown under ' + 'them: %(reason)s.',
        { reason: p.reason },
      ),
  },
  dataset_not_found: {
    status: 404,
    type: 'FAILED_FETCHING_DATASOURCE_INFO_ERROR',
    text: (_: None) => message('The dataset does not exist.'),
  },
  /** `part` is a name of the query object, which the client wrote itself. */
  dashboard_query_denied: {
    status: 403,
    type: 'DASHBOARD_SECURITY_ACCESS_ERROR',
    text: (p: { part: string }) =>
      message(
        'Through this dashboard its charts can be asked as they were saved, with the filters of ' +
          'the dashboard; this query asks for something else (%(part)s).',
        { part: p.part },
      ),
  },
  unknown_datasource_type: {
    status: 400,
    type: 'UNKNOWN_DATASOURCE_TYPE_ERROR',
    text: (p: { type: string }) => message('Datasource type %(type)s is not known.', { type: p.type }),
  },
  quota_exceeded: {
    status: 429,
    text: (p: { what: string; most: number; seconds: number }) =>
      message('Your role allows %(most)s %(what)s. Try again in %(seconds)s s.', {
        most: p.most,
        what: p.what,
        seconds: p.seconds,
      }),
  },
  /** `crash`: how its process ended. */
  engine_unavailable: {
    status: 503,
    text: (p: { database: string; crash?: string }) =>
      p.crash === undefined
        ? message('The database %(database)s is restarting. Try again in a moment.', { database: p.database })
        : message(
            'The process of the database %(database)s has ended: %(crash)s. Another one starts with the next query; ' +
              'if this one ends it again, ask for less or tell your administrator.',
            { database: p.database, crash: p.crash },
          ),
  },
});
