import { Type, type Static } from 'typebox';

const closed = { additionalProperties: false } as const;
const Name = Type.String({ minLength: 1, maxLength: 256 });
/** Where a user goes after signing in. */
const Address = Type.String({ maxLength: 20_000 });
const Password = Type.String({ minLength: 1, maxLength: 1024 });

export const LoginBody = Type.Object(
  {
    username: Name,
    password: Password,
    provider: Type.Optional(Type.String({ maxLength: 60, description: 'db' })),
    refresh: Type.Optional(
      Type.Union([Type.Boolean(), Type.String({ maxLength: 20 })], {
        description: 'Whether a refresh token is wanted; some clients send it as text.',
      }),
    ),
  },
  closed,
);
export type LoginBody = Static<typeof LoginBody>;
export const TokensBody = Type.Object({ access_token: Type.String(), refresh_token: Type.Optional(Type.String()) });
export type TokensBody = Static<typeof TokensBody>;
export const CsrfBody = Type.Object({ result: Type.String() });
export type CsrfBody = Static<typeof CsrfBody>;

/** The sign-in page posts a form or JSON. */
export const SignInBody = Type.Object({
  username: Name,
  password: Password,
  csrf_token: Type.Optional(Type.String({ maxLength: 500 })),
  next: Type.Optional(Address),
});
export type SignInBody = Static<typeof SignInBody>;
export const SignedInBody = Type.Object({ message: Type.String(), next: Type.String() });
export type SignedInBody = Static<typeof SignedInBody>;
export const NextQuery = Type.Object({ next: Type.Optional(Address) });
export type NextQuery = Static<typeof NextQuery>;
