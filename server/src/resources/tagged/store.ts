import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { contains } from '../../http/list-filters.ts';
import type { RelatedSource } from '../../http/list-spec.ts';
import type { TaggedType } from '../../metadata/tables.ts';
import { can } from '../../principal.ts';
import type { Db } from '../owners/store.ts';
import { CUSTOM, type TagRef } from './tag-ref.ts';

export type { TagRef } from './tag-ref.ts';

/** Tags of many objects of one type, by object id; objects without tags are absent. */
export async function tagsOf(
  db: Db,
  type: TaggedType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly TagRef[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('tagged_objects')
    .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
    .select(['tagged_objects.object_id', 'tags.id', 'tags.name'])
    .where('tagged_objects.object_type', '=', type)
    .where('tagged_objects.object_id', 'in', ids)
    .orderBy('tags.name_key')
    .execute();
  const byObject = new Map<number, TagRef[]>();
  for (const { object_id, ...tag } of rows)
    byObject.set(object_id, [...(byObject.get(object_id) ?? []), { ...tag, type: CUSTOM }]);
  return byObject;
}

/** Put exactly these tags on one object. Ids must exist. */
export async function setTags(db: Db, type: TaggedType, objectId: number, tagIds: readonly number[]): Promise<void> {
  await db.deleteFrom('tagged_objects').where('object_type', '=', type).where('object_id', '=', objectId).execute();
  await addTags(db, type, objectId, tagIds);
}

/** Put these tags on one object, beside those that it has. */
export async function addTags(db: Db, type: TaggedType, objectId: number, tagIds: readonly number[]): Promise<void> {
  const unique = [...new Set(tagIds)];
  if (unique.length === 0) return;
  await db
    .insertInto('tagged_objects')
    .values(unique.map((tagId) => ({ tag_id: tagId, object_type: type, object_id: objectId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Put the tags of an object on its copy. */
export async function copyTags(db: Db, type: TaggedType, from: number, to: number): Promise<void> {
  const tags = (await tagsOf(db, type, [from])).get(from) ?? [];
  await addTags(
    db,
    type,
    to,
    tags.map(({ id }) => id),
  );
}

/** @throws AppError rejected_fields for a tag that does not exist */
export async function assertTags(db: Db, ids: readonly number[] = []): Promise<void> {
  const wanted = new Set(ids);
  if (wanted.size === 0) return;
  const known = await db
    .selectFrom('tags')
    .select('id')
    .where('id', 'in', [...wanted])
    .execute();
  if (known.length < wanted.size)
    throw new AppError('rejected_fields', { fields: { tags: [message('Some tags do not exist')] } });
}

/** The object whose id `column` holds carries this tag. */
export function hasTag(type: TaggedType, column: string, tagId: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from tagged_objects as tg where tg.object_type = ${type} and
    tg.object_id = ${sql.ref(column)} and tg.tag_id = ${tagId})`;
}

/** The object whose id `column` holds carries a tag with this text in its name. */
export function hasTagNamed(type: TaggedType, column: string, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from tagged_objects as tg join tags as tn on tn.id = tg.tag_id where
    tg.object_type = ${type} and tg.object_id = ${sql.ref(column)} and ${contains(sql.ref('tn.name'), text)})`;
}

/** Tags to filter a list by, for who may read tags. */
export const tagChoices: RelatedSource = {
  from: (principal) =>
    can(principal, 'can_read', 'Tag') ? sql`from tags where tags.deleted_on is null` : sql`from tags where 1 = 0`,
  value: sql.ref('tags.id'),
  text: sql.ref('tags.name'),
};
