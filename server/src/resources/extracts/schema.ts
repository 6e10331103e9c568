import { Type, type Static } from 'typebox';
import { Schedule } from './schedule.ts';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

export { Schedule } from './schedule.ts';

/** How a dataset is accelerated. */
export const ExtractPut = Type.Object(
  {
    schedule: Schedule,
    /** A column of times or of growing numbers: only newer rows are added then. Null: all rows are read each time. */
    watermark: Nullable(Type.String({ minLength: 1, maxLength: 250 })),
  },
  { additionalProperties: false },
);
export type ExtractPut = Static<typeof ExtractPut>;

/** `all`: read every row, also where a watermark would leave out those that are there. */
export const RefreshBody = Type.Object({ all: Type.Optional(Type.Boolean()) }, { additionalProperties: false });

const Words = Type.Optional(Type.Unknown());
/** A sentence, and its parts for other languages. */
const Said = Type.Object({ message: Type.String(), words: Words });

export const ExtractItem = Type.Object({
  dataset_id: Type.Integer(),
  is_accelerated: Type.Boolean(),
  /** Why the dataset cannot be accelerated; null where it can. */
  blocked: Nullable(Said),
  schedule: Nullable(Schedule),
  watermark: Nullable(Type.String()),
  /** Columns that may serve as a watermark. */
  watermark_choices: Type.Array(Type.String()),
  next_on: Nullable(Type.String()),
  /** What was made last, which answers until the next one is whole; null before the first. */
  extract: Nullable(
    Type.Object({
      version: Type.Integer(),
      rows: Type.Integer(),
      bytes: Type.Integer(),
      /** When the source was read for it. */
      read_on: Type.String(),
      took_ms: Type.Integer(),
      /** Greatest value of the watermark. */
      reached: Nullable(Type.String()),
      left_out: Type.Array(Type.String()),
      /** Why it does not answer now; null where it does. */
      unused: Nullable(Said),
    }),
  ),
  /** The refresh that is waiting or under way; null for none. */
  refresh: Nullable(
    Type.Object({
      state: Type.Union([Type.Literal('queued'), Type.Literal('running')]),
      began_on: Type.String(),
      elapsed_ms: Type.Integer(),
      rows: Nullable(Type.Integer()),
      /** Of all, from 0 to 1, where that is known. */
      share: Nullable(Type.Number()),
    }),
  ),
  /** Of the last refresh, where it did not end well. */
  failure: Nullable(Type.Object({ message: Type.String(), words: Words, failed_on: Type.String() })),
});
export type ExtractItem = Static<typeof ExtractItem>;
export const ExtractBody = Type.Object({ result: ExtractItem });
export type ExtractBody = Static<typeof ExtractBody>;
