import { Type, type Static, type TSchema } from 'typebox';
import { OpenRecord } from '../../http/open-record.ts';
import { Query } from '../queries/schema.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Text = (maxLength: number) => Nullable(Type.String({ maxLength }));
const MaybeText = Nullable(Type.String());
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** The longest text of a tab, in characters; a longer script cannot be run. */
export const MAX_TAB_SQL = 1_000_000;
const MAX_JSON = 200_000;

/** What changes in a tab ([3.13-03]); what is left out stays. */
export const TabUpdate = Type.Partial(
  Type.Object({
    database_id: Nullable(Id),
    catalog: Text(500),
    schema: Text(500),
    sql: Type.String({ maxLength: MAX_TAB_SQL }),
    label: Type.String({ maxLength: 256 }),
    query_limit: Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    /** The client's own name of a query that ran. */
    latest_query_id: Text(64),
    saved_query_id: Nullable(Id),
    template_params: Text(100_000),
    hide_left_bar: Type.Boolean(),
    autorun: Type.Boolean(),
    /** Version, time of the last change and extras: an object, or its JSON text. */
    extra_json: Type.Union([Type.String({ maxLength: MAX_JSON }), OpenRecord, Type.Null()]),
    /** The revision that this change is based on; an older one answers 409. The last write wins without it. */
    base_revision: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  }),
  { additionalProperties: false },
);
export type TabUpdate = Static<typeof TabUpdate>;

/** A tab of the browser ([3.13-02]) as it is pushed first; what the server does not store is passed over. */
const QueryEditor = Type.Partial(
  Type.Object({
    /** The browser's name of the tab: a second push of it finds the first. */
    id: Nullable(Type.Union([Type.String({ maxLength: 64 }), Type.Integer()])),
    name: Text(256),
    /** As older clients call the name. */
    title: Text(256),
    dbId: Nullable(Id),
    catalog: Text(500),
    schema: Text(500),
    sql: Text(MAX_TAB_SQL),
    queryLimit: Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    templateParams: Text(100_000),
    autorun: Nullable(Type.Boolean()),
    hideLeftBar: Nullable(Type.Boolean()),
    savedQuery: Nullable(Type.Partial(Type.Object({ id: Nullable(Id) }))),
    version: Nullable(Type.Union([Type.Number(), Type.String({ maxLength: 20 })])),
    updatedAt: Nullable(Type.Number()),
    extras: Nullable(OpenRecord),
  }),
);
export type QueryEditor = Static<typeof QueryEditor>;
export const TabPost = Type.Object({ queryEditor: QueryEditor });
export type TabPost = Static<typeof TabPost>;

/** A table that is open in the schema bar ([3.13-05]); it is stored as it was sent. */
const EditorTable = Type.Intersect([
  OpenRecord,
  Type.Object({
    queryEditorId: Type.Union([Id, Type.String({ maxLength: 64 })]),
    dbId: Id,
    catalog: Type.Optional(Text(500)),
    schema: Type.Optional(Text(500)),
    name: Type.String({ minLength: 1, maxLength: 500 }),
  }),
]);
export type EditorTable = Static<typeof EditorTable>;
export const TablePost = Type.Object({ table: EditorTable });
export type TablePost = Static<typeof TablePost>;
export const TableExpanded = Type.Object({ expanded: Type.Boolean() });
export type TableExpanded = Static<typeof TableExpanded>;
export const MigrateQuery = Type.Object({ queryId: Type.String({ minLength: 1, maxLength: 64 }) });
export type MigrateQuery = Static<typeof MigrateQuery>;

export const TabTable = Type.Object({
  id: Type.Integer(),
  tab_state_id: Type.Integer(),
  database_id: Type.Integer(),
  catalog: MaybeText,
  schema: MaybeText,
  table: Type.String(),
  /** As it was sent when the table was opened. */
  description: Nullable(Type.Record(Type.String(), Type.Unknown())),
  expanded: Type.Boolean(),
});
export type TabTable = Static<typeof TabTable>;

/** A tab as the server keeps it ([3.13-01]). */
export const TabState = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  label: Type.String(),
  active: Type.Boolean(),
  database_id: Nullable(Type.Integer()),
  catalog: MaybeText,
  schema: MaybeText,
  sql: MaybeText,
  query_limit: Nullable(Type.Integer()),
  latest_query: Nullable(Query),
  saved_query: Nullable(Type.Object({ id: Type.Integer() })),
  autorun: Type.Boolean(),
  template_params: MaybeText,
  hide_left_bar: Type.Boolean(),
  extra_json: Type.Record(Type.String(), Type.Unknown()),
  table_schemas: Type.Array(TabTable),
  /** The name that the browser gave it. */
  client_id: MaybeText,
  /** Counts the changes of what the tab says. */
  revision: Type.Integer(),
  changed_on: Type.String(),
});
export type TabState = Static<typeof TabState>;

/** The id of what was made, and the revision to base the next change on. */
export const TabMade = Type.Object({ id: Type.Integer(), revision: Type.Integer() });
export type TabMade = Static<typeof TabMade>;
/** 409: the tab says something else by now, and nothing was changed. */
export const TabConflict = Type.Object({ message: Type.String(), result: TabState });
export type TabConflict = Static<typeof TabConflict>;
export const TableMade = Type.Object({ id: Type.Integer() });
export type TableMade = Static<typeof TableMade>;
export const TableIsExpanded = Type.Object({ id: Type.Integer(), expanded: Type.Boolean() });
export type TableIsExpanded = Static<typeof TableIsExpanded>;
