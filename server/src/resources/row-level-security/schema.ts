import { Type, type Static } from 'typebox';

const closed = { additionalProperties: false } as const;
const Ids = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { maxItems: 1000 });

const fields = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  filter_type: Type.Union([Type.Literal('Regular'), Type.Literal('Base')]),
  /** Datasets that the rule limits. */
  tables: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { minItems: 1, maxItems: 1000 }),
  roles: Ids,
  group_key: Type.Union([Type.String({ maxLength: 255 }), Type.Null()]),
  clause: Type.String({ minLength: 1, maxLength: 20_000 }),
  description: Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()]),
};
const { group_key, description, ...needed } = fields;

export const RulePost = Type.Object(
  { ...needed, group_key: Type.Optional(group_key), description: Type.Optional(description) },
  closed,
);
export type RulePost = Static<typeof RulePost>;
export const RulePut = Type.Partial(Type.Object(fields), closed);
export type RulePut = Static<typeof RulePut>;

export const Rule = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  filter_type: fields.filter_type,
  group_key: Type.Union([Type.String(), Type.Null()]),
  clause: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  tables: Type.Array(
    Type.Object({ id: Type.Integer(), schema: Type.Union([Type.String(), Type.Null()]), table_name: Type.String() }),
  ),
  roles: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
  version: Type.Integer(),
});
export type Rule = Static<typeof Rule>;
export const RuleItem = Type.Object({ id: Type.Integer(), result: Rule });
export type RuleItem = Static<typeof RuleItem>;
export const RuleSaved = Type.Object({ id: Type.Integer(), result: RulePut });
export type RuleSaved = Static<typeof RuleSaved>;
