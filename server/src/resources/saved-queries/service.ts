import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { bindAll } from '../../bind-all.ts';
import type { OneByOne } from '../../one-by-one.ts';
import { assertVersion, changed, created, deleted } from '../../metadata/audit.ts';
import type { Principal } from '../../principal.ts';
import { mayEditSavedQuery, mayViewSavedQuery } from '../access/policy.ts';
import type { FavoriteStore } from '../favorites/store.ts';
import { parseJsonText } from '../json-text.ts';
import { LIST_ROOM } from '../list-room.ts';
import { folderPath } from './folder.ts';
import { presentSavedQuery } from './present.ts';
import type {
  SavedQuery,
  SavedQueryPost,
  SavedQueryPut,
  SavedQueryRestored,
  SavedQueryRow,
  SavedQueryText,
  SavedQueryVersion,
} from './schema.ts';
import { emptyQuery, longTexts, versionTexts } from './store.ts';
import type {
  SavedQueryChange,
  SavedQueryColumns,
  SavedQueryDbRow,
  SavedQueryLists,
  SavedQueryStore,
} from './store.ts';

export type SavedQueryService = ReturnType<typeof createSavedQueryService>;

type Needs = {
  readonly queries: SavedQueryStore;
  readonly favorites: FavoriteStore;
  /** Of each user, what takes room is written one after the other. */
  readonly oneByOne: OneByOne;
  readonly now: () => Date;
};
type Saved = { readonly id: number; readonly version: number };

/**
 * Queries that users saved in the SQL editor. Their owner and administrators change them; those who may use the
 * database see one that is shared with everybody, with them or with one of their roles. One that is not seen is
 * `not_found`.
 */
export function createSavedQueryService(needs: Needs) {
  return bindAll(needs, {
    rowsById,
    read,
    sees,
    visible,
    editable,
    create,
    update,
    remove,
    favor,
    favoriteStatus,
    versions,
    version,
    restore,
  });
}

/** @throws AppError not_found */
async function visible(needs: Needs, principal: Principal, idOrUuid: number | string): Promise<SavedQueryDbRow> {
  const row = await needs.queries.find(idOrUuid);
  if (!row || !mayViewSavedQuery(principal, await needs.queries.facts(row))) throw new AppError('not_found', {});
  return row;
}

/** @throws AppError not_found, edit_denied */
async function editable(needs: Needs, principal: Principal, id: number): Promise<SavedQueryDbRow> {
  const row = await visible(needs, principal, id);
  if (!mayEditSavedQuery(principal, { ownerId: row.created_by }))
    throw new AppError('edit_denied', { object: 'saved query' });
  return row;
}

async function sees(needs: Needs, principal: Principal, id: number): Promise<boolean> {
  return (await needs.queries.visibleIds(principal, [id])).has(id);
}

/** Rows of the list, in the order of the ids. */
async function rowsById(needs: Needs, ids: readonly number[], principal: Principal): Promise<readonly SavedQueryRow[]> {
  const full = await needs.queries.complete(await needs.queries.listed(ids, LIST_ROOM));
  return full.map((one) => presentSavedQuery(one, principal, needs.now().getTime()));
}

/** One saved query by id or uuid; whom it is given to is for those who may change it. */
async function read(needs: Needs, principal: Principal, idOrUuid: number | string): Promise<SavedQuery> {
  const [full] = await needs.queries.complete([await visible(needs, principal, idOrUuid)]);
  if (!full) throw new AppError('not_found', {});
  const item = presentSavedQuery(full, principal, needs.now().getTime());
  if (!item.can_edit) return { ...item, shared_users: [], shared_roles: [] };
  const { users, roles } = await needs.queries.readers(full.row.id);
  return { ...item, shared_users: [...users], shared_roles: [...roles] };
}

/** @throws AppError invalid_fields, rejected_fields */
async function create(needs: Needs, principal: Principal, body: SavedQueryPost): Promise<Saved> {
  if (principal.userId === null) throw new AppError('forbidden', {});
  const columns = columnsOf(body);
  await checkDatabase(needs, principal, body.db_id);
  const lists = await listsOf(needs, body);
  const { userId } = principal;
  const query = {
    ...emptyQuery,
    ...columns,
    ...created(principal, needs.now(), body.uuid),
    label: body.label?.trim() || 'Untitled query',
    database_id: body.db_id,
    sql: body.sql,
  };
  const id = await needs.oneByOne(userId, async () => {
    await assertRoom(needs, userId, 1, lengthOf(query, longTexts) + lengthOf(query, versionTexts));
    return needs.queries.insert(query, lists);
  });
  return { id, version: 1 };
}

