import { chartHref, hrefOf } from '@tessera/core/pages';
import type { Kysely } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { bindAll } from '../../bind-all.ts';
import { assertVersion, changed, created } from '../../metadata/audit.ts';
import { taggedTypes, type TaggedType, type Tables } from '../../metadata/tables.ts';
import { isUniqueViolation } from '../../metadata/unique.ts';
import { can, type Principal } from '../../principal.ts';
import { mayEditTag } from '../access/policy.ts';
import type { ChartService } from '../charts/service.ts';
import type { DashboardService } from '../dashboards/service.ts';
import { dashboardUrl } from '../dashboard-url.ts';
import type { FavoriteStore } from '../favorites/store.ts';
import { nameOf } from '../list-searches.ts';
import { ownersOf, usersById, type User } from '../owners/store.ts';
import type { SavedQueryService } from '../saved-queries/service.ts';
import { complaint, keyOf, taggedType, tagName } from './names.ts';
import type { ObjectsQuery, Tag, TagBulk, TagBulkBody, TaggedObject, TagPost, TagPut } from './schema.ts';
import { createTagStore, taggedViews, type ObjectRef, type TagStore } from './store.ts';
import { CUSTOM, type TagRef } from '../tagged/tag-ref.ts';
import { tagsOf } from '../tagged/store.ts';

export type TagService = ReturnType<typeof createTagService>;
type Saved = { readonly id: number; readonly version: number };

type Needs = {
  readonly db: Kysely<Tables>;
  readonly now: () => Date;
  readonly dashboardRoles: boolean;
  readonly favorites: FavoriteStore;
  readonly charts: Pick<ChartService, 'editable'>;
  readonly dashboards: Pick<DashboardService, 'editable'>;
  readonly savedQueries: Pick<SavedQueryService, 'editable'>;
};
type Context = Needs & { readonly store: TagStore };

/**
 * Tags. Everyone who reads tags sees their names; who made a tag and admins change it, and an object is tagged by who
 * may edit that object.
 */
export function createTagService(needs: Needs) {
  const context: Context = { ...needs, store: createTagStore(needs.db, needs.dashboardRoles) };
  return bindAll(context, {
    byIds,
    countOf: ({ store }: Context, principal: Principal, type: TaggedType) => store.counted(principal, type),
    read,
    create,
    update,
    remove,
    removeNamed,
    bulkCreate,
    tagObject,
    untagObject,
    objects,
    favor,
    favoriteStatus,
  });
}

/** Tags as lists and items answer them, in the order of `ids`. */
async function byIds(context: Context, ids: readonly number[], principal: Principal): Promise<readonly Tag[]> {
  const at = context.now().getTime();
  return (await context.store.byIds(principal, ids)).map(({ people, ...row }) => {
    const user = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
    return {
      ...row,
      type: CUSTOM,
      can_edit: mayEditTag(principal, row),
      created_by: user(row.created_by),
      changed_by: user(row.changed_by),
      created_on_delta_humanized: relativeTime(row.created_on, at),
      changed_on_delta_humanized: relativeTime(row.changed_on, at),
    };
  });
}

/** @throws AppError not_found */
async function read(context: Context, principal: Principal, id: number): Promise<Tag> {
  const [found] = await byIds(context, [id], principal);
  if (!found) throw new AppError('not_found', {});
  return found;
}

/** @throws AppError not_found, edit_denied */
async function editable(context: Context, principal: Principal, id: number): Promise<Tag> {
  const tag = await read(context, principal, id);
  if (!tag.can_edit) throw new AppError('edit_denied', { object: 'tag' });
  return tag;
}

/** @throws AppError invalid_fields, rejected_fields for a name that is taken, not_found, edit_denied for an object */
async function create(context: Context, principal: Principal, body: TagPost): Promise<Saved> {
  const name = tagName(body.name);
  const objects = refs(body.objects_to_tag);
  for (const object of objects) await assertMayTag(context, principal, object);
  const id = await unique(() =>
    context.store.insert({
      ...created(principal, context.now()),
      name,
      description: textOrNull(body.description),
    }),
  );
  for (const object of objects) await context.store.attach(object, [id]);
  return { id, version: 1 };
}

