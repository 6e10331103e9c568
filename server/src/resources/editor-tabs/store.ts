import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { EditorTablesTable, EditorTabsTable } from '../../metadata/sql-editor-tables.ts';
import type { Tables } from '../../metadata/tables.ts';

export type TabRow = Selectable<EditorTabsTable>;
export type TableRow = Selectable<EditorTablesTable>;
export type NewTab = Insertable<EditorTabsTable>;
export type TabChange = Partial<Omit<TabRow, 'id' | 'user_id' | 'revision' | 'client_id' | 'created_on' | 'active'>>;

/** The texts of a tab that may be long. */
export const tabTexts = ['sql', 'template_params', 'extra_json'] as const;

/** How much a user keeps: tabs, and the characters of their texts and of what is known of their tables. */
export type TabUsage = { readonly tabs: number; readonly characters: number };

export type TabStore = ReturnType<typeof createTabStore>;

/** Tabs of the SQL editor in the metadata database. Each call names whose tab it is: those of others are not there. */
export function createTabStore(db: Kysely<Tables>) {
  return bindAll(db, {
    find,
    byClientId,
    list,
    current,
    usage,
    insert,
    update,
    activate,
    remove,
    tables,
    tableCount,
    putTable,
    expandTable,
    removeTable,
    hasQuery,
    moveQuery,
    removeQuery,
  });
}

type Db = Kysely<Tables>;

async function find(db: Db, userId: number, id: number): Promise<TabRow | null> {
  return (await ownTab(db, userId, id).executeTakeFirst()) ?? null;
}

function ownTab(db: Db, userId: number, id: number) {
  return db.selectFrom('editor_tabs').selectAll().where('id', '=', id).where('user_id', '=', userId);
}

