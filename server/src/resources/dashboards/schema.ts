import { Type, type Static } from 'typebox';
import { OpenRecord } from '../../http/open-record.ts';
import { WebAddress } from '../../http/web-address.ts';
import { UserShape } from '../charts/schema.ts';
import { TagRef } from '../tagged/tag-ref.ts';

const Text = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()]);
const Ids = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { maxItems: 1000 });

/** The title of a dashboard that nobody has named ([3.7-01], [5.0-12]). */
export const UNTITLED = '[ untitled dashboard ]';

const fields = {
  dashboard_title: Text(500),
  slug: Text(255),
  owners: Ids,
  roles: Ids,
  /** The layout map as JSON text. */
  position_json: Text(1_000_000),
  /** Settings as JSON text; `positions` inside it becomes the layout. */
  json_metadata: Text(1_000_000),
  css: Text(200_000),
  description: Text(50_000),
  certified_by: Text(250),
  certification_details: Text(10_000),
  published: Type.Boolean(),
  is_managed_externally: Type.Union([Type.Boolean(), Type.Null()]),
  external_url: WebAddress,
  tags: Ids,
  /** The folder that it lies in; null for none. */
  folder_id: Type.Union([Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), Type.Null()]),
};

export const DashboardPut = Type.Partial(Type.Object(fields), { additionalProperties: false });
export type DashboardPut = Static<typeof DashboardPut>;

export const DashboardPost = Type.Partial(Type.Object({ ...fields, uuid: Type.String({ format: 'uuid' }) }), {
  additionalProperties: false,
});
export type DashboardPost = Static<typeof DashboardPost>;

export const DashboardCopy = Type.Object(
  {
    dashboard_title: Text(500),
    css: Type.Optional(Text(200_000)),
    duplicate_slices: Type.Optional(Type.Boolean()),
    json_metadata: Type.String({ maxLength: 1_000_000 }),
  },
  { additionalProperties: false },
);
export type DashboardCopy = Static<typeof DashboardCopy>;

/** Colours as the page keeps them in json_metadata ([7.4-06]). */
export const DashboardColors = Type.Partial(
  Type.Object({
    color_namespace: Text(250),
    color_scheme: Text(250),
    color_scheme_domain: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000 }),
    shared_label_colors: Type.Union([Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 5000 }), OpenRecord]),
    map_label_colors: OpenRecord,
    label_colors: OpenRecord,
  }),
  { additionalProperties: false },
);
export type DashboardColors = Static<typeof DashboardColors>;

const Filter = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 250 }) },
  { additionalProperties: true, maxProperties: 200 },
);

const FilterIds = Type.Array(Type.String({ maxLength: 250 }), { maxItems: 500 });

export const FilterChanges = Type.Object(
  {
    modified: Type.Optional(Type.Array(Filter, { maxItems: 500 })),
    deleted: Type.Optional(FilterIds),
    reordered: Type.Optional(FilterIds),
  },
  { additionalProperties: false },
);
export type FilterChanges = Static<typeof FilterChanges>;

/** A dashboard as the item answers it ([3.7-01]). */
export const DashboardItem = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  dashboard_title: Type.String(),
  slug: Type.Union([Type.String(), Type.Null()]),
  url: Type.String(),
  published: Type.Boolean(),
  css: Type.Union([Type.String(), Type.Null()]),
  description: Type.Union([Type.String(), Type.Null()]),
  json_metadata: Type.Union([Type.String(), Type.Null()]),
  position_json: Type.Union([Type.String(), Type.Null()]),
  certified_by: Type.Union([Type.String(), Type.Null()]),
  certification_details: Type.Union([Type.String(), Type.Null()]),
  is_managed_externally: Type.Boolean(),
  external_url: Type.Union([Type.String(), Type.Null()]),
  owners: Type.Array(UserShape),
  roles: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  charts: Type.Array(Type.String(), { description: 'Names of the charts on it that the reader may see.' }),
  created_by: Type.Union([UserShape, Type.Null()]),
  changed_by: Type.Union([UserShape, Type.Null()]),
  changed_by_name: Type.String(),
  created_on: Type.String(),
  changed_on: Type.String(),
  created_on_delta_humanized: Type.String(),
  changed_on_delta_humanized: Type.String(),
  changed_on_humanized: Type.String(),
  thumbnail_url: Type.Union([Type.String(), Type.Null()]),
  tags: Type.Array(TagRef),
  folder_id: Type.Union([Type.Integer(), Type.Null()]),
  /** May the reader change it: the answer of the policy, so that buttons and server agree. */
  can_edit: Type.Boolean(),
  version: Type.Integer(),
});
export type DashboardItem = Static<typeof DashboardItem>;

