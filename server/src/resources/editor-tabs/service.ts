import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { message, messageN } from '@tessera/core/messages';
import { bindAll } from '../../bind-all.ts';
import type { OneByOne } from '../../one-by-one.ts';
import type { Principal } from '../../principal.ts';
import { asId } from '../item-shapes.ts';
import { parseObject } from '../json-text.ts';
import { presentTab, type PresentNeeds } from './present.ts';
import type { EditorTable, QueryEditor, TabMade, TabState, TabUpdate } from './schema.ts';
import { tabTexts, type TabChange, type TabRow, type TabStore } from './store.ts';

export type TabService = ReturnType<typeof createTabService>;

type Needs = PresentNeeds & {
  readonly tabs: TabStore;
  /** Whether this user may open a saved query. */
  readonly seesSavedQuery: (principal: Principal, id: number) => Promise<boolean>;
  /** Of each user, what takes room is written one after the other. */
  readonly oneByOne: OneByOne;
  readonly now: () => Date;
};

const MAX_TABS = 500;
/** Of the texts of all tabs of a user. */
const MAX_CHARACTERS = 20_000_000;
const MAX_TABLES = 100;
const MAX_DESCRIPTION = 500_000;

/**
 * Tabs of the SQL editor on the server ([3.13-01], [4.10]). They belong to their user alone: another's, an
 * administrator's look included, are not there. A tab stays whatever becomes of its database and queries.
 */
export function createTabService(needs: Needs) {
  return bindAll(needs, {
    state,
    names,
    current,
    create,
    update,
    activate,
    remove,
    migrateQuery,
    removeQuery,
    openTable,
    expandTable,
    closeTable,
  });
}

/** @throws AppError forbidden for whoever has no account, and so no tabs */
function ownerOf({ userId }: Principal): number {
  if (userId === null) throw new AppError('forbidden', {});
  return userId;
}

/** @throws AppError not_found */
async function own(needs: Needs, principal: Principal, id: number): Promise<TabRow> {
  const row = await needs.tabs.find(ownerOf(principal), id);
  if (!row) throw new AppError('not_found', {});
  return row;
}

/** One tab with its tables and its latest query. @throws AppError not_found */
async function state(needs: Needs, principal: Principal, id: number): Promise<TabState> {
  return presentTab(needs, await own(needs, principal, id));
}

/** All tabs by name. */
async function names(needs: Needs, principal: Principal) {
  return principal.userId === null ? [] : needs.tabs.list(principal.userId);
}

/** The tab to begin with. */
async function current(needs: Needs, principal: Principal): Promise<TabState | null> {
  const row = principal.userId === null ? null : await needs.tabs.current(principal.userId);
  return row && presentTab(needs, row);
}

/** Make a tab, the active one. A second push of the same tab of a browser answers the first. */
async function create(needs: Needs, principal: Principal, editor: QueryEditor): Promise<TabMade> {
  const userId = ownerOf(principal);
  const client_id = clientIdOf(editor);
  const known = client_id === null ? null : await needs.tabs.byClientId(userId, client_id);
  if (known) return { id: known.id, revision: known.revision };
  const change = await changeOf(needs, principal, updateOf(editor));
  const at = needs.now().toISOString();
  const owned = { user_id: userId, client_id, created_on: at, changed_on: at };
  const id = await needs.oneByOne(userId, async () => {
    await assertRoom(needs, userId, grownBy(change, null), 1);
    return needs.tabs.insert({ ...emptyTab, ...change, label: change.label ?? '', ...owned });
  });
  if (id !== null) return { id, revision: 1 };
  const raced = await needs.tabs.byClientId(userId, client_id ?? '');
  if (!raced) throw new AppError('not_found', {});
  return { id: raced.id, revision: raced.revision };
}

const emptyTab = {
  database_id: null,
  catalog: null,
  schema: null,
  sql: null,
  query_limit: null,
  latest_query_id: null,
  saved_query_id: null,
  template_params: null,
  extra_json: null,
} as const;

