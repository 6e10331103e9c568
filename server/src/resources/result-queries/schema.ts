import { Type, type Static } from 'typebox';

/** A cached result, and the name that the query gives its rows. */
const Source = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    /** `resultsKey` of a query. */
    key: Type.String({ minLength: 1, maxLength: 64 }),
    /** Index of the statement; the last one with rows where it is left out. */
    statement: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 1000 }), Type.Null()])),
  },
  { additionalProperties: false },
);

/** SQL of the embedded engine over one or two results. */
export const ResultQueryBody = Type.Object(
  {
    sources: Type.Array(Source, { minItems: 1, maxItems: 2 }),
    sql: Type.String({ minLength: 1, maxLength: 100_000 }),
    /** The most rows; that of the editor where it is left out. */
    limit: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), Type.Null()])),
  },
  { additionalProperties: false },
);
export type ResultQueryBody = Static<typeof ResultQueryBody>;
