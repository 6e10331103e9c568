import { Type, type Static } from 'typebox';
import { UserShape } from '../charts/schema.ts';

/**
 * How access is given: a role of the user joins the roles of the dashboard, or the user may read the data of its
 * charts.
 */
const Way = Type.Union([Type.Literal('role'), Type.Literal('data')]);
/**
 * Why this reader cannot give it: it is a draft, only an administrator opens data, or the user has no role to add.
 */
const Obstacle = Type.Union([Type.Literal('draft'), Type.Literal('admin'), Type.Literal('no_role')]);

export const AccessRequestItem = Type.Object({
  id: Type.Integer(),
  dashboard: Type.Object({ id: Type.Integer(), title: Type.String(), url: Type.String() }),
  person: Type.Intersect([UserShape, Type.Object({ username: Type.String() })]),
  created_on: Type.String(),
  created_on_humanized: Type.String(),
  way: Way,
  obstacle: Type.Union([Obstacle, Type.Null()]),
  /** Roles of the user, of which one joins the dashboard; only where the way is `role`. */
  roles: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
});
export type AccessRequestItem = Static<typeof AccessRequestItem>;

export const AccessDecision = Type.Object(
  {
    decision: Type.Union([Type.Literal('given'), Type.Literal('dismissed')]),
    role_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'The role that joins the dashboard; the first of the person when left out.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type AccessDecision = Static<typeof AccessDecision>;