/** What a tab says: two browser tabs must not overwrite it unseen. The rest is where its user left off. */
const content = ['label', 'database_id', 'catalog', 'schema', 'sql', 'query_limit', 'template_params'] as const;

export type Updated =
  | { readonly isSaved: true; readonly revision: number }
  /** It says something else by now; nothing was changed. */
  | { readonly isSaved: false; readonly state: TabState };

/**
 * Change a tab. With `base_revision` a change of what the tab says is refused when it is based on an older one, unless
 * both say the same.
 * @throws AppError not_found, invalid_fields, invalid_request
 */
async function update(needs: Needs, principal: Principal, id: number, body: TabUpdate): Promise<Updated> {
  const userId = ownerOf(principal);
  const change = await changeOf(needs, principal, body);
  for (;;) {
    const row = await own(needs, principal, id);
    const raises = content.some((name) => change[name] !== undefined && change[name] !== row[name]);
    if (raises && body.base_revision !== undefined && body.base_revision !== row.revision)
      return { isSaved: false, state: await presentTab(needs, row) };
    const grown = grownBy(change, row);
    const write = () =>
      needs.tabs.update(
        userId,
        id,
        { ...change, changed_on: needs.now().toISOString() },
        { raises, expected: row.revision },
      );
    const revision = await (grown > 0
      ? needs.oneByOne(userId, async () => {
          await assertRoom(needs, userId, grown, 0);
          return write();
        })
      : write());
    // Another browser tab wrote in between: decide again.
    if (revision !== null) return { isSaved: true, revision };
  }
}

/** The columns of a change, checked. @throws AppError invalid_fields, invalid_request */
async function changeOf(
  needs: Needs,
  principal: Principal,
  { base_revision: _, hide_left_bar, autorun, extra_json, ...plain }: TabUpdate,
): Promise<Omit<TabChange, 'changed_on'>> {
  const { latest_query_id: latest, saved_query_id: saved } = plain;
  if (latest !== null && latest !== undefined && !(await needs.tabs.hasQuery(ownerOf(principal), latest)))
    throw new AppError('invalid_request', { reason: message('The latest query is not known.') });
  if (saved !== null && saved !== undefined && !(await needs.seesSavedQuery(principal, saved)))
    throw new AppError('invalid_fields', { fields: { saved_query_id: [message('The saved query does not exist.')] } });
  return {
    ...plain,
    ...(hide_left_bar !== undefined && { hide_left_bar: hide_left_bar ? 1 : 0 }),
    ...(autorun !== undefined && { autorun: autorun ? 1 : 0 }),
    ...(extra_json !== undefined && { extra_json: extraText(extra_json) }),
  };
}

