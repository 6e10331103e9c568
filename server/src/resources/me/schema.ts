import { Type, type Static } from 'typebox';
import { EMAIL_PATTERN } from '../../http/validation.ts';

const Name = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }));
/** Not everybody has one. */
const LastName = Type.Optional(Type.String({ maxLength: 64 }));
const Secret = Type.Optional(Type.String({ minLength: 1, maxLength: 1024 }));

export const Me = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  is_active: Type.Boolean(),
  is_anonymous: Type.Boolean(),
  login_count: Type.Integer(),
});
export type Me = Static<typeof Me>;
/** A guest has no account. */
const GuestMe = Type.Object({
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  is_active: Type.Boolean(),
  is_anonymous: Type.Boolean(),
});
export const MeBody = Type.Object({ result: Type.Union([Me, GuestMe]) });
export type MeBody = Static<typeof MeBody>;

export const MePut = Type.Object(
  {
    first_name: Name,
    last_name: LastName,
    email: Type.Optional(Type.String({ minLength: 3, maxLength: 320, pattern: EMAIL_PATTERN })),
    password: Secret,
    current_password: Secret,
  },
  { additionalProperties: false },
);
export type MePut = Static<typeof MePut>;

const roleParts = {
  firstName: Type.String(),
  lastName: Type.String(),
  isActive: Type.Boolean(),
  isAnonymous: Type.Boolean(),
  isAdmin: Type.Boolean(),
  roles: Type.Record(Type.String(), Type.Array(Type.Tuple([Type.String(), Type.String()]))),
  permissions: Type.Record(Type.String(), Type.Array(Type.String())),
};

/** A user with an account, with their roles. */
const MeWithRoles = Type.Object({
  ...Me.properties,
  ...roleParts,
  userId: Type.Integer(),
  createdOn: Type.String(),
});
export type MeWithRoles = Static<typeof MeWithRoles>;

/** Who asks, with roles and pairs, in the names that clients of either generation read. */
export const MeRolesBody = Type.Object({
  result: Type.Union([MeWithRoles, Type.Object({ ...GuestMe.properties, ...roleParts })]),
});
export type MeRolesBody = Static<typeof MeRolesBody>;
