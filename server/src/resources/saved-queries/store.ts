import { sql, type Insertable, type Kysely, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { SavedQueriesTable, SavedQueryVersionsTable } from '../../metadata/sql-editor-tables.ts';
import type { Tables } from '../../metadata/tables.ts';
import type { Principal } from '../../principal.ts';
import type { SavedQueryFacts } from '../access/policy.ts';
import { reachableDatabase, visibleSavedQuery } from '../access/visible.ts';
import { bytesOf } from '../../http/long-texts.ts';
import { idsBeyond, readInSlices, shownText, wholeText } from '../list-room.ts';
import { activeUsers, usersById, type Db, type User } from '../owners/store.ts';
import { assertTags, setTags, tagsOf, type TagRef } from '../tagged/store.ts';

export type SavedQueryDbRow = Selectable<SavedQueriesTable>;
/** A saved query in a list: its texts may be cut. */
type ListedSavedQuery = SavedQueryDbRow & { readonly isCut: boolean };
type VersionRow = Selectable<SavedQueryVersionsTable>;
export type NewSavedQuery = Insertable<SavedQueriesTable>;

/** What a new query need not have. */
export const emptyQuery = {
  description: null,
  catalog: null,
  schema: null,
  template_parameters: null,
  extra_json: null,
  last_run: null,
  rows: null,
  folder: null,
} as const;
export type SavedQueryColumns = Partial<Omit<SavedQueryDbRow, 'id' | 'uuid' | 'version'>>;
/** Columns that a write sets; the database raises the version. */
export type SavedQueryChange = SavedQueryColumns & { readonly version?: RawBuilder<number> };
export type SavedQueryLists = {
  readonly users?: readonly number[];
  readonly roles?: readonly number[];
  readonly tags?: readonly number[];
};

/** A saved query with what surrounds it. */
export type FullSavedQuery = {
  readonly row: SavedQueryDbRow & { readonly isCut?: boolean };
  readonly databaseName: string | null;
  readonly engine: string | null;
  readonly tags: readonly TagRef[];
  /** It has readers who are named. */
  readonly isGiven: boolean;
  readonly people: ReadonlyMap<number, User>;
};
export type Readers = {
  readonly users: readonly User[];
  readonly roles: readonly { readonly id: number; readonly name: string }[];
};

/** The oldest versions go beyond so many. */
const MAX_VERSIONS = 100;

/** Texts of a query that may be long, and those of them that a version holds. */
export const versionTexts = ['sql', 'template_parameters'] as const;
export const longTexts = [...versionTexts, 'description', 'extra_json'] as const;

/** What is stored of somebody, in the trash too: queries, and characters of their texts and versions. */
export type SavedQueryUsage = { readonly queries: number; readonly characters: number };

export type SavedQueryStore = ReturnType<typeof createSavedQueryStore>;

/** Saved queries in the metadata database. */
export function createSavedQueryStore(db: Kysely<Tables>) {
  return bindAll(db, {
    find,
    facts,
    listed,
    complete,
    visibleIds,
    readers,
    activeUsers,
    activeRoles,
    assertTags,
    hasDatabase,
    usage,
    insert,
    update,
    trash,
    versions,
    version,
    noteRun,
  });
}

async function find(db: Db, idOrUuid: number | string): Promise<SavedQueryDbRow | null> {
  const row = await db
    .selectFrom('saved_queries')
    .selectAll()
    .where(typeof idOrUuid === 'number' ? 'id' : 'uuid', '=', idOrUuid)
    .where('deleted_on', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** What the policies need to know of one. */
async function facts(db: Db, row: SavedQueryDbRow): Promise<SavedQueryFacts> {
  const given = await db
    .selectFrom('saved_query_readers')
    .select(['kind', 'reader_id'])
    .where('saved_query_id', '=', row.id)
    .execute();
  const of = (kind: 'user' | 'role') => given.filter((one) => one.kind === kind).map((one) => one.reader_id);
  return {
    ownerId: row.created_by,
    databaseId: row.database_id,
    isShared: row.is_shared === 1,
    userIds: of('user'),
    roleIds: of('role'),
  };
}

/** What has no text without end. */
const shortColumns = [
  'id',
  'uuid',
  'label',
  'database_id',
  'catalog',
  'schema',
  'folder',
  'is_shared',
  'last_run',
  'rows',
  'version',
  'created_on',
  'created_by',
  'changed_on',
  'changed_by',
  'deleted_on',
] as const;

/** For a list, in the order of the ids: beyond its room texts are cut. @param room  bytes of all texts together */
async function listed(db: Db, ids: readonly number[], room: number): Promise<readonly ListedSavedQuery[]> {
  const sizes = await db
    .selectFrom('saved_queries')
    .select('id')
    .select(bytesOf(longTexts).as('size'))
    .where('id', 'in', ids)
    .execute();
  const cut = idsBeyond(ids, sizes, room);
  const rows = await readInSlices(ids, sizes, (slice) =>
    db
      .selectFrom('saved_queries')
      .select(shortColumns)
      .select([
        shownText<string>('saved_queries', 'sql', cut).as('sql'),
        shownText<string | null>('saved_queries', 'description', cut).as('description'),
        wholeText('saved_queries', 'template_parameters', cut).as('template_parameters'),
        wholeText('saved_queries', 'extra_json', cut).as('extra_json'),
      ])
      .where('id', 'in', slice)
      .execute(),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ ...row, isCut: cut.has(id) }] : [];
  });
}

