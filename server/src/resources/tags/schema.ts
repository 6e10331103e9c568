import { Type, type Static } from 'typebox';
import { taggedTypes } from '../../metadata/tables.ts';
import { UserShape } from '../charts/schema.ts';
import { TagRef } from '../tagged/tag-ref.ts';

const closed = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const MaybeUser = Type.Union([UserShape, Type.Null()]);
const Name = Type.String({ minLength: 1, maxLength: 250 });

/** Types of objects by name, and by the numbers that scripts use: 1 is a saved query, 2 a chart, 3 a dashboard. */
const ObjectType = Type.Union([Type.Enum([...taggedTypes]), Type.Enum(['1', '2', '3']), Type.Integer()]);
const ObjectList = Type.Array(Type.Tuple([ObjectType, Id]), { maxItems: 1000 });

const fields = {
  name: Name,
  description: Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()]),
  objects_to_tag: ObjectList,
};
const { name, ...rest } = fields;

export const TagPost = Type.Object({ name, ...Type.Partial(Type.Object(rest)).properties }, closed);
export type TagPost = Static<typeof TagPost>;
/** What is left out stays; `objects_to_tag` are all objects that carry the tag from then on. */
export const TagPut = Type.Partial(Type.Object(fields), closed);
export type TagPut = Static<typeof TagPut>;
/** Each tag is made where it is missing, and put on its objects. */
export const TagBulk = Type.Object({ tags: Type.Array(TagPost, { minItems: 1, maxItems: 100 }) }, closed);
export type TagBulk = Static<typeof TagBulk>;
export const TagNames = Type.Object(
  { properties: Type.Object({ tags: Type.Array(Name, { minItems: 1, maxItems: 100 }) }, closed) },
  closed,
);
export type TagNames = Static<typeof TagNames>;

export const Tag = Type.Object({
  ...TagRef.properties,
  uuid: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  chart_count: Type.Integer({ description: 'Charts with this tag that the reader may see.' }),
  dashboard_count: Type.Integer({ description: 'Dashboards with this tag that the reader may see.' }),
  query_count: Type.Integer({ description: 'Saved queries with this tag that the reader may see.' }),
  /** May the reader rename, describe and delete it. */
  can_edit: Type.Boolean(),
  created_by: MaybeUser,
  changed_by: MaybeUser,
  created_on: Type.String(),
  changed_on: Type.String(),
  created_on_delta_humanized: Type.String(),
  changed_on_delta_humanized: Type.String(),
  version: Type.Integer(),
});
export type Tag = Static<typeof Tag>;
export const TagItem = Type.Object({ id: Type.Integer(), result: Tag });
export type TagItem = Static<typeof TagItem>;
export const TagSaved = Type.Object({ id: Type.Integer(), result: TagPut });
export type TagSaved = Static<typeof TagSaved>;

const Pair = Type.Tuple([Type.String(), Type.Integer()]);
export const TagBulkBody = Type.Object({
  result: Type.Object({
    objects_tagged: Type.Array(Pair),
    objects_skipped: Type.Array(Pair),
    /** The tags as they are now, in the order in which they were named. */
    tags: Type.Array(TagRef),
  }),
});
export type TagBulkBody = Static<typeof TagBulkBody>;

const Csv = Type.Optional(Type.String({ maxLength: 10_000 }));
export const ObjectsQuery = Type.Object({
  tags: Csv,
  tagIds: Csv,
  types: Type.Optional(Type.String({ maxLength: 200, description: 'chart,dashboard,query; all when left out.' })),
});
export type ObjectsQuery = Static<typeof ObjectsQuery>;

/** An object that carries a tag. */
export const TaggedObject = Type.Object({
  id: Type.Integer(),
  type: Type.Enum([...taggedTypes]),
  name: Type.String(),
  url: Type.String(),
  changed_on: Type.String(),
  created_by: Type.Union([Type.Integer(), Type.Null()]),
  creator: Type.String(),
  tags: Type.Array(TagRef),
  owners: Type.Array(UserShape),
});
export type TaggedObject = Static<typeof TaggedObject>;
export const TaggedObjects = Type.Object({ result: Type.Array(TaggedObject) });
export type TaggedObjects = Static<typeof TaggedObjects>;

export const ObjectParams = Type.Object({ type: Type.String({ maxLength: 20 }), object: Id });
export const ObjectTagParams = Type.Object({ ...ObjectParams.properties, tag: Type.String({ maxLength: 250 }) });
