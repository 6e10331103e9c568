import { Type, type Static } from 'typebox';
import { EMAIL_PATTERN } from '../../http/validation.ts';

const closed = { additionalProperties: false } as const;
const Name = Type.String({ minLength: 1, maxLength: 64 });
/** Not everybody has one. */
const LastName = Type.String({ maxLength: 64 });
const Email = Type.String({ minLength: 3, maxLength: 320, pattern: EMAIL_PATTERN });
const Ids = Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 500 });

export const UserPost = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 128, pattern: '^\\S(.*\\S)?$' }),
    first_name: Name,
    last_name: LastName,
    email: Email,
    password: Type.String({ minLength: 1, maxLength: 1024 }),
    active: Type.Optional(Type.Boolean()),
    roles: Ids,
    groups: Type.Optional(
      Type.Array(Type.Integer(), { maxItems: 0, description: 'There are no groups; an empty list is taken.' }),
    ),
  },
  closed,
);
export const UserPut = Type.Partial(UserPost, closed);
export type UserPost = Static<typeof UserPost>;
export type UserPut = Static<typeof UserPut>;

const UserRef = Type.Object({ id: Type.Integer() });
const RoleName = Type.Object({ id: Type.Integer(), name: Type.String() });
const Nullable = Type.Union([Type.String(), Type.Null()]);

/** A user as administrators see them; there is no password in it. */
export const User = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  active: Type.Boolean(),
  last_login: Nullable,
  login_count: Type.Integer(),
  created_on: Type.String(),
  changed_on: Type.String(),
  created_by: Type.Union([UserRef, Type.Null()]),
  changed_by: Type.Union([UserRef, Type.Null()]),
  version: Type.Integer(),
  roles: Type.Array(RoleName),
  /** There are none yet. */
  groups: Type.Array(RoleName, { maxItems: 0 }),
});
export type User = Static<typeof User>;
export const UserItem = Type.Object({ id: Type.Integer(), result: User });
export type UserItem = Static<typeof UserItem>;
export const UserSaved = Type.Object({ id: Type.Integer(), result: User });
export type UserSaved = Static<typeof UserSaved>;