/** Saved queries with database, users and tags, in the order of `rows`. */
async function complete(db: Db, rows: readonly FullSavedQuery['row'][]): Promise<readonly FullSavedQuery[]> {
  if (rows.length === 0) return [];
  const databaseIds = [...new Set(rows.map((row) => row.database_id))];
  const userIds = rows.flatMap((row) => [row.created_by, row.changed_by].filter((id) => id !== null));
  const ids = rows.map((row) => row.id);
  const [databases, people, tags, given] = await Promise.all([
    db.selectFrom('databases').select(['id', 'database_name', 'engine']).where('id', 'in', databaseIds).execute(),
    usersById(db, [...new Set(userIds)]),
    tagsOf(db, 'query', ids),
    givenOf(db, ids),
  ]);
  const names = new Map(databases.map((database) => [database.id, database]));
  return rows.map((row) => ({
    row,
    databaseName: names.get(row.database_id)?.database_name ?? null,
    engine: names.get(row.database_id)?.engine ?? null,
    tags: tags.get(row.id) ?? [],
    isGiven: given.has(row.id),
    people,
  }));
}

/** Those of `ids` that somebody is given by name, or by a role that there is. */
async function givenOf(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('saved_query_readers as given')
    .select('given.saved_query_id as id')
    .distinct()
    .where('given.saved_query_id', 'in', ids)
    .where(isGiven)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Of `given`, a reader of a saved query: not a role that was deleted. */
const isGiven = sql<SqlBool>`(given.kind = 'user' or exists (select 1 from roles where roles.id = given.reader_id and
  roles.deleted_on is null))`;
/** How many see a saved query, for the order of lists: 2 everybody, 1 some, 0 its owner. */
export const sharedRank = sql<number>`case when saved_queries.is_shared = 1 then 2 when exists (select 1 from
  saved_query_readers as given where given.saved_query_id = saved_queries.id and ${isGiven}) then 1 else 0 end`;

/** Ids of visible ones among `ids`. */
async function visibleIds(db: Db, principal: Principal, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('saved_queries')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .where(visibleSavedQuery(principal))
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Whom it is given to. */
async function readers(db: Db, id: number): Promise<Readers> {
  const [users, roles] = await Promise.all([
    db
      .selectFrom('saved_query_readers as given')
      .innerJoin('users', 'users.id', 'given.reader_id')
      .select(['users.id', 'users.first_name', 'users.last_name'])
      .where('given.saved_query_id', '=', id)
      .where('given.kind', '=', 'user')
      .orderBy('users.id')
      .execute(),
    db
      .selectFrom('saved_query_readers as given')
      .innerJoin('roles', 'roles.id', 'given.reader_id')
      .select(['roles.id', 'roles.name'])
      .where('given.saved_query_id', '=', id)
      .where('given.kind', '=', 'role')
      .where('roles.deleted_on', 'is', null)
      .orderBy('roles.name')
      .execute(),
  ]);
  return { users, roles };
}

async function activeRoles(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('roles')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Whether there is such a database for somebody. */
async function hasDatabase(db: Db, principal: Principal, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('databases')
    .select('id')
    .where('id', '=', id)
    .where('deleted_on', 'is', null)
    .where(reachableDatabase(principal))
    .executeTakeFirst();
  return row !== undefined;
}

/** Save a query with its first version, all or nothing. */
function insert(db: Db, query: NewSavedQuery, lists: SavedQueryLists): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx.insertInto('saved_queries').values(query).returning('id').executeTakeFirstOrThrow();
    await setLists(trx, id, lists);
    await addVersion(trx, id);
    return id;
  });
}

/**
 * Change a saved query, all or nothing; a list left out stays. `isText`: its text changes, so that it gets a version.
 * False when it is gone or no longer at `expectedVersion`.
 */
