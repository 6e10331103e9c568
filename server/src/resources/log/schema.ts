import { Type, type Static } from 'typebox';

/** Events of one call ([9.0-33]). */
export const MAX_EVENTS = 1024;
/** Characters of one event that are retained. */
export const MAX_EVENT_TEXT = 16_384;

export const LogQuery = Type.Object({
  explode: Type.Optional(Type.String({ maxLength: 100 })),
  dashboard_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  slice_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
});
export type LogQuery = Static<typeof LogQuery>;

/** What happened in a browser, as it is stored. */
export type LogEvent = {
  readonly action: string;
  readonly dashboardId: number | null;
  readonly sliceId: number | null;
  readonly datasetId: number | null;
  readonly durationMs: number | null;
  readonly json: string;
};

const IntegerOrNull = Type.Union([Type.Integer(), Type.Null()]);
/** An entry as the list answers it. */
export const LogRow = Type.Object({
  id: Type.Integer(),
  action: Type.String(),
  user: Type.Union([Type.Object({ username: Type.String() }), Type.Null()]),
  user_id: IntegerOrNull,
  dashboard_id: IntegerOrNull,
  slice_id: IntegerOrNull,
  dataset_id: IntegerOrNull,
  json: Type.Union([Type.String(), Type.Null()]),
  duration_ms: Type.Union([Type.Number(), Type.Null()]),
  dttm: Type.String(),
});
export type LogRow = Static<typeof LogRow>;

export const RecentActivity = Type.Object({
  result: Type.Array(
    Type.Object({
      action: Type.String(),
      item_type: Type.String(),
      item_id: Type.Integer(),
      item_title: Type.String(),
      item_url: Type.String(),
      time: Type.Number({ description: 'Epoch milliseconds.' }),
      time_delta_humanized: Type.String(),
    }),
  ),
});
export type RecentActivity = Static<typeof RecentActivity>;

/** What the pages of this product send; what other clients send beside it is preserved as it is. */
export type PageEvent = {
  readonly event_name: string;
  readonly source?: 'dashboard' | 'slice' | 'dataset' | 'explore';
  readonly source_id?: number;
  readonly slice_id?: number;
  readonly dashboard_id?: number;
  readonly dataset_id?: number;
  /** ms */
  readonly duration?: number;
  readonly row_count?: number;
  readonly is_cached?: boolean;
  readonly force_refresh?: boolean;
  /** What was taken out, or how a chart was shared. */
  readonly format?: string;
  /** Of a failure: its type, the code of a known cause, what it said, and when what failed had begun (epoch ms). */
  readonly has_err?: boolean;
  readonly error_type?: string;
  readonly issue_code?: number;
  readonly error_details?: string;
  readonly start_offset?: number;
};
