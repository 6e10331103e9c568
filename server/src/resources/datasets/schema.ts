import { Type, type Static } from 'typebox';
import { queryLimits } from '@tessera/core/query-limits';
import { OpenRecord } from '../../http/open-record.ts';
import { PageAddress, WebAddress } from '../../http/web-address.ts';
import { UserShape } from '../charts/schema.ts';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const Text = (maxLength: number) => Nullable(Type.String({ maxLength }));
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Name = Type.String({ minLength: 1, maxLength: 250 });
const Sql = Text(200_000);
const Flag = Nullable(Type.Boolean());

/** Fields that clients send back as they got them; the server knows better and leaves them alone. */
const echoed = {
  created_on: Type.Unknown(),
  changed_on: Type.Unknown(),
  type_generic: Type.Unknown(),
  advanced_data_type: Text(250),
  is_certified: Type.Unknown(),
  warning_markdown: Type.Unknown(),
  rendered_expression: Type.Unknown(),
  additivity: Type.Unknown(),
};

const column = {
  id: Id,
  uuid: Nullable(Type.String({ format: 'uuid' })),
  verbose_name: Text(1000),
  type: Text(250),
  is_dttm: Flag,
  is_active: Flag,
  groupby: Type.Boolean(),
  filterable: Type.Boolean(),
  /** SQL of a calculated column. */
  expression: Text(queryLimits.expressionLength),
  description: Text(10_000),
  python_date_format: Text(250),
  extra: Text(10_000),
  certified_by: Text(250),
  certification_details: Text(10_000),
  warning_text: Text(10_000),
  ...echoed,
};
const metric = {
  id: Id,
  uuid: Nullable(Type.String({ format: 'uuid' })),
  verbose_name: Text(1000),
  metric_type: Text(32),
  description: Text(10_000),
  d3format: Text(128),
  currency: Type.Unknown(),
  extra: Text(10_000),
  certified_by: Text(250),
  certification_details: Text(10_000),
  warning_text: Text(10_000),
  ...echoed,
};
export const ColumnPut = Type.Object(
  { ...Type.Partial(Type.Object(column)).properties, column_name: Name },
  { additionalProperties: false },
);
export type ColumnPut = Static<typeof ColumnPut>;
export const MetricPut = Type.Object(
  {
    ...Type.Partial(Type.Object(metric)).properties,
    metric_name: Name,
    expression: Type.String({ minLength: 1, maxLength: queryLimits.expressionLength }),
  },
  { additionalProperties: false },
);
export type MetricPut = Static<typeof MetricPut>;

const shared = {
  catalog: Text(250),
  schema: Text(250),
  sql: Sql,
  template_params: Text(20_000),
  normalize_columns: Type.Boolean(),
  always_filter_main_dttm: Type.Boolean(),
  is_managed_externally: Flag,
  external_url: WebAddress,
  owners: Type.Array(Id, { maxItems: 1000 }),
  description: Text(50_000),
  main_dttm_col: Text(250),
};
const SourceColumns = Type.Array(OpenRecord, { maxItems: 5000 });

export const DatasetPost = Type.Object(
  {
    database: Id,
    table_name: Name,
    ...Type.Partial(Type.Object(shared)).properties,
    columns: Type.Optional(Nullable(SourceColumns)),
    uuid: Type.Optional(Type.String({ format: 'uuid' })),
  },
  { additionalProperties: false },
);
export type DatasetPost = Static<typeof DatasetPost>;

/** A query of which the first rows are to be seen before it is a dataset. */
export const DatasetPreview = Type.Object(
  {
    database: Id,
    catalog: Type.Optional(Text(250)),
    schema: Type.Optional(Text(250)),
    sql: Type.String({ minLength: 1, maxLength: 200_000 }),
    template_params: Type.Optional(Text(20_000)),
  },
  { additionalProperties: false },
);
export type DatasetPreview = Static<typeof DatasetPreview>;