/** Of one user, with those in the trash; and the characters of their texts and versions. */
const MAX_QUERIES = 10_000;
const MAX_CHARACTERS = 50_000_000;

/** What a version holds. */
const textColumns = ['label', 'sql', 'template_parameters'] as const;

/**
 * Change a saved query; `ifMatch` refuses what is based on an older version.
 * @throws AppError not_found, edit_denied, stale_version, invalid_fields, rejected_fields
 */
async function update(
  needs: Needs,
  principal: Principal,
  id: number,
  body: SavedQueryPut,
  ifMatch: string | undefined,
): Promise<Saved> {
  const row = await editable(needs, principal, id);
  assertVersion('saved query', row, ifMatch);
  if (body.db_id !== undefined && body.db_id !== row.database_id) await checkDatabase(needs, principal, body.db_id);
  const change: SavedQueryChange = {
    ...columnsOf(body),
    ...(body.label !== undefined && { label: body.label?.trim() || 'Untitled query' }),
    ...(body.sql !== undefined && { sql: body.sql }),
    ...(body.db_id !== undefined && { database_id: body.db_id }),
  };
  return write(needs, principal, row, { change, lists: await listsOf(needs, body, row) }, ifMatch !== undefined);
}

async function write(
  needs: Needs,
  principal: Principal,
  row: SavedQueryDbRow,
  { change, lists }: { readonly change: SavedQueryChange; readonly lists: SavedQueryLists },
  isExpected: boolean,
): Promise<Saved> {
  const isText = textColumns.some((name) => change[name] !== undefined && change[name] !== row[name]);
  const next = { ...row, ...change };
  // A version of its own is stored.
  const grown = lengthOf(next, longTexts) - lengthOf(row, longTexts) + (isText ? lengthOf(next, versionTexts) : 0);
  const isSaved = await needs.oneByOne(row.created_by ?? '', async () => {
    if (grown > 0 && row.created_by !== null) await assertRoom(needs, row.created_by, 0, grown);
    return needs.queries.update(row.id, { ...change, ...changed(principal, needs.now()) }, lists, {
      isText,
      expectedVersion: isExpected ? row.version : null,
    });
  });
  if (!isSaved) throw new AppError('stale_version', { object: 'saved query', version: row.version + 1 });
  return { id: row.id, version: row.version + 1 };
}

/** @throws AppError invalid_object */
async function assertRoom(needs: Needs, userId: number, queries: number, characters: number): Promise<void> {
  const used = await needs.queries.usage(userId);
  if (used.queries + queries <= MAX_QUERIES && used.characters + characters <= MAX_CHARACTERS) return;
  throw new AppError('invalid_object', {
    reason: message('Saved queries and their versions hold too much text together. Remove some, from the trash too.'),
  });
}

type LongTexts = { readonly [Name in (typeof longTexts)[number]]?: string | null | undefined };
function lengthOf(texts: LongTexts, names: readonly (typeof longTexts)[number][]): number {
  return names.reduce((sum, name) => sum + (texts[name]?.length ?? 0), 0);
}

/** Put saved queries into the trash, all or none. @returns how many. @throws AppError not_found, edit_denied */
async function remove(needs: Needs, principal: Principal, ids: readonly number[]): Promise<number> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) throw new AppError('not_found', {});
  for (const id of unique) await editable(needs, principal, id);
  await needs.queries.trash(unique, deleted(principal, needs.now()));
  return unique.length;
}

/** Star or unstar. @throws AppError not_found */
async function favor(needs: Needs, principal: Principal, id: number, isFavorite: boolean): Promise<void> {
  await visible(needs, principal, id);
  if (principal.userId === null) throw new AppError('forbidden', {});
  if (isFavorite) await needs.favorites.add(principal.userId, 'saved_query', id, needs.now());
  else await needs.favorites.remove(principal.userId, 'saved_query', id);
}

