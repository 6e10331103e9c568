import { type Static, Type } from 'typebox';
import { queryLimits as limits } from './query-limits.ts';

/**
 * The query object as it travels: what `buildQueries` of a chart makes and `POST /api/v1/chart/data` takes.
 * Names are those of the API; the planner turns it into a structured query.
 */

/** A union of literals typed from the list itself; a mapped array alone would lose its members. */
const OneOf = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>(Type.Union(values.map((value) => Type.Literal(value))));

const Name = Type.String({ maxLength: limits.nameLength });
const Expression = Type.String({ maxLength: limits.expressionLength });
const Clause = Type.String({ maxLength: limits.sqlLength });
const Open = Type.Record(Type.String(), Type.Unknown(), { maxProperties: limits.properties });
const open = { additionalProperties: true, maxProperties: limits.properties } as const;

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

export const AGGREGATES = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** A column by name, or an expression with a label; BASE_AXIS marks the x axis, which takes the time grain. */
export const AdhocColumn = Type.Object({
  expressionType: Type.Optional(Type.Literal('SQL')),
  sqlExpression: Expression,
  label: Type.Optional(Name),
  columnType: Type.Optional(Name),
  timeGrain: Type.Optional(Nullable(Name)),
  hasCustomLabel: Type.Optional(Nullable(Type.Boolean())),
  isColumnReference: Type.Optional(Type.Boolean()),
});
export type AdhocColumn = Static<typeof AdhocColumn>;

export const QueryColumn = Type.Union([Name, AdhocColumn]);
export type QueryColumn = Static<typeof QueryColumn>;

export const AdhocMetric = Type.Object(
  {
    expressionType: Type.Union([Type.Literal('SIMPLE'), Type.Literal('SQL')]),
    column: Type.Optional(Nullable(Type.Object({ column_name: Name, type: Type.Optional(Nullable(Name)) }, open))),
    aggregate: Type.Optional(Nullable(OneOf(AGGREGATES))),
    sqlExpression: Type.Optional(Nullable(Expression)),
    label: Type.Optional(Nullable(Name)),
    hasCustomLabel: Type.Optional(Nullable(Type.Boolean())),
    optionName: Type.Optional(Nullable(Name)),
  },
  open,
);
export type AdhocMetric = Static<typeof AdhocMetric>;

/** A saved metric by name, `{label}` (old form of the same), or an adhoc metric. */
export const QueryMetric = Type.Union([Name, AdhocMetric, Type.Object({ label: Name }, open)]);
export type QueryMetric = Static<typeof QueryMetric>;

/** Integers beyond 2^53 are bigints: requests are read without loss. */
const FilterScalar = Type.Union([
  Type.String({ maxLength: limits.valueLength }),
  Type.Number(),
  Type.BigInt(),
  Type.Boolean(),
  Type.Null(),
]);
export const FilterValue = Type.Union([FilterScalar, Type.Array(FilterScalar, { maxItems: limits.filterValues })]);
export type FilterValue = Static<typeof FilterValue>;

export const QueryFilter = Type.Object({
  col: QueryColumn,
  op: Name,
  val: Type.Optional(FilterValue),
  grain: Type.Optional(Nullable(Name)),
  isExtra: Type.Optional(Type.Boolean()),
});
export type QueryFilter = Static<typeof QueryFilter>;

export const PostStep = Type.Object({ operation: Name, options: Type.Optional(Open) });
export type PostStep = Static<typeof PostStep>;

export const QueryExtras = Type.Object({
  where: Type.Optional(Clause),
  having: Type.Optional(Clause),
  time_grain_sqla: Type.Optional(Nullable(Name)),
  relative_start: Type.Optional(Type.Union([Type.Literal('today'), Type.Literal('now')])),
  relative_end: Type.Optional(Type.Union([Type.Literal('today'), Type.Literal('now')])),
  instant_time_comparison_range: Type.Optional(Nullable(Name)),
  /** Result columns that come first, in this order; the others follow. */
  column_order: Type.Optional(Nullable(Type.Array(Name, { maxItems: limits.filterValues }))),
  /** Taken and not read: clauses are in the dialect of the database. */
  transpile_to_dialect: Type.Optional(Nullable(Type.Boolean())),
});
export type QueryExtras = Static<typeof QueryExtras>;