function update(
  db: Db,
  id: number,
  change: SavedQueryChange,
  lists: SavedQueryLists,
  { isText, expectedVersion }: { readonly isText: boolean; readonly expectedVersion: number | null },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('saved_queries')
      .set(change)
      .where('id', '=', id)
      .where('deleted_on', 'is', null)
      .$if(expectedVersion !== null, (query) => query.where('version', '=', expectedVersion ?? 0))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await setLists(trx, id, lists);
    if (isText) await addVersion(trx, id);
    return true;
  });
}

async function setLists(db: Db, id: number, { users, roles, tags }: SavedQueryLists): Promise<void> {
  if (users) await setReaders(db, id, 'user', users);
  if (roles) await setReaders(db, id, 'role', roles);
  if (tags) await setTags(db, 'query', id, tags);
}

async function setReaders(db: Db, id: number, kind: 'user' | 'role', readerIds: readonly number[]): Promise<void> {
  await db.deleteFrom('saved_query_readers').where('saved_query_id', '=', id).where('kind', '=', kind).execute();
  const unique = [...new Set(readerIds)];
  if (unique.length > 0)
    await db
      .insertInto('saved_query_readers')
      .values(unique.map((reader_id) => ({ saved_query_id: id, kind, reader_id })))
      .execute();
}

/** Its text as it is now. */
async function addVersion(db: Db, id: number): Promise<void> {
  await db
    .insertInto('saved_query_versions')
    .columns(['saved_query_id', 'version', 'label', 'sql', 'template_parameters', 'created_on', 'created_by'])
    .expression((insert) =>
      insert
        .selectFrom('saved_queries')
        .select(['id', 'version', 'label', 'sql', 'template_parameters', 'changed_on', 'changed_by'])
        .where('id', '=', id),
    )
    .execute();
  await db
    .deleteFrom('saved_query_versions')
    .where('saved_query_id', '=', id)
    .where('version', 'not in', (inner) =>
      inner
        .selectFrom('saved_query_versions as newest')
        .select('newest.version')
        .where('newest.saved_query_id', '=', id)
        .orderBy('newest.version', 'desc')
        .limit(MAX_VERSIONS),
    )
    .execute();
}

/** `change` puts them into the trash. */
async function trash(db: Db, ids: readonly number[], change: SavedQueryChange): Promise<void> {
  await db.updateTable('saved_queries').set(change).where('id', 'in', ids).execute();
}

/** The versions of its text without the texts, the newest first. */
async function versions(db: Db, id: number) {
  const rows = await db
    .selectFrom('saved_query_versions')
    .select(['version', 'label', 'created_on', 'created_by'])
    .select(sql<number>`length(${sql.ref('sql')})`.as('size'))
    .where('saved_query_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  return { rows, people: await usersById(db, [...new Set(rows.flatMap((row) => row.created_by ?? []))]) };
}

async function version(db: Db, id: number, number: number): Promise<VersionRow | null> {
  const row = await db
    .selectFrom('saved_query_versions')
    .selectAll()
    .where('saved_query_id', '=', id)
    .where('version', '=', number)
    .executeTakeFirst();
  return row ?? null;
}

/** A script ran to its end: the saved queries with this text on this database say when, and how many rows it had. */
async function noteRun(
  db: Db,
  run: { readonly databaseId: number; readonly sql: string; readonly rows: number | null; readonly at: string },
): Promise<void> {
  await db
    .updateTable('saved_queries')
    .set({ last_run: run.at, rows: run.rows })
    .where('database_id', '=', run.databaseId)
    .where('sql', '=', run.sql)
    .where('deleted_on', 'is', null)
    .execute();
}

async function usage(db: Db, userId: number): Promise<SavedQueryUsage> {
  const lengths = (names: readonly string[]) =>
    sql<number | null>`sum(${sql.join(
      names.map((name) => sql`coalesce(length(${sql.ref(name)}), 0)`),
      sql` + `,
    )})`.as('characters');
  const own = db.selectFrom('saved_queries').where('created_by', '=', userId);
  const [queries, versions] = await Promise.all([
    own.select((each) => [each.fn.countAll<number>().as('queries'), lengths(longTexts)]).executeTakeFirst(),
    db
      .selectFrom('saved_query_versions')
      .select(lengths(versionTexts))
      .where('saved_query_id', 'in', own.select('id'))
      .executeTakeFirst(),
  ]);
  return {
    queries: queries?.queries ?? 0,
    characters: (queries?.characters ?? 0) + (versions?.characters ?? 0),
  };
}