/** Which of them are starred; those that are unknown or unseen are not. */
async function favoriteStatus(needs: Needs, principal: Principal, ids: readonly number[]) {
  const seen = await needs.queries.visibleIds(principal, ids);
  const starred =
    principal.userId === null
      ? new Set<number>()
      : await needs.favorites.among(principal.userId, 'saved_query', [...seen]);
  return ids.map((id) => ({ id, value: starred.has(id) }));
}

/** The versions of its text, the newest first: for those who may change it. @throws AppError not_found, edit_denied */
async function versions(needs: Needs, principal: Principal, id: number): Promise<SavedQueryVersion[]> {
  await editable(needs, principal, id);
  const { rows, people } = await needs.queries.versions(id);
  return rows.map((row) => ({
    ...row,
    created_by: row.created_by === null ? null : (people.get(row.created_by) ?? null),
  }));
}

/** @throws AppError not_found, edit_denied */
async function version(
  needs: Needs,
  principal: Principal,
  id: number,
  number: number,
): Promise<SavedQueryText['result']> {
  const about = (await versions(needs, principal, id)).find((one) => one.version === number);
  const text = await needs.queries.version(id, number);
  if (!about || !text) throw new AppError('not_found', {});
  return { ...about, sql: text.sql, template_parameters: text.template_parameters };
}

/** Make an older text the newest one, as a save of its own. @throws AppError not_found, edit_denied */
async function restore(needs: Needs, principal: Principal, id: number, number: number): Promise<SavedQueryRestored> {
  const row = await editable(needs, principal, id);
  const old = await needs.queries.version(id, number);
  if (!old) throw new AppError('not_found', {});
  const change = { label: old.label, sql: old.sql, template_parameters: old.template_parameters };
  return write(needs, principal, row, { change, lists: {} }, true);
}

const plainColumns = ['description', 'catalog', 'schema'] as const;

/** Columns of a body, checked; what it leaves out is left out. @throws AppError invalid_fields */
function columnsOf(body: SavedQueryPut): SavedQueryColumns {
  const plain = plainColumns.filter((name) => body[name] !== undefined).map((name) => [name, body[name] || null]);
  const texts = (['template_parameters', 'extra_json'] as const)
    .filter((name) => body[name] !== undefined)
    .map((name) => [name, objectText(name, body[name] ?? null)]);
  return {
    ...Object.fromEntries([...plain, ...texts]),
    ...(body.folder !== undefined && { folder: folderPath(body.folder) }),
    ...(body.is_shared !== undefined && { is_shared: body.is_shared ? 1 : 0 }),
  };
}

/** @throws AppError invalid_fields for a text that is no JSON object */
function objectText(name: string, text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  if (isJsonObject(text)) return text;
  throw new AppError('invalid_fields', { fields: { [name]: [message('Invalid JSON')] } });
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = parseJsonText(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** One that the user may not use is reported like one that is not there. @throws AppError rejected_fields */
async function checkDatabase(needs: Needs, principal: Principal, id: number): Promise<void> {
  if (!(await needs.queries.hasDatabase(principal, id)))
    throw new AppError('rejected_fields', { fields: { db_id: [message('Database does not exist')] } });
}

/** Whom it is given to and its tags, checked: those that it has already may stay. @throws AppError rejected_fields */
async function listsOf(needs: Needs, body: SavedQueryPut, row?: SavedQueryDbRow): Promise<SavedQueryLists> {
  const { shared_users: users, shared_roles: roles, tags } = body;
  const present = row ? await needs.queries.facts(row) : { userIds: [], roleIds: [] };
  await assertKnown('shared_users', users, present.userIds, needs.queries.activeUsers);
  await assertKnown('shared_roles', roles, present.roleIds, needs.queries.activeRoles);
  await needs.queries.assertTags(tags);
  return { ...(users && { users }), ...(roles && { roles }), ...(tags && { tags }) };
}

/** @throws AppError rejected_fields */
async function assertKnown(
  field: string,
  ids: readonly number[] = [],
  present: readonly number[],
  find: (ids: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<void> {
  const fresh = ids.filter((id) => !present.includes(id));
  const known = await find(fresh);
  if (fresh.some((id) => !known.has(id)))
    throw new AppError('rejected_fields', { fields: { [field]: [message('Some of them do not exist')] } });
}
