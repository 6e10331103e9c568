import { Type, type Static } from 'typebox';

const closed = { additionalProperties: false } as const;
const Name = Type.Optional(Type.String({ maxLength: 256 }));
const Uuid = Type.String({ minLength: 36, maxLength: 36 });

/** The sites that may embed a dashboard; none is any. */
export const EmbeddingBody = Type.Object(
  { allowed_domains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 100 }) },
  closed,
);
export type EmbeddingBody = Static<typeof EmbeddingBody>;

export const EmbeddingItem = Type.Object({
  uuid: Uuid,
  allowed_domains: Type.Array(Type.String()),
  /** A text, as older clients read it. */
  dashboard_id: Type.String(),
  changed_on: Type.String(),
  changed_by: Type.Union([Type.Object({ id: Type.Integer() }), Type.Null()]),
});
export type EmbeddingItem = Static<typeof EmbeddingItem>;

/** What a guest token is to hold: who the guest is called, what they see, and which rows of it. */
export const GuestTokenBody = Type.Object(
  {
    user: Type.Optional(Type.Object({ username: Name, first_name: Name, last_name: Name }, closed)),
    resources: Type.Array(
      Type.Object({ type: Type.Literal('dashboard'), id: Type.String({ minLength: 1, maxLength: 64 }) }, closed),
      { minItems: 1, maxItems: 100 },
    ),
    rls: Type.Array(
      Type.Object(
        {
          dataset: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), Type.Null()])),
          clause: Type.String({ minLength: 1, maxLength: 10_000 }),
        },
        closed,
      ),
      { maxItems: 100 },
    ),
  },
  closed,
);
export type GuestTokenBody = Static<typeof GuestTokenBody>;
export const GuestTokenAnswer = Type.Object({ token: Type.String() });
