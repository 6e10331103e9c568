import { Type, type Static, type TSchema } from 'typebox';
import { UserShape } from '../charts/schema.ts';
import { IdParams } from '../item-shapes.ts';
import { TagRef } from '../tagged/tag-ref.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Text = (maxLength: number) => Nullable(Type.String({ maxLength }));
const MaybeText = Nullable(Type.String());
const MaybeUser = Nullable(UserShape);
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Ids = Type.Array(Id, { maxItems: 1000 });
const closed = { additionalProperties: false } as const;

/** The longest script of the editor. */
export const MAX_SAVED_SQL = 1_000_000;

const fields = {
  label: Text(256),
  description: Text(50_000),
  db_id: Id,
  catalog: Text(500),
  schema: Text(500),
  sql: Type.String({ maxLength: MAX_SAVED_SQL }),
  /** JSON text of an object. */
  template_parameters: Text(100_000),
  /** Schedule and other settings, as JSON text of an object. */
  extra_json: Text(200_000),
  /** A path that its owner chooses, parts joined by `/`; null is the top. Nothing is inherited from it. */
  folder: Text(1000),
  /** Everybody who may use its database sees it. */
  is_shared: Type.Boolean(),
  /** Users and roles that it is given to; who of them may use its database sees it. */
  shared_users: Ids,
  shared_roles: Ids,
  tags: Ids,
};
const { db_id, sql, ...rest } = fields;

/** A query to save ([7.6-07]). */
export const SavedQueryPost = Type.Object(
  {
    db_id,
    sql,
    ...Type.Partial(Type.Object(rest)).properties,
    uuid: Type.Optional(Type.String({ format: 'uuid' })),
  },
  closed,
);
export type SavedQueryPost = Static<typeof SavedQueryPost>;
/** What is left out stays. */
export const SavedQueryPut = Type.Partial(Type.Object(fields), closed);
export type SavedQueryPut = Static<typeof SavedQueryPut>;

/** A saved query as lists and items answer it. */
export const SavedQueryRow = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  label: Type.String(),
  description: MaybeText,
  db_id: Type.Integer(),
  database: Type.Object({ id: Type.Integer(), database_name: MaybeText }),
  catalog: MaybeText,
  schema: MaybeText,
  sql: Type.String(),
  /** In a list its texts may be cut where those of the page are long; the query itself has them whole. */
  is_cut: Type.Boolean(),
  template_parameters: MaybeText,
  /** The tables that it names. */
  sql_tables: Type.Array(Type.Object({ catalog: MaybeText, schema: MaybeText, table: Type.String() })),
  extra_json: MaybeText,
  /** `extra_json` as an object. */
  extra: Type.Record(Type.String(), Type.Unknown()),
  folder: MaybeText,
  is_shared: Type.Boolean(),
  /** Who sees it besides its owner. */
  shared_with: Type.Enum(['everybody', 'some', 'nobody']),
  /** Whether the reader may change it, and so see its versions and whom it is given to. */
  can_edit: Type.Boolean(),
  /** Address under which the editor opens it. */
  url: Type.String(),
  last_run: MaybeText,
  last_run_delta_humanized: Type.String(),
  rows: Nullable(Type.Integer({ description: 'Of the last run.' })),
  created_by: MaybeUser,
  changed_by: MaybeUser,
  created_on: Type.String(),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
  tags: Type.Array(TagRef),
  version: Type.Integer(),
});
export type SavedQueryRow = Static<typeof SavedQueryRow>;

/** `shared_users` and `shared_roles` are empty for those who may not change it. */
export const SavedQuery = Type.Object({
  ...SavedQueryRow.properties,
  shared_users: Type.Array(UserShape),
  shared_roles: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
});
export type SavedQuery = Static<typeof SavedQuery>;
export const SavedQueryItem = Type.Object({
  id: Type.Integer(),
  result: Type.Union([SavedQuery, Type.Record(Type.String(), Type.Unknown())]),
});
export type SavedQueryItem = Static<typeof SavedQueryItem>;

/** The text of a saved query as a save left it; `version` is that of the save. */
export const SavedQueryVersion = Type.Object({
  version: Type.Integer(),
  label: Type.String(),
  created_on: Type.String(),
  created_by: MaybeUser,
  /** Characters of its SQL. */
  size: Type.Integer(),
});
export type SavedQueryVersion = Static<typeof SavedQueryVersion>;
export const SavedQueryVersions = Type.Object({ result: Type.Array(SavedQueryVersion) });
export type SavedQueryVersions = Static<typeof SavedQueryVersions>;
export const SavedQueryText = Type.Object({
  result: Type.Object({
    ...SavedQueryVersion.properties,
    sql: Type.String(),
    template_parameters: MaybeText,
  }),
});
export type SavedQueryText = Static<typeof SavedQueryText>;
export const SavedQueryVersionParams = Type.Object({ ...IdParams.properties, version: Id });
export const SavedQueryRestored = Type.Object({ id: Type.Integer(), version: Type.Integer() });
export type SavedQueryRestored = Static<typeof SavedQueryRestored>;
