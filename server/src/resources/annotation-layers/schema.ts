import { Type, type Static } from 'typebox';
import { UserShape } from '../charts/schema.ts';

const closed = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const TextOrNull = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()]);
const MaybeUser = Type.Union([UserShape, Type.Null()]);

const layerFields = { name: Type.String({ minLength: 1, maxLength: 250 }), descr: TextOrNull(10_000) };
const annotationFields = {
  short_descr: Type.String({ minLength: 1, maxLength: 500 }),
  long_descr: TextOrNull(10_000),
  /** ISO 8601; read as UTC where it names no zone. */
  start_dttm: Type.String({ maxLength: 40 }),
  /** Left out, null or empty: the annotation is a moment. */
  end_dttm: TextOrNull(40),
  json_metadata: TextOrNull(100_000),
};
const { short_descr, start_dttm, ...annotationRest } = annotationFields;

export const LayerPost = Type.Object({ name: layerFields.name, descr: Type.Optional(layerFields.descr) }, closed);
export type LayerPost = Static<typeof LayerPost>;
export const LayerPut = Type.Partial(Type.Object(layerFields), closed);
export type LayerPut = Static<typeof LayerPut>;

export const AnnotationPost = Type.Object(
  { short_descr, start_dttm, ...Type.Partial(Type.Object(annotationRest)).properties },
  closed,
);
export type AnnotationPost = Static<typeof AnnotationPost>;
export const AnnotationPut = Type.Partial(Type.Object(annotationFields), closed);
export type AnnotationPut = Static<typeof AnnotationPut>;

const trail = {
  created_by: MaybeUser,
  changed_by: MaybeUser,
  created_on: Type.String(),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
  version: Type.Integer(),
};

export const Layer = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  name: Type.String(),
  descr: Type.Union([Type.String(), Type.Null()]),
  ...trail,
});
export type Layer = Static<typeof Layer>;
export const LayerItem = Type.Object({ id: Type.Integer(), result: Layer });
export type LayerItem = Static<typeof LayerItem>;
export const LayerSaved = Type.Object({ id: Type.Integer(), result: LayerPut });
export type LayerSaved = Static<typeof LayerSaved>;

export const Annotation = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  short_descr: Type.String(),
  long_descr: Type.Union([Type.String(), Type.Null()]),
  start_dttm: Type.String(),
  end_dttm: Type.String(),
  json_metadata: Type.Union([Type.String(), Type.Null()]),
  layer: Type.Object({ id: Type.Integer(), name: Type.String() }),
  ...trail,
});
export type Annotation = Static<typeof Annotation>;
export const AnnotationItem = Type.Object({ id: Type.Integer(), result: Annotation });
export type AnnotationItem = Static<typeof AnnotationItem>;
export const AnnotationSaved = Type.Object({ id: Type.Integer(), result: AnnotationPut });
export type AnnotationSaved = Static<typeof AnnotationSaved>;

export const AnnotationParams = Type.Object({ id: Id, annotationId: Id });
export type AnnotationParams = Static<typeof AnnotationParams>;
