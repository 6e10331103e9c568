import { Type, type Static } from 'typebox';
import { WebAddress } from '../../http/web-address.ts';
import { TagRef } from '../tagged/tag-ref.ts';

const Text = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()]);
const Ids = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { maxItems: 1000 });

const fields = {
  slice_name: Type.String({ minLength: 1, maxLength: 250 }),
  viz_type: Type.String({ minLength: 1, maxLength: 250 }),
  datasource_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  /** `table` or `query`, in any case (ruling 11). */
  datasource_type: Type.String({ maxLength: 20 }),
  /** Form data as JSON text. */
  params: Text(1_000_000),
  /** The saved request for chart data as JSON text. */
  query_context: Text(1_000_000),
  query_context_generation: Type.Union([Type.Boolean(), Type.Null()]),
  description: Text(50_000),
  cache_timeout: Type.Union([Type.Integer({ minimum: -1, maximum: 31_536_000 }), Type.Null()]),
  owners: Ids,
  dashboards: Ids,
  certified_by: Text(250),
  certification_details: Text(10_000),
  is_managed_externally: Type.Union([Type.Boolean(), Type.Null()]),
  external_url: WebAddress,
  tags: Ids,
};

const { slice_name, datasource_id, datasource_type, ...rest } = fields;

/** The chart save payload ([3.3-01]) of a new chart. */
export const ChartPost = Type.Object(
  {
    slice_name,
    datasource_id,
    datasource_type,
    ...Type.Partial(Type.Object(rest)).properties,
    datasource_name: Type.Optional(Text(250)),
    uuid: Type.Optional(Type.String({ format: 'uuid' })),
  },
  { additionalProperties: false },
);
export type ChartPost = Static<typeof ChartPost>;

/** The chart save payload of a present chart; what is left out stays. */
export const ChartPut = Type.Partial(Type.Object(fields), { additionalProperties: false });
export type ChartPut = Static<typeof ChartPut>;

export const UserShape = Type.Object({ id: Type.Integer(), first_name: Type.String(), last_name: Type.String() });
export type UserShape = Static<typeof UserShape>;
const MaybeUser = Type.Union([UserShape, Type.Null()]);

/** A chart as items and dashboards answer it ([3.1-01]). */
export const ChartItem = Type.Object({
  id: Type.Integer(),
  slice_id: Type.Integer(),
  uuid: Type.String(),
  slice_name: Type.String(),
  slice_url: Type.String(),
  url: Type.String(),
  viz_type: Type.String(),
  params: Type.Union([Type.String(), Type.Null()]),
  form_data: Type.Record(Type.String(), Type.Unknown()),
  query_context: Type.Union([Type.String(), Type.Null()]),
  datasource: Type.Union([Type.String(), Type.Null()]),
  datasource_id: Type.Union([Type.Integer(), Type.Null()]),
  datasource_type: Type.String(),
  datasource_name: Type.Union([Type.String(), Type.Null()]),
  datasource_url: Type.Union([Type.String(), Type.Null()]),
  datasource_uuid: Type.Union([Type.String(), Type.Null()]),
  description: Type.Union([Type.String(), Type.Null()]),
  description_markeddown: Type.String(),
  cache_timeout: Type.Union([Type.Integer(), Type.Null()]),
  certified_by: Type.Union([Type.String(), Type.Null()]),
  certification_details: Type.Union([Type.String(), Type.Null()]),
  is_managed_externally: Type.Boolean(),
  external_url: Type.Union([Type.String(), Type.Null()]),
  owners: Type.Array(UserShape),
  dashboards: Type.Array(
    Type.Object({
      id: Type.Integer(),
      dashboard_title: Type.String(),
      json_metadata: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  created_by: MaybeUser,
  changed_by: MaybeUser,
  created_on: Type.String(),
  changed_on: Type.String(),
  modified: Type.String(),
  changed_on_delta_humanized: Type.String(),
  thumbnail_url: Type.Union([Type.String(), Type.Null()]),
  tags: Type.Array(TagRef),
  version: Type.Integer(),
});
export type ChartItem = Static<typeof ChartItem>;

const MaybeText = Type.Union([Type.String(), Type.Null()]);

/** A chart as lists answer it ([7.3-01]). */
export const ChartRow = Type.Object({
  ...ChartItem.properties,
  edit_url: Type.String(),
  datasource_name_text: MaybeText,
  table: Type.Union([Type.Object({ table_name: Type.String(), schema: MaybeText }), Type.Null()]),
  created_by_name: Type.String(),
  changed_by_name: Type.String(),
  created_on_delta_humanized: Type.String(),
  changed_on_utc: Type.String(),
  changed_on_dttm: Type.Integer({ description: 'Epoch milliseconds.' }),
  last_saved_at: MaybeText,
  last_saved_by: MaybeUser,
});
export type ChartRow = Static<typeof ChartRow>;

/** To whom a chart is open. Of dashboards that open it, those that the asking user may not see are only counted. */
export const ChartAudienceBody = Type.Object({
  owners: Type.Array(UserShape),
  dataset: Type.Union([Type.Object({ id: Type.Integer(), table_name: Type.String() }), Type.Null()]),
  dashboards: Type.Array(
    Type.Object({
      id: Type.Integer(),
      dashboard_title: Type.String(),
      roles: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
      embedded: Type.Boolean(),
    }),
  ),
  others: Type.Integer(),
});
export type ChartAudienceBody = Static<typeof ChartAudienceBody>;

/** What one user sees of a chart: whether, by what, and through which dashboards it could be opened to which roles. */
export const ChartSeenBody = Type.Object({
  sees: Type.Boolean(),
  edits: Type.Boolean(),
  way: Type.Union([
    Type.Literal('admin'),
    Type.Literal('owner'),
    Type.Literal('data'),
    Type.Literal('dashboard'),
    Type.Null(),
  ]),
  dashboards: Type.Array(
    Type.Object({
      id: Type.Integer(),
      dashboard_title: Type.String(),
      roles: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
    }),
  ),
});
export type ChartSeenBody = Static<typeof ChartSeenBody>;