/** @throws AppError not_found, edit_denied, stale_version, invalid_fields, rejected_fields */
async function update(
  context: Context,
  principal: Principal,
  id: number,
  body: TagPut,
  ifMatch: string | undefined,
): Promise<Saved> {
  const before = await editable(context, principal, id);
  assertVersion('tag', before, ifMatch);
  const name = body.name === undefined ? undefined : tagName(body.name);
  const moves = await objectMoves(context, principal, id, body);
  const isSaved = await unique(() =>
    context.store.update(
      id,
      {
        ...(name !== undefined && { name, name_key: keyOf(name) }),
        ...(body.description !== undefined && { description: textOrNull(body.description) }),
        ...changed(principal, context.now()),
      },
      ifMatch === undefined ? null : before.version,
    ),
  );
  if (!isSaved) throw new AppError('stale_version', { object: 'tag', version: before.version + 1 });
  for (const object of moves.added) await context.store.attach(object, [id]);
  for (const object of moves.gone) await context.store.detach(object, id);
  return { id, version: before.version + 1 };
}

/** What becomes of the objects of a tag: those that the user does not see stay as they are. */
async function objectMoves(context: Context, principal: Principal, id: number, { objects_to_tag }: TagPut) {
  if (objects_to_tag === undefined) return { added: [], gone: [] };
  const sent = refs(objects_to_tag);
  const present = await context.store.refsOf(principal, id);
  const among = (list: readonly ObjectRef[], one: ObjectRef) =>
    list.some((other) => other.type === one.type && other.id === one.id);
  const added = sent.filter((one) => !among(present, one));
  const gone = present.filter((one) => !among(sent, one));
  for (const object of [...added, ...gone]) await assertMayTag(context, principal, object);
  return { added, gone };
}

/** Delete tags, all or none. @returns how many. @throws AppError not_found, edit_denied */
async function remove(context: Context, principal: Principal, ids: readonly number[]): Promise<number> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) throw new AppError('not_found', {});
  for (const id of wanted) await editable(context, principal, id);
  await context.store.remove(wanted);
  return wanted.length;
}

/** Delete tags by their names, as scripts do, or by their ids. @throws AppError not_found, edit_denied */
async function removeNamed(
  context: Context,
  principal: Principal,
  named: readonly (string | number)[],
): Promise<number> {
  const names = named.filter((one) => typeof one === 'string');
  const found = await context.store.byNames(names);
  if (found.length < new Set(names.map(keyOf)).size) throw new AppError('not_found', {});
  return remove(context, principal, [...named.filter((one) => typeof one === 'number'), ...found.map(({ id }) => id)]);
}

/** Make tags where they are missing, and put them on objects; objects that the user may not edit are passed over. */
async function bulkCreate(context: Context, principal: Principal, { tags }: TagBulk): Promise<TagBulkBody['result']> {
  const asked = tags.map((tag) => ({
    name: tagName(tag.name),
    description: textOrNull(tag.description),
    objects: refs(tag.objects_to_tag),
  }));
  const verdicts = new Map<string, boolean>();
  const verdictOf = async (object: ObjectRef): Promise<boolean> => {
    const key = `${object.type} ${object.id}`;
    const known = verdicts.get(key) ?? (await mayTag(context, principal, object));
    verdicts.set(key, known);
    return known;
  };
  const made: TagRef[] = [];
  for (const { objects, ...tag } of asked) {
    const found = await context.store.ensure([tag], () => created(principal, context.now()));
    made.push(...found.map(({ id, name }) => ({ id, name, type: CUSTOM })));
    const ids = found.map(({ id }) => id);
    for (const object of objects) if (await verdictOf(object)) await context.store.attach(object, ids);
  }
  const pairs = (wanted: boolean) =>
    [...verdicts].flatMap(([key, verdict]): [string, number][] => {
      const [type = '', id = ''] = key.split(' ');
      return verdict === wanted ? [[type, Number(id)]] : [];
    });
  return { objects_tagged: pairs(true), objects_skipped: pairs(false), tags: made };
}

/** Put tags on an object by their names; those that are missing are made. @throws AppError not_found, edit_denied */
async function tagObject(
  context: Context,
  principal: Principal,
  object: { readonly type: string; readonly object: number },
  names: readonly string[],
): Promise<void> {
  const ref = { type: taggedType(object.type), id: object.object };
  const wanted = names.map((name) => ({ name: tagName(name) }));
  await assertMayTag(context, principal, ref);
  const tags = await context.store.ensure(wanted, () => created(principal, context.now()));
  await context.store.attach(
    ref,
    tags.map(({ id }) => id),
  );
}

