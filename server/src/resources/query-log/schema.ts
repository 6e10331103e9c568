import { Type, type Static } from 'typebox';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const MaybeText = Nullable(Type.String());
const MaybeId = Nullable(Type.Integer());

/**
 * A query of the log. Names are those of the time it ran; objects inside are as they are today, null where there never
 * was such a one.
 */
export const LoggedQuery = Type.Object({
  id: Type.Integer(),
  start_time: Type.Number({ description: 'Epoch milliseconds.' }),
  end_time: Type.Number({ description: 'Epoch milliseconds.' }),
  changed_on: Type.String(),
  duration_ms: Type.Number(),
  user_id: MaybeId,
  username: Type.String(),
  user: Nullable(Type.Object({ id: MaybeId, first_name: Type.String(), last_name: MaybeText })),
  source: Type.String(),
  kind: Type.String(),
  database_id: MaybeId,
  database_name: MaybeText,
  database: Nullable(Type.Object({ id: Type.Integer(), database_name: MaybeText })),
  dataset_id: MaybeId,
  dataset_name: MaybeText,
  dataset: Nullable(Type.Object({ table_name: Type.String(), is_deleted: Type.Boolean() })),
  path: MaybeText,
  chart_id: MaybeId,
  chart: Nullable(Type.Object({ slice_name: Type.String(), is_deleted: Type.Boolean() })),
  dashboard_id: MaybeId,
  dashboard: Nullable(Type.Object({ dashboard_title: Type.String(), is_deleted: Type.Boolean() })),
  status: Type.String(),
  error_code: MaybeText,
  /** What the user was shown; null for a fault of the server. */
  error: MaybeText,
  error_message: MaybeText,
  rows: MaybeId,
  is_cached: Type.Boolean(),
  /** Null where none was written before it ended. */
  sql: MaybeText,
  executed_sql: MaybeText,
  sql_tables: Type.Array(Type.Object({ catalog: MaybeText, schema: MaybeText, table: Type.String() })),
  catalog: MaybeText,
  schema: MaybeText,
  client_id: Type.Null(),
  limit: Type.Null(),
  progress: Type.Integer(),
  results_key: Type.Null(),
  tab_name: Type.Null(),
  tmp_table_name: Type.Null(),
  tracking_url: Type.Null(),
});
export type LoggedQuery = Static<typeof LoggedQuery>;