export const DatasetPut = Type.Partial(
  Type.Object({
    ...shared,
    database_id: Id,
    table_name: Name,
    time_zone: Text(100),
    offset: Nullable(Type.Integer({ minimum: -10_000, maximum: 10_000 })),
    default_endpoint: PageAddress,
    cache_timeout: Nullable(Type.Integer({ minimum: -1, maximum: 31_536_000 })),
    filter_select_enabled: Flag,
    fetch_values_predicate: Text(10_000),
    extra: Text(20_000),
    certified_by: Text(250),
    certification_details: Text(10_000),
    columns: Type.Array(ColumnPut, { maxItems: 5000 }),
    metrics: Type.Array(MetricPut, { maxItems: 5000 }),
    folders: Type.Unknown(),
  }),
  { additionalProperties: false },
);
export type DatasetPut = Static<typeof DatasetPut>;

export const GetOrCreate = Type.Object(
  {
    database_id: Id,
    table_name: Name,
    catalog: Type.Optional(Text(250)),
    schema: Type.Optional(Text(250)),
    template_params: Type.Optional(Text(20_000)),
    normalize_columns: Type.Optional(Type.Boolean()),
    always_filter_main_dttm: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type GetOrCreate = Static<typeof GetOrCreate>;
export const Duplicate = Type.Object(
  {
    base_model_id: Id,
    table_name: Name,
    is_managed_externally: Type.Optional(Flag),
    external_url: Type.Optional(WebAddress),
  },
  { additionalProperties: false },
);
export type Duplicate = Static<typeof Duplicate>;

const MaybeText = Nullable(Type.String());
const MaybeUser = Nullable(UserShape);
/** What columns and metrics have in common; `rendered_expression` comes with `include_rendered_sql`. */
const partItem = {
  certified_by: MaybeText,
  certification_details: MaybeText,
  is_certified: Type.Boolean(),
  warning_text: MaybeText,
  warning_markdown: MaybeText,
  created_on: Type.String(),
  changed_on: Type.String(),
  rendered_expression: Type.Optional(MaybeText),
};
const ColumnItem = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  column_name: Type.String(),
  verbose_name: MaybeText,
  type: MaybeText,
  type_generic: Nullable(Type.Integer()),
  is_dttm: Type.Boolean(),
  is_active: Type.Boolean(),
  groupby: Type.Boolean(),
  filterable: Type.Boolean(),
  expression: MaybeText,
  description: MaybeText,
  python_date_format: MaybeText,
  extra: MaybeText,
  ...partItem,
  advanced_data_type: Type.Null(),
});
const MetricItem = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  metric_name: Type.String(),
  verbose_name: MaybeText,
  metric_type: MaybeText,
  expression: Type.String(),
  description: MaybeText,
  d3format: MaybeText,
  currency: Type.Unknown(),
  extra: MaybeText,
  additivity: Type.Union(
    [Type.Literal('additive'), Type.Literal('semi_additive'), Type.Literal('non_additive'), Type.Literal('unknown')],
    { description: 'Whether its values may be summed: the key `additivity` of `extra`, else what its SQL tells.' },
  ),
  ...partItem,
});

/** A dataset as its editor and the explore page read it ([3.11-01]). */
export const DatasetItem = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  uid: Type.String(),
  name: Type.String(),
  table_name: Type.String(),
  datasource_name: Type.String(),
  datasource_type: Type.Literal('table'),
  kind: Type.Union([Type.Literal('physical'), Type.Literal('virtual')]),
  catalog: MaybeText,
  schema: MaybeText,
  sql: MaybeText,
  rendered_sql: Type.Optional(MaybeText),
  is_sqllab_view: Type.Boolean(),
  description: MaybeText,
  main_dttm_col: MaybeText,
  time_zone: MaybeText,
  offset: Type.Integer(),
  default_endpoint: MaybeText,
  cache_timeout: Nullable(Type.Integer()),
  filter_select_enabled: Type.Boolean(),
  fetch_values_predicate: MaybeText,
  normalize_columns: Type.Boolean(),
  always_filter_main_dttm: Type.Boolean(),
  template_params: MaybeText,
  extra: MaybeText,
  certified_by: MaybeText,
  certification_details: MaybeText,
  is_managed_externally: Type.Boolean(),
  external_url: MaybeText,
  url: Type.String(),
  explore_url: Type.String(),
  select_star: MaybeText,
  database: Type.Object({
    id: Type.Integer(),
    uuid: Type.String(),
    database_name: Type.String(),
    backend: Type.String(),
  }),
  columns: Type.Array(ColumnItem),
  metrics: Type.Array(MetricItem),
  column_formats: Type.Record(Type.String(), Type.String()),
  verbose_map: Type.Record(Type.String(), Type.String()),
  granularity_sqla: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  time_grain_sqla: Type.Array(Type.Tuple([Nullable(Type.String()), Type.String()])),
  order_by_choices: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  owners: Type.Array(UserShape),
  created_by: MaybeUser,
  changed_by: MaybeUser,
  created_on: Type.String(),
  changed_on: Type.String(),
  created_on_humanized: Type.String(),
  changed_on_humanized: Type.String(),
  version: Type.Integer(),
});
export type DatasetItem = Static<typeof DatasetItem>;