/** Take a tag off an object. @throws AppError not_found, edit_denied */
async function untagObject(
  context: Context,
  principal: Principal,
  object: { readonly type: string; readonly object: number },
  name: string,
): Promise<void> {
  const ref = { type: taggedType(object.type), id: object.object };
  await assertMayTag(context, principal, ref);
  const [tag] = await context.store.byNames([name]);
  if (!tag || !(await context.store.detach(ref, tag.id))) throw new AppError('not_found', {});
}

/** What carries one of the tags, of what the user sees. @throws AppError invalid_fields for an unknown type */
async function objects(context: Context, principal: Principal, query: ObjectsQuery): Promise<readonly TaggedObject[]> {
  const types = query.types === undefined ? taggedTypes : parts(query.types).map(taggedType);
  const ids = parts(query.tagIds ?? '').map(Number);
  if (ids.some((id) => !Number.isInteger(id) || id < 1 || id > 2_147_483_647))
    throw complaint('tagIds', message('Not a valid integer.'));
  const named = await context.store.byNames(parts(query.tags ?? ''));
  const wanted = [...new Set([...ids, ...named.map(({ id }) => id)])];
  const { charts, dashboards, queries } = await context.store.objects(principal, wanted, types);
  const found = [
    ...charts.map(({ slice_name: name, ...row }) => ({ ...row, type: 'chart' as const, name, url: chartHref(row.id) })),
    ...dashboards.map(({ dashboard_title: name, slug, ...row }) => ({
      ...row,
      type: 'dashboard' as const,
      name,
      url: dashboardUrl({ id: row.id, slug }),
    })),
    ...queries.map(({ label: name, ...row }) => ({
      ...row,
      type: 'query' as const,
      name,
      url: hrefOf('sqlLab', {}, { savedQueryId: row.id }),
    })),
  ];
  const people = await usersById(context.db, [...new Set(found.flatMap((one) => one.created_by ?? []))]);
  const about = await surroundings(context.db, found);
  return found.map((one) => ({
    ...one,
    creator: nameOf(one.created_by === null ? null : (people.get(one.created_by) ?? null)),
    tags: [...(about[one.type].tags.get(one.id) ?? [])],
    owners: [...(about[one.type].owners.get(one.id) ?? [])],
  }));
}

async function surroundings(db: Kysely<Tables>, found: readonly ObjectRef[]) {
  const of = async (type: ObjectRef['type']) => {
    const ids = found.filter((one) => one.type === type).map(({ id }) => id);
    return {
      tags: await tagsOf(db, type, ids),
      // A saved query has who made it and no owners.
      owners: type === 'query' ? new Map<number, readonly User[]>() : await ownersOf(db, type, ids),
    };
  };
  return { chart: await of('chart'), dashboard: await of('dashboard'), query: await of('query') };
}

/** Star or unstar. @throws AppError not_found */
async function favor(context: Context, principal: Principal, id: number, isFavorite: boolean): Promise<void> {
  await read(context, principal, id);
  if (principal.userId === null) throw new AppError('forbidden', {});
  if (isFavorite) await context.favorites.add(principal.userId, 'tag', id, context.now());
  else await context.favorites.remove(principal.userId, 'tag', id);
}

async function favoriteStatus(context: Context, principal: Principal, ids: readonly number[]) {
  const starred =
    principal.userId === null ? new Set<number>() : await context.favorites.among(principal.userId, 'tag', ids);
  return ids.map((id) => ({ id, value: starred.has(id) }));
}

/** @throws AppError not_found for what the user does not see, edit_denied, dashboard_edit_denied */
async function assertMayTag(context: Context, principal: Principal, { type, id }: ObjectRef): Promise<void> {
  if (!can(principal, 'can_read', taggedViews[type])) throw new AppError('not_found', {});
  const services = { chart: context.charts, dashboard: context.dashboards, query: context.savedQueries };
  await services[type].editable(principal, id);
}

async function mayTag(context: Context, principal: Principal, object: ObjectRef): Promise<boolean> {
  try {
    await assertMayTag(context, principal, object);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function refs(objects: TagPost['objects_to_tag'] = []): readonly ObjectRef[] {
  return objects.map(([type, id]) => ({ type: taggedType(type), id }));
}

/** Parts of a list that stands in an address. */
function parts(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function textOrNull(text: string | null | undefined): string | null {
  return text?.trim() ? text : null;
}

async function unique<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError('rejected_fields', { fields: { name: [message('A tag of this name already exists.')] } });
    throw error;
  }
}
