import { queryOptions } from '@tanstack/react-query';
import type { Result, Tag as TagBody, TagBulkBody, TaggedObject, TagPost, TagRef } from '@tessera/server/contract';
import { request } from './client.ts';
import { listAddress, type ListAnswer } from './list.ts';

export type { TaggedObject, TagRef } from '@tessera/server/contract';

/** What lists and dialogs read of a tag. */
export type Tag = Pick<
  TagBody,
  | 'id'
  | 'name'
  | 'description'
  | 'chart_count'
  | 'dashboard_count'
  | 'can_edit'
  | 'created_by'
  | 'changed_on_delta_humanized'
  | 'version'
>;
export type TagInput = Required<Pick<TagPost, 'name' | 'description'>>;
export type TaggedType = TaggedObject['type'];

export const tagsResource = 'tag';

export function tagDetails(id: number) {
  return queryOptions({
    queryKey: [tagsResource, id] as const,
    queryFn: async ({ signal }) => (await request<Result<Tag>>(`/tag/${id}`, { signal })).result,
  });
}

/** Charts and dashboards with this tag that the user may see. */
export function taggedObjects(id: number) {
  return queryOptions({
    queryKey: [tagsResource, id, 'objects'] as const,
    queryFn: async ({ signal }) =>
      (await request<Result<readonly TaggedObject[]>>(`/tag/get_objects/?tagIds=${id}`, { signal })).result,
  });
}

/** Makes a tag, or changes one. @throws ApiError 412 when the tag is at another version by now */
export async function saveTag(tag: Pick<Tag, 'id' | 'version'> | null, input: TagInput): Promise<void> {
  if (tag === null) await request('/tag/', { method: 'POST', body: input });
  else await request(`/tag/${tag.id}`, { method: 'PUT', body: input, ifMatch: tag.version });
}

/** The tags of these names; those that are missing are made. `known` need no question. */
export async function tagsNamed(
  names: readonly string[],
  known: readonly TagRefLike[],
): Promise<readonly TagRefLike[]> {
  const byName = new Map(known.map((tag) => [tag.name, tag]));
  const unknown = names.filter((name) => !byName.has(name));
  if (unknown.length > 0) {
    const address = listAddress('tag', {
      columns: ['id', 'name'],
      filters: [{ col: 'name', opr: 'in', value: unknown }],
      pageSize: -1,
    });
    const { result } = await request<ListAnswer<TagRefLike>>(address);
    for (const tag of result) byName.set(tag.name, tag);
  }
  const missing = unknown.filter((name) => !byName.has(name));
  if (missing.length > 0) {
    const made = await bulkTag(missing, []);
    for (const [at, name] of missing.entries()) {
      const tag = made.tags[at];
      if (tag) byName.set(name, tag);
    }
  }
  const found = names.flatMap((name) => byName.get(name) ?? []);
  // Two names that differ in their case only are one tag.
  return found
    .filter((tag, at) => found.findIndex(({ id }) => id === tag.id) === at)
    .map(({ id, name }) => ({ id, name }));
}

type TagRefLike = Pick<TagRef, 'id' | 'name'>;

/** Put each of the tags on each of the objects. */
export async function bulkTag(
  names: readonly string[],
  objects: readonly (readonly [TaggedType, number])[],
): Promise<TagBulkBody['result']> {
  const tags = names.map((name) => ({ name, objects_to_tag: objects }));
  return (await request<TagBulkBody>('/tag/bulk_create', { method: 'POST', body: { tags } })).result;
}
