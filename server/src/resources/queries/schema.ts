import { Type, type Static, type TSchema } from 'typebox';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const MaybeText = Nullable(Type.String());
const MaybeNumber = Nullable(Type.Number());

/** States of a query ([4.9-01]). */
export const QueryState = Type.Enum([
  'scheduled',
  'pending',
  'started',
  'running',
  'fetching',
  'success',
  'failed',
  'stopped',
  'timed_out',
]);
export type QueryState = Static<typeof QueryState>;

/** What bounded the rows of a statement: nothing, the query itself, the limit that was chosen for it, or both. */
export const LimitingFactor = Type.Enum(['NOT_LIMITED', 'QUERY', 'DROPDOWN', 'QUERY_AND_DROPDOWN', 'UNKNOWN']);
export type LimitingFactor = Static<typeof LimitingFactor>;

/** An error as clients find it in a list; `line`, `column` and `at` count in the whole script as it was written. */
export const QueryError = Type.Object({
  message: Type.String(),
  error_type: Type.String(),
  level: Type.Enum(['error', 'warning', 'info']),
  extra: Type.Object(
    {
      issue_codes: Type.Array(Type.Object({ code: Type.Integer(), message: Type.String() })),
      line: Type.Optional(Type.Integer({ description: 'From 1.' })),
      column: Type.Optional(Nullable(Type.Integer({ description: 'From 1, in units of UTF-16.' }))),
      at: Type.Optional(Type.Integer({ description: 'Offset in the script, in units of UTF-16.' })),
      statement: Type.Optional(Type.Integer({ description: 'Index of the statement.' })),
    },
    { additionalProperties: true },
  ),
});
export type QueryError = Static<typeof QueryError>;

/** One statement of a script and what came of it. */
export const QueryStatement = Type.Object({
  /** Where it begins and ends in the script. */
  at: Type.Integer(),
  end: Type.Integer(),
  sql: Type.String(),
  /** `pending` until it begins; `skipped` where another one failed before it. */
  state: Type.Enum(['pending', 'running', 'success', 'failed', 'stopped', 'timed_out', 'skipped']),
  rows: Nullable(Type.Integer()),
  /** Rows that it changed, where the database tells. */
  affected: Nullable(Type.Integer()),
  limitingFactor: Nullable(LimitingFactor),
  durationMs: MaybeNumber,
  error: Type.Optional(QueryError),
});
export type QueryStatement = Static<typeof QueryStatement>;

/** A query of the editor, as execute, stop and `updated_since` tell it. Instants are epoch milliseconds. */
export const Query = Type.Object({
  /** The client's own name for it. */
  id: Type.String(),
  queryId: Type.Integer(),
  serverId: Type.Integer(),
  dbId: Type.Integer(),
  db: MaybeText,
  catalog: MaybeText,
  schema: MaybeText,
  sql: Type.String(),
  executedSql: MaybeText,
  sqlEditorId: MaybeText,
  tab: MaybeText,
  state: QueryState,
  progress: Type.Integer({ description: '0 to 100.' }),
  startDttm: Type.Number(),
  endDttm: MaybeNumber,
  changed_on: Type.String(),
  changedOn: Type.String(),
  rows: Nullable(Type.Integer()),
  /** The most rows of a result. */
  limit: Nullable(Type.Integer()),
  queryLimit: Nullable(Type.Integer()),
  limitingFactor: Nullable(LimitingFactor),
  resultsKey: MaybeText,
  errorMessage: MaybeText,
  errors: Type.Array(QueryError),
  tempSchema: MaybeText,
  tempTable: MaybeText,
  ctas: Type.Boolean(),
  ctas_method: MaybeText,
  runAsync: Type.Boolean(),
  isDataPreview: Type.Boolean(),
  cached: Type.Boolean(),
  trackingUrl: MaybeText,
  user: MaybeText,
  userId: Type.Integer(),
  templateParams: MaybeText,
  statements: Type.Array(QueryStatement),
});
export type Query = Static<typeof Query>;

/** A query in the list of `/query/`, by the names that scripts know. */
export const QueryRow = Type.Object({
  id: Type.Integer(),
  client_id: Type.String(),
  changed_on: Type.String(),
  database_id: Type.Integer(),
  database: Type.Object({ id: Type.Integer(), database_name: MaybeText }),
  catalog: MaybeText,
  schema: MaybeText,
  sql: Type.String(),
  executed_sql: MaybeText,
  is_cut: Type.Boolean({ description: 'Both texts end early; the query by its id has them whole.' }),
  sql_editor_id: MaybeText,
  tab_name: MaybeText,
  status: QueryState,
  progress: Type.Integer(),
  rows: Nullable(Type.Integer()),
  limit: Nullable(Type.Integer()),
  limiting_factor: Nullable(LimitingFactor),
  results_key: MaybeText,
  error_message: MaybeText,
  start_time: Type.Number(),
  start_running_time: MaybeNumber,
  end_time: MaybeNumber,
  duration_ms: MaybeNumber,
  select_as_cta: Type.Boolean(),
  ctas_method: MaybeText,
  tmp_table_name: MaybeText,
  tmp_schema_name: MaybeText,
  tracking_url: MaybeText,
  template_params: MaybeText,
  run_async: Type.Boolean(),
  is_data_preview: Type.Boolean(),
  sql_tables: Type.Array(Type.Object({ catalog: MaybeText, schema: MaybeText, table: Type.String() })),
  user: Nullable(Type.Object({ id: Type.Integer(), first_name: MaybeText, last_name: MaybeText })),
  user_id: Type.Integer(),
});
export type QueryRow = Static<typeof QueryRow>;

export const QueryItem = Type.Object({ id: Type.Integer(), result: QueryRow });
export type QueryItem = Static<typeof QueryItem>;
export const StopBody = Type.Object({ client_id: Type.String({ minLength: 1, maxLength: 64 }) });
export type StopBody = Static<typeof StopBody>;
export const Stopped = Type.Object({ result: Type.Literal('OK') });
export type Stopped = Static<typeof Stopped>;
/** Those of the principal that changed since, the oldest change first. */
export const UpdatedQueries = Type.Object({ result: Type.Array(Query) });
export type UpdatedQueries = Static<typeof UpdatedQueries>;