/** The same with only the columns that were asked for, in related objects too. */
export const DatasetPart = Type.Object({
  ...Type.Partial(DatasetItem).properties,
  database: Type.Optional(Type.Partial(DatasetItem.properties.database)),
  owners: Type.Optional(Type.Array(Type.Partial(UserShape))),
  columns: Type.Optional(Type.Array(Type.Partial(ColumnItem))),
  metrics: Type.Optional(Type.Array(Type.Partial(MetricItem))),
  created_by: Type.Optional(Nullable(Type.Partial(UserShape))),
  changed_by: Type.Optional(Nullable(Type.Partial(UserShape))),
});
export type DatasetPart = Static<typeof DatasetPart>;

/** A dataset as lists answer it: without its columns and metrics, of which a page would be megabytes. */
export const DatasetRow = Type.Object({
  ...Type.Pick(DatasetItem, [
    'id',
    'uuid',
    'table_name',
    'datasource_type',
    'kind',
    'catalog',
    'schema',
    'sql',
    'description',
    'main_dttm_col',
    'default_endpoint',
    'explore_url',
    'extra',
    'certified_by',
    'certification_details',
    'database',
    'owners',
    'created_by',
    'changed_by',
    'created_on',
    'changed_on',
    'version',
  ]).properties,
  changed_by_name: Type.String(),
  changed_on_utc: Type.String(),
  changed_on_delta_humanized: Type.String(),
  /** When the rows of its extract were read; null while it has none. */
  extract_read_on: MaybeText,
  /** Charts read an extract of it, or will. */
  is_accelerated: Type.Boolean(),
});
export type DatasetRow = Static<typeof DatasetRow>;

/** How the source differs from the columns of the dataset. */
export const ColumnChanges = Type.Object({
  added: Type.Array(Type.String()),
  removed: Type.Array(Type.String()),
  changed: Type.Array(Type.Object({ name: Type.String(), from: MaybeText, to: Type.String() })),
});
export type ColumnChanges = Static<typeof ColumnChanges>;
export const DatasetRefreshed = Type.Object({ message: Type.String(), result: ColumnChanges });
export type DatasetRefreshed = Static<typeof DatasetRefreshed>;
export const SourceColumnsBody = Type.Object({
  columns: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  changes: ColumnChanges,
});
export type SourceColumnsBody = Static<typeof SourceColumnsBody>;

/** What a chart on the dataset can be broken down by. */
export const DrillInfo = Type.Object({
  id: Type.Integer(),
  table_name: Type.String(),
  columns: Type.Array(
    Type.Object({
      column_name: Type.String(),
      verbose_name: Type.Union([Type.String(), Type.Null()]),
      type_generic: Type.Union([Type.Integer(), Type.Null()]),
      is_dttm: Type.Boolean(),
    }),
  ),
});
export type DrillInfo = Static<typeof DrillInfo>;
export const DrillInfoBody = Type.Object({ id: Type.Integer(), result: DrillInfo });
export type DrillInfoBody = Static<typeof DrillInfoBody>;