/** The tab that the browser pushed under this name. */
async function byClientId(db: Db, userId: number, clientId: string): Promise<TabRow | null> {
  const row = await db
    .selectFrom('editor_tabs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row ?? null;
}

/** Names of all tabs of a user, the oldest first. */
async function list(db: Db, userId: number): Promise<readonly Pick<TabRow, 'id' | 'label' | 'client_id'>[]> {
  return db
    .selectFrom('editor_tabs')
    .select(['id', 'label', 'client_id'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** The active tab, or another one where none is. */
async function current(db: Db, userId: number): Promise<TabRow | null> {
  const row = await db
    .selectFrom('editor_tabs')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('active', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

async function usage(db: Db, userId: number): Promise<TabUsage> {
  const lengths = (names: readonly string[]) =>
    sql<number | null>`sum(${sql.join(
      names.map((name) => sql`coalesce(length(${sql.ref(name)}), 0)`),
      sql` + `,
    )})`;
  const [tabs, tables] = await Promise.all([
    db
      .selectFrom('editor_tabs')
      .select((each) => [each.fn.countAll<number>().as('tabs'), lengths(tabTexts).as('characters')])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('editor_tables')
      .select(lengths(['description']).as('characters'))
      .where('tab_id', 'in', ownIds(db, userId))
      .executeTakeFirst(),
  ]);
  return { tabs: tabs?.tabs ?? 0, characters: (tabs?.characters ?? 0) + (tables?.characters ?? 0) };
}

/**
 * Make a tab, the active one; what ran under its `client_id` is in its history.
 * @returns null where this user has one of the same `client_id`
 */
function insert(db: Db, tab: NewTab): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('editor_tabs')
      .values({ ...tab, active: 1 })
      .onConflict((conflict) => conflict.columns(['user_id', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return null;
    await deactivate(trx, tab.user_id, made.id);
    if (tab.client_id != null) await moveHistory(trx, tab.user_id, tab.client_id, String(made.id));
    return made.id;
  });
}

async function deactivate(db: Db, userId: number, except: number): Promise<void> {
  await db
    .updateTable('editor_tabs')
    .set({ active: 0 })
    .where('user_id', '=', userId)
    .where('id', '<>', except)
    .where('active', '=', 1)
    .execute();
}

/**
 * Change a tab. `raises`: what it says changes, so that its revision grows.
 * @returns its revision then; null where it is gone, or at another revision than the one expected
 */
async function update(
  db: Db,
  userId: number,
  id: number,
  change: TabChange,
  { raises, expected }: { readonly raises: boolean; readonly expected: number | null },
): Promise<number | null> {
  const query = db
    .updateTable('editor_tabs')
    .set(change)
    .$if(raises, (each) => each.set({ revision: sql<number>`revision + 1` }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .$if(expected !== null, (each) => each.where('revision', '=', expected ?? 0))
    .returning('revision');
  return (await query.executeTakeFirst())?.revision ?? null;
}

function activate(db: Db, userId: number, id: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('editor_tabs')
      .set({ active: 1 })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await deactivate(trx, userId, id);
    return true;
  });
}

/** Its tables go with it; what ran in it is found under its `client_id`, should it be opened again. */
function remove(db: Db, userId: number, id: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('editor_tabs')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('client_id')
      .executeTakeFirst();
    if (!removed) return false;
    if (removed.client_id !== null) await moveHistory(trx, userId, String(id), removed.client_id);
    return true;
  });
}

async function moveHistory(db: Db, userId: number, from: string, to: string): Promise<void> {
  await db
    .updateTable('sql_queries')
    .set({ sql_editor_id: to })
    .where('user_id', '=', userId)
    .where('sql_editor_id', '=', from)
    .execute();
}

async function tables(db: Db, tabId: number): Promise<readonly TableRow[]> {
  return db.selectFrom('editor_tables').selectAll().where('tab_id', '=', tabId).orderBy('id', 'desc').execute();
}

async function tableCount(db: Db, tabId: number): Promise<number> {
  const row = await db
    .selectFrom('editor_tables')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('tab_id', '=', tabId)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Open a table in a tab; the same one opened before gives way. @returns its id */
function putTable(db: Db, table: Insertable<EditorTablesTable>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('editor_tables')
      .where('tab_id', '=', table.tab_id)
      .where('database_id', '=', table.database_id)
      .where('name', '=', table.name)
      .where(sql<boolean>`coalesce(${sql.ref('schema')}, '') = ${table.schema ?? ''}`)
      .where(sql<boolean>`coalesce(${sql.ref('catalog')}, '') = ${table.catalog ?? ''}`)
      .execute();
    return (await trx.insertInto('editor_tables').values(table).returning('id').executeTakeFirstOrThrow()).id;
  });
}

async function expandTable(db: Db, userId: number, id: number, isExpanded: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('editor_tables')
    .set({ expanded: isExpanded ? 1 : 0 })
    .where('id', '=', id)
    .where('tab_id', 'in', ownIds(db, userId))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function removeTable(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('editor_tables')
    .where('id', '=', id)
    .where('tab_id', 'in', ownIds(db, userId))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function ownIds(db: Db, userId: number) {
  return db.selectFrom('editor_tabs').select('id').where('user_id', '=', userId);
}

/** Whether a query of this name is the user's. */
async function hasQuery(db: Db, userId: number, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sql_queries')
    .select('id')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Move a query of the user's to a tab; another's stays. */
async function moveQuery(db: Db, userId: number, clientId: string, tabId: number): Promise<void> {
  await db
    .updateTable('sql_queries')
    .set({ sql_editor_id: String(tabId) })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute();
}

/** Take a query out of the history of a tab; where it was the latest one, the one before it takes its place. */
function removeQuery(db: Db, userId: number, tabId: number, clientId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('sql_queries')
      .select('client_id')
      .where('user_id', '=', userId)
      .where('sql_editor_id', '=', String(tabId))
      .where('client_id', '<>', clientId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    await trx
      .updateTable('editor_tabs')
      .set({ latest_query_id: before?.client_id ?? null })
      .where('id', '=', tabId)
      .where('user_id', '=', userId)
      .where('latest_query_id', '=', clientId)
      .execute();
    await trx
      .deleteFrom('sql_queries')
      .where('client_id', '=', clientId)
      .where('user_id', '=', userId)
      .where('sql_editor_id', '=', String(tabId))
      .execute();
  });
}