/** A dashboard as lists answer it. */
export const DashboardRow = Type.Object({
  ...DashboardItem.properties,
  status: Type.Union([Type.Literal('published'), Type.Literal('draft')]),
  chart_count: Type.Integer(),
  created_by_name: Type.String(),
  changed_on_utc: Type.String(),
});
export type DashboardRow = Static<typeof DashboardRow>;

export const DashboardSaved = Type.Object({
  id: Type.Integer(),
  result: Type.Record(Type.String(), Type.Unknown()),
  last_modified_time: Type.Integer({ description: 'Epoch seconds.' }),
  version: Type.Integer(),
});
export type DashboardSaved = Static<typeof DashboardSaved>;

const NamedRole = Type.Object({ id: Type.Integer(), name: Type.String() });

/** Who a dashboard is open to. `by_roles`: roles decide, where it has some. */
export const AudienceBody = Type.Object({
  published: Type.Boolean(),
  by_roles: Type.Boolean(),
  roles: Type.Array(NamedRole),
  owners: Type.Array(UserShape),
  /** The folders around it that bring users, from the outermost in; `roles` where roles decide. */
  folders: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      owners: Type.Array(UserShape),
      roles: Type.Array(NamedRole),
    }),
  ),
  charts: Type.Integer(),
});
export type AudienceBody = Static<typeof AudienceBody>;

/** What one user sees of it. `roles`: those of theirs that would open it. */
export const SeenByBody = Type.Object({
  sees: Type.Boolean(),
  edits: Type.Boolean(),
  charts: Type.Integer(),
  seen: Type.Integer(),
  unseen: Type.Array(Type.Object({ id: Type.Integer(), slice_name: Type.String() })),
  roles: Type.Array(NamedRole),
});
export type SeenByBody = Static<typeof SeenByBody>;

/** A tab with those inside it; `parents` are the ids of the tabs around it. */
export const DashboardTab = Type.Cyclic(
  {
    Tab: Type.Object({
      title: Type.String(),
      value: Type.String(),
      parents: Type.Array(Type.String()),
      children: Type.Array(Type.Ref('Tab')),
    }),
  },
  'Tab',
);
export type DashboardTab = Static<typeof DashboardTab>;
export const DashboardTabs = Type.Object({
  /** Titles by id. */
  all_tabs: Type.Record(Type.String(), Type.String()),
  tab_tree: Type.Array(DashboardTab),
});
export type DashboardTabs = Static<typeof DashboardTabs>;

/** One save of a dashboard. `changes`: operations on the document since the save before; null for the first. */
export const VersionRow = Type.Object({
  version: Type.Integer(),
  created_on: Type.String(),
  created_by: Type.Union([UserShape, Type.Null()]),
  changes: Type.Union([Type.Array(OpenRecord), Type.Null()]),
  is_current: Type.Boolean(),
});
export type VersionRow = Static<typeof VersionRow>;

/** What a dashboard was in one version. */
export const VersionBody = Type.Object({
  version: Type.Integer(),
  created_on: Type.String(),
  dashboard_title: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  css: Type.Union([Type.String(), Type.Null()]),
  certified_by: Type.Union([Type.String(), Type.Null()]),
  certification_details: Type.Union([Type.String(), Type.Null()]),
  json_metadata: Type.Union([Type.String(), Type.Null()]),
  position_json: Type.Union([Type.String(), Type.Null()]),
  /** Ids of its charts that were deleted since, or that the user may not see: restoring brings back none of them. */
  missing_charts: Type.Array(Type.Integer()),
});
export type VersionBody = Static<typeof VersionBody>;

export const DashboardCopied = Type.Object({ result: DashboardItem });
export type DashboardCopied = Static<typeof DashboardCopied>;

/** What a link to a dashboard keeps ([7.4-08]). */
export const PermalinkState = Type.Partial(
  Type.Object({
    dataMask: Type.Union([OpenRecord, Type.Null()]),
    activeTabs: Type.Union([Type.Array(Type.String({ maxLength: 250 }), { maxItems: 1000 }), Type.Null()]),
    anchor: Type.Union([Type.String({ maxLength: 250 }), Type.Null()]),
    urlParams: Type.Union([
      Type.Array(Type.Tuple([Type.String({ maxLength: 250 }), Type.String({ maxLength: 10_000 })]), { maxItems: 100 }),
      Type.Null(),
    ]),
    chartStates: Type.Union([OpenRecord, Type.Null()]),
  }),
  { additionalProperties: false },
);
export type PermalinkState = Static<typeof PermalinkState>;

/** The state behind a link; `dashboardId` is the uuid of its dashboard. */
export const DashboardLinkBody = Type.Object({
  dashboardId: Type.String(),
  state: Type.Unsafe<PermalinkState>(Type.Record(Type.String(), Type.Unknown())),
});
export type DashboardLinkBody = Static<typeof DashboardLinkBody>;
