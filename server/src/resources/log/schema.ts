import { Type, type Static } from 'typebox';

/** Events of one call ([9.0-33]). */
export const MAX_EVENTS = 1024;
/** Characters of one event that are kept. */
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
