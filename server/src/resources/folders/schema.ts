import { Type, type Static } from 'typebox';
import { UserShape } from '../charts/schema.ts';

const closed = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Ids = Type.Array(Id, { maxItems: 1000 });
const fields = {
  name: Type.String({ minLength: 1, maxLength: 250, pattern: '\\S' }),
  /** The folder that it lies in; null at the top. */
  parent_id: Type.Union([Id, Type.Null()]),
  owners: Ids,
  roles: Ids,
};

const { name, ...others } = fields;

export const FolderPost = Type.Object({ name, ...Type.Partial(Type.Object(others)).properties }, closed);
export type FolderPost = Static<typeof FolderPost>;
export const FolderPut = Type.Partial(Type.Object(fields), closed);
export type FolderPut = Static<typeof FolderPut>;

export const Folder = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  name: Type.String(),
  parent_id: Type.Union([Type.Integer(), Type.Null()]),
  /** Its own; those of the folders above it act as well. */
  owners: Type.Array(UserShape),
  roles: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  /** Dashboards in it and below it that the reader sees. */
  dashboard_count: Type.Integer(),
  can_edit: Type.Boolean(),
  version: Type.Integer(),
});
export type Folder = Static<typeof Folder>;
export const Folders = Type.Object({ count: Type.Integer(), result: Type.Array(Folder) });
export type Folders = Static<typeof Folders>;
export const FolderItem = Type.Object({ id: Type.Integer(), result: Folder });
export type FolderItem = Static<typeof FolderItem>;
