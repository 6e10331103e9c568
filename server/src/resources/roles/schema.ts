import { Type, type Static } from 'typebox';

const closed = { additionalProperties: false } as const;
const Ids = Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 10_000 });

export const RolePost = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 64, pattern: '^\\S(.*\\S)?$' }) },
  closed,
);
export type RolePost = Static<typeof RolePost>;
export const RoleUsersPut = Type.Object({ user_ids: Ids }, closed);
export type RoleUsersPut = Static<typeof RoleUsersPut>;
export const RolePermissionsPost = Type.Object({ permission_view_menu_ids: Ids }, closed);
export type RolePermissionsPost = Static<typeof RolePermissionsPost>;

export const Role = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  name: Type.String(),
  is_builtin: Type.Boolean(),
  version: Type.Integer(),
  permission_ids: Type.Array(Type.Integer()),
  user_ids: Type.Array(Type.Integer()),
  group_ids: Type.Array(Type.Integer()),
});
export type Role = Static<typeof Role>;
export const RoleItem = Type.Object({ id: Type.Integer(), result: Role });
export type RoleItem = Static<typeof RoleItem>;
export const RolePairs = Type.Object({
  result: Type.Array(
    Type.Object({ id: Type.Integer(), permission_name: Type.String(), view_menu_name: Type.String() }),
  ),
});
export type RolePairs = Static<typeof RolePairs>;
export const RolePairsSaved = Type.Object({ result: RolePermissionsPost });
export type RolePairsSaved = Static<typeof RolePairsSaved>;
export const RoleUsersSaved = Type.Object({ result: RoleUsersPut });
export type RoleUsersSaved = Static<typeof RoleUsersSaved>;
export const RoleSearch = Type.Object({
  count: Type.Integer(),
  ids: Type.Array(Type.Integer()),
  result: Type.Array(Role),
});
export type RoleSearch = Static<typeof RoleSearch>;

const envelope = {
  count: Type.Integer(),
  ids: Type.Array(Type.Integer()),
  list_columns: Type.Array(Type.String()),
  list_title: Type.String(),
  order_columns: Type.Array(Type.String()),
  label_columns: Type.Record(Type.String(), Type.String()),
  description_columns: Type.Record(Type.String(), Type.String()),
};

/** Names of permissions, or of what they are about. */
export const NameList = Type.Object({
  ...envelope,
  result: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
});
export type NameList = Static<typeof NameList>;

/** Pairs as the permission list shows them. */
export const PairList = Type.Object({
  ...envelope,
  result: Type.Array(
    Type.Object({
      id: Type.Integer(),
      permission: Type.Object({ name: Type.String() }),
      view_menu: Type.Object({ name: Type.String(), title: Type.String() }),
    }),
  ),
});
export type PairList = Static<typeof PairList>;