export const RESULT_TYPES = [
  'full',
  'results',
  'query',
  'samples',
  'drill_detail',
  'columns',
  'timegrains',
  'post_processed',
  'explain',
] as const;
export type ResultType = (typeof RESULT_TYPES)[number];

/** Fields that may be missing are optional; a deprecated alias is accepted next to its successor. */
export const QueryObject = Type.Object({
  columns: Type.Optional(Nullable(Type.Array(QueryColumn, { maxItems: limits.selected }))),
  groupby: Type.Optional(Nullable(Type.Array(QueryColumn, { maxItems: limits.selected }))),
  metrics: Type.Optional(Nullable(Type.Array(QueryMetric, { maxItems: limits.selected }))),
  filters: Type.Optional(Nullable(Type.Array(QueryFilter, { maxItems: limits.filters }))),
  orderby: Type.Optional(
    Nullable(
      Type.Array(Type.Tuple([Type.Union([QueryColumn, QueryMetric]), Type.Boolean()]), { maxItems: limits.orders }),
    ),
  ),
  granularity: Type.Optional(Nullable(Name)),
  granularity_sqla: Type.Optional(Nullable(Name)),
  time_range: Type.Optional(Nullable(Name)),
  time_shift: Type.Optional(Nullable(Name)),
  is_timeseries: Type.Optional(Nullable(Type.Boolean())),
  is_rowcount: Type.Optional(Nullable(Type.Boolean())),
  extras: Type.Optional(Nullable(QueryExtras)),
  where: Type.Optional(Nullable(Clause)),
  having: Type.Optional(Nullable(Clause)),
  row_limit: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
  row_offset: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
  series_columns: Type.Optional(Nullable(Type.Array(QueryColumn, { maxItems: limits.selected }))),
  series_limit: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
  series_limit_metric: Type.Optional(Nullable(QueryMetric)),
  group_others_when_limit_reached: Type.Optional(Nullable(Type.Boolean())),
  timeseries_limit: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
  timeseries_limit_metric: Type.Optional(Nullable(QueryMetric)),
  order_desc: Type.Optional(Nullable(Type.Boolean())),
  time_offsets: Type.Optional(Nullable(Type.Array(Name, { maxItems: limits.offsets }))),
  post_processing: Type.Optional(Nullable(Type.Array(Nullable(PostStep), { maxItems: limits.postSteps }))),
  annotation_layers: Type.Optional(Nullable(Type.Array(Open, { maxItems: limits.sentAnnotationLayers }))),
  applied_time_extras: Type.Optional(Nullable(Open)),
  apply_fetch_values_predicate: Type.Optional(Nullable(Type.Boolean())),
  url_params: Type.Optional(Nullable(Open)),
  custom_params: Type.Optional(Nullable(Open)),
  custom_form_data: Type.Optional(Nullable(Open)),
  result_type: Type.Optional(Nullable(OneOf(RESULT_TYPES))),
  datasource: Type.Optional(Nullable(Open)),
});
export type QueryObject = Static<typeof QueryObject>;

export const RESULT_FORMATS = ['json', 'csv', 'xlsx'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** Body of POST /api/v1/chart/data. */
export const QueryContext = Type.Object({
  datasource: Type.Object({ id: Type.Union([Type.Integer(), Name]), type: Type.Optional(Name) }),
  force: Type.Optional(Nullable(Type.Boolean())),
  queries: Type.Array(QueryObject, { maxItems: limits.queries }),
  form_data: Type.Optional(Nullable(Open)),
  result_type: Type.Optional(Nullable(OneOf(RESULT_TYPES))),
  result_format: Type.Optional(Nullable(OneOf(RESULT_FORMATS))),
  custom_cache_timeout: Type.Optional(Nullable(Type.Integer())),
});
export type QueryContext = Static<typeof QueryContext>;
