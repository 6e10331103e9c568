import { Type, type Static } from 'typebox';
import { UserShape } from '../charts/schema.ts';

const closed = { additionalProperties: false } as const;
const MaybeUser = Type.Union([UserShape, Type.Null()]);
const fields = {
  template_name: Type.String({ minLength: 1, maxLength: 250 }),
  /** As the style of a dashboard. */
  css: Type.String({ maxLength: 200_000 }),
};

export const CssTemplatePost = Type.Object(fields, closed);
export type CssTemplatePost = Static<typeof CssTemplatePost>;
export const CssTemplatePut = Type.Partial(Type.Object(fields), closed);
export type CssTemplatePut = Static<typeof CssTemplatePut>;

export const CssTemplate = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  template_name: Type.String(),
  css: Type.String(),
  created_by: MaybeUser,
  changed_by: MaybeUser,
  created_on: Type.String(),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
  version: Type.Integer(),
});
export type CssTemplate = Static<typeof CssTemplate>;
export const CssTemplateItem = Type.Object({ id: Type.Integer(), result: CssTemplate });
export type CssTemplateItem = Static<typeof CssTemplateItem>;
export const CssTemplateSaved = Type.Object({ id: Type.Integer(), result: CssTemplatePut });
export type CssTemplateSaved = Static<typeof CssTemplateSaved>;
