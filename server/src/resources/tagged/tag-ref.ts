import { Type, type Static } from 'typebox';

/** The kind of a tag that users make; kinds that a system gives by itself are not made here. */
export const CUSTOM = 1;

/** A tag as the objects that carry it answer it. */
export const TagRef = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: Type.Integer({ description: '1: made by a user.' }),
});
export type TagRef = Static<typeof TagRef>;