/** @throws AppError invalid_fields */
function extraText(extra: TabUpdate['extra_json']): string | null {
  if (extra === null || extra === undefined || extra === '') return null;
  const text = typeof extra === 'string' ? extra : printExactJson(extra);
  const isObject = /^\s*\{/.test(text) && (text.trim() === '{}' || Object.keys(parseObject(text)).length > 0);
  if (!isObject || text.length > 200_000)
    throw new AppError('invalid_fields', { fields: { extra_json: [message('Invalid JSON')] } });
  return text;
}

/** Characters that a change adds to the texts of a tab. */
function grownBy(change: Omit<TabChange, 'changed_on'>, row: TabRow | null): number {
  const grown = tabTexts.map((name) => {
    const next = change[name];
    return next === undefined ? 0 : (next?.length ?? 0) - (row?.[name]?.length ?? 0);
  });
  return grown.reduce((sum, one) => sum + one, 0);
}

/** @throws AppError invalid_object */
async function assertRoom(needs: Needs, userId: number, characters: number, tabs: number): Promise<void> {
  const used = await needs.tabs.usage(userId);
  if (used.tabs + tabs > MAX_TABS)
    throw new AppError('invalid_object', {
      reason: messageN('There can be one tab.', 'There can be %(count)s tabs. Close some first.', MAX_TABS),
    });
  if (used.characters + characters > MAX_CHARACTERS)
    throw new AppError('invalid_object', {
      reason: message('The tabs hold too much text together. Close some first.'),
    });
}

async function activate(needs: Needs, principal: Principal, id: number): Promise<void> {
  if (!(await needs.tabs.activate(ownerOf(principal), id))) throw new AppError('not_found', {});
}

async function remove(needs: Needs, principal: Principal, id: number): Promise<void> {
  if (!(await needs.tabs.remove(ownerOf(principal), id))) throw new AppError('not_found', {});
}

/** A query that ran before its tab was on the server gets the tab's id; one that is gone, or another's, is left. */
async function migrateQuery(needs: Needs, principal: Principal, id: number, clientId: string): Promise<void> {
  const { id: tabId } = await own(needs, principal, id);
  await needs.tabs.moveQuery(ownerOf(principal), clientId, tabId);
}

async function removeQuery(needs: Needs, principal: Principal, id: number, clientId: string): Promise<void> {
  await own(needs, principal, id);
  await needs.tabs.removeQuery(ownerOf(principal), id, clientId);
}

/** Open a table in a tab. @throws AppError not_found, invalid_object, invalid_fields */
async function openTable(needs: Needs, principal: Principal, table: EditorTable): Promise<{ readonly id: number }> {
  const tabId = typeof table.queryEditorId === 'number' ? table.queryEditorId : asId(table.queryEditorId);
  if (tabId === null) throw new AppError('not_found', {});
  await own(needs, principal, tabId);
  const description = printExactJson(table);
  if (description.length > MAX_DESCRIPTION)
    throw new AppError('invalid_fields', {
      fields: { table: [message('Longer than maximum length %(limit)s.', { limit: MAX_DESCRIPTION })] },
    });
  if ((await needs.tabs.tableCount(tabId)) >= MAX_TABLES)
    throw new AppError('invalid_object', {
      reason: messageN(
        'One table can be open.',
        '%(count)s tables can be open in a tab. Close some first.',
        MAX_TABLES,
      ),
    });
  const { dbId: database_id, catalog = null, schema = null, name } = table;
  const id = await needs.oneByOne(ownerOf(principal), async () => {
    await assertRoom(needs, ownerOf(principal), description.length, 0);
    return needs.tabs.putTable({ tab_id: tabId, database_id, catalog, schema, name, description, expanded: 1 });
  });
  return { id };
}

async function expandTable(needs: Needs, principal: Principal, id: number, isExpanded: boolean): Promise<void> {
  if (!(await needs.tabs.expandTable(ownerOf(principal), id, isExpanded))) throw new AppError('not_found', {});
}

async function closeTable(needs: Needs, principal: Principal, id: number): Promise<void> {
  if (!(await needs.tabs.removeTable(ownerOf(principal), id))) throw new AppError('not_found', {});
}

/** Ids of the server are numbers; a name that a browser made up is none. */
function clientIdOf({ id }: QueryEditor): string | null {
  return typeof id === 'string' && /^[\w-]{6,64}$/.test(id) && !/^\d+$/.test(id) ? id : null;
}

function updateOf(editor: QueryEditor): TabUpdate {
  const { dbId, catalog, schema, sql, queryLimit, templateParams, autorun, hideLeftBar, savedQuery } = editor;
  const { version, updatedAt, extras } = editor;
  const extra = Object.fromEntries(
    Object.entries({ version, updatedAt, extras }).filter(([, value]) => value !== undefined && value !== null),
  );
  return {
    label: editor.name || editor.title || 'Untitled query',
    database_id: dbId ?? null,
    catalog: catalog ?? null,
    schema: schema ?? null,
    sql: sql ?? 'SELECT ...',
    query_limit: queryLimit ?? null,
    template_params: templateParams ?? null,
    autorun: autorun === true,
    hide_left_bar: hideLeftBar === true,
    saved_query_id: savedQuery?.id ?? null,
    extra_json: extra,
  };
}
