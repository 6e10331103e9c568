import { Type, type Static, type TSchema } from 'typebox';
import { OpenRecord } from '../../http/open-record.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const OptionalText = Type.Optional(Nullable(Type.String({ maxLength: 256 })));
const Params = Type.Optional(Type.Union([Type.String({ maxLength: 100_000 }), OpenRecord, Type.Null()]));
const DatabaseId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** Longer texts are no work at a desk. */
const Sql = Type.String({ maxLength: 1_000_000 });

/** A text, and where it is to run. */
const written = { sql: Sql, catalog: OptionalText, schema: OptionalText, template_params: Params };

/** `POST /sqllab/estimate/` ([7.6-04]). */
export const EstimateBody = Type.Object({
  database_id: DatabaseId,
  ...written,
});
export type EstimateBody = Static<typeof EstimateBody>;
export const EstimateAnswer = Type.Object({
  /** What the database expects of each statement that reads, by the names of its figures. */
  result: Type.Array(Type.Record(Type.String(), Type.Number())),
  /** What is compared with the threshold of the database: rows read, or the cost where that is all that is known. */
  cost: Nullable(Type.Number()),
  isExpensive: Type.Boolean(),
});
export type EstimateAnswer = Static<typeof EstimateAnswer>;

/** `POST /database/{id}/validate_sql/`. */
export const ValidateBody = Type.Object({
  ...written,
});
export type ValidateBody = Static<typeof ValidateBody>;
export const ValidateAnswer = Type.Object({
  result: Type.Array(
    Type.Object({
      /** From 1, as columns are, in units of UTF-16; null where nobody tells. */
      line_number: Nullable(Type.Integer()),
      start_column: Nullable(Type.Integer()),
      /** Behind the last one. */
      end_column: Nullable(Type.Integer()),
      message: Type.String(),
    }),
  ),
});
export type ValidateAnswer = Static<typeof ValidateAnswer>;

/** `POST /sqllab/format_sql/` ([7.6-04]). */
export const FormatBody = Type.Object({
  sql: Sql,
  engine: OptionalText,
  database_id: Type.Optional(Nullable(DatabaseId)),
  template_params: Params,
});
export type FormatBody = Static<typeof FormatBody>;
export const FormatAnswer = Type.Object({ result: Type.String() });

const Name = Type.String({ minLength: 1, maxLength: 500 });
/** `q` of a column profile. */
export const ProfileQuestion = Type.Object({
  table: Name,
  column: Name,
  catalog: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  schema: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
});
export type ProfileQuestion = Static<typeof ProfileQuestion>;
/** `GET /database/{id}/column_profile/`: of the first rows of a table. */
export const ProfileAnswer = Type.Object({
  result: Type.Object({
    kind: Type.Enum(['numeric', 'string', 'temporal', 'boolean']),
    rows: Type.Integer(),
    nulls: Type.Integer(),
    distinct: Type.Integer(),
    /** The table has more rows. */
    isSample: Type.Boolean(),
    /** Numbers, or epoch milliseconds. */
    range: Nullable(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
    bars: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count: Type.Integer() })),
    top: Type.Array(
      Type.Object({
        value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
        count: Type.Integer(),
      }),
    ),
  }),
});
export type ProfileAnswer = Static<typeof ProfileAnswer>;
