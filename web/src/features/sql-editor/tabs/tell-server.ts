import type { TabUpdate } from '@tessera/server/contract';
import { editorOf, updateOf } from './remote-tab.ts';
import { isDone, isGone, isRefusal, REFUSED_MS, unlessGone, warnOnce, type Sync } from './sync-core.ts';
import type { EditorTable } from './tables.ts';
import { markRemote, takeState } from './take-state.ts';
import { activeTab, stepTabs, type EditorTab } from './tabs.ts';
import { recordOf, show, write, writePage } from './tabs-core.ts';

/** Tell the server what it lacks. @throws what nobody answered */
export async function tellServer(sync: Sync): Promise<void> {
  await tellClosed(sync);
  for (const { id, remoteId } of sync.core.view.tabs) {
    if (remoteId !== null) await migrateQueries(sync, id, remoteId);
    await tellTab(sync, id);
  }
  for (const { id } of sync.core.view.tables) await tellTable(sync, id);
  await tellActive(sync);
}

/** Closed tabs and tables are deleted; one that is gone already is as good ([4.10-03]). */
async function tellClosed(sync: Sync): Promise<void> {
  const { core, io } = sync;
  if (core.destroyed.length + core.destroyedTables.length === 0) return;
  for (const id of core.destroyed) await tellDestroyed(sync, id);
  for (const id of core.destroyedTables) {
    if (!(await isDone(sync, unlessGone(io.server.removeTable(id))))) warnOnce(sync, 'remove_table');
    core.destroyedTables = core.destroyedTables.filter((one) => one !== id);
  }
  write(core, [writePage(core)]);
}

/** @throws what nobody answered */
async function tellDestroyed(sync: Sync, id: number): Promise<void> {
  const { core, io } = sync;
  // Opened again while others were deleted.
  if (!core.destroyed.includes(id)) return;
  core.deleting = id;
  try {
    await isDone(sync, unlessGone(io.server.remove(id)));
    core.destroyed = core.destroyed.filter((one) => one !== id);
  } finally {
    core.deleting = null;
  }
}

async function tellTab(sync: Sync, id: string): Promise<void> {
  const { core, io, refused } = sync;
  const tab = core.view.tabs.find((one) => one.id === id);
  const dirty = core.held.get(id)?.dirty ?? null;
  const now = io.now();
  if (!tab || dirty === null || dirty.dueAt > now || (refused.get(id) ?? 0) > now) return;
  const isReported = await isDone(sync, tab.remoteId === null ? create(sync, tab) : update(sync, tab, tab.remoteId));
  if (isReported) refused.delete(id);
  else refused.set(id, now + REFUSED_MS);
}

/** A tab that only this browser has. */
async function create(sync: Sync, tab: EditorTab): Promise<void> {
  const { core, io } = sync;
  const record = recordOf(core, tab);
  try {
    const made = await io.server.create(editorOf(record));
    markRemote(core, tab.id, made.id, { revision: made.revision, rev: record.rev });
    // The server makes a new tab the active one.
    sync.activated = made.id;
    sync.told.delete('editor');
    await migrateQueries(sync, tab.id, made.id);
    await tellLatest(sync, tab.id, made.id);
  } catch (error) {
    if (isRefusal(error)) warnOnce(sync, 'editor');
    throw error;
  }
}

/** Queries that ran in a tab before the server had it; what it refuses is tried again later ([8.5-08]). */
async function migrateQueries(sync: Sync, tabId: string, remoteId: number): Promise<void> {
  const { core, io, refused } = sync;
  const isDue = ({ queryId }: { readonly queryId: string }) => (refused.get(queryId) ?? 0) <= io.now();
  const own = core.localQueries.filter((query) => query.tabId === tabId && isDue(query));
  for (const query of own) {
    if (await isDone(sync, unlessGone(io.server.migrateQuery(remoteId, query.queryId)))) {
      sync.told.delete('query');
      core.localQueries = core.localQueries.filter((one) => one !== query);
    } else {
      refused.set(query.queryId, io.now() + REFUSED_MS);
      warnOnce(sync, 'query');
    }
  }
  if (own.length > 0) write(core, [writePage(core)]);
}

/** What ran last in a tab is reported once the server has it: the tab is made without. */
async function tellLatest(sync: Sync, tabId: string, remoteId: number): Promise<void> {
  const tab = sync.core.view.tabs.find(({ id }) => id === tabId);
  if (tab && tab.latestQueryId !== null) await update(sync, tab, remoteId);
}

async function update(sync: Sync, tab: EditorTab, remoteId: number): Promise<void> {
  const { core, io } = sync;
  const record = recordOf(core, tab);
  try {
    const revision = await sendUpdate(sync, remoteId, updateOf(record));
    if (revision === null) return takeState(core, await io.server.read(remoteId));
    markRemote(core, tab.id, remoteId, { revision, rev: record.rev });
    sync.told.delete('save');
  } catch (error) {
    // Deleted elsewhere while somebody wrote here: it is made again.
    if (isGone(error)) return markRemote(core, tab.id, null, null);
    // Only where the browser has nothing either is anything at stake.
    if (isRefusal(error) && !core.view.isStored) warnOnce(sync, 'save');
    throw error;
  }
}

/** A query or a saved query that the tab names may be gone: its text is what counts. */
async function sendUpdate({ io }: Sync, id: number, change: TabUpdate): Promise<number | null> {
  try {
    return await io.server.update(id, change);
  } catch (error) {
    const { latest_query_id: latest, saved_query_id: saved, ...rest } = change;
    if (!isRefusal(error) || isGone(error) || (latest === null && saved === null)) throw error;
    return io.server.update(id, rest);
  }
}

async function tellTable(sync: Sync, id: string): Promise<void> {
  const { core, io, refused, expanded } = sync;
  const table = core.view.tables.find((one) => one.id === id);
  const tab = core.view.tabs.find((one) => one.id === table?.queryEditorId);
  if (!table || !tab || tab.remoteId === null || (refused.get(id) ?? 0) > io.now()) return;
  if (table.remoteId === null) return createTable(sync, table, tab.remoteId);
  if ((expanded.get(id) ?? true) === table.expanded) return;
  if (!(await isDone(sync, io.server.expandTable(table.remoteId, table.expanded))))
    warnOnce(sync, table.expanded ? 'expand' : 'collapse');
  // A refused one is not retried again and again.
  expanded.set(id, table.expanded);
}

async function createTable(sync: Sync, table: EditorTable, tabId: number): Promise<void> {
  const { core, io } = sync;
  const { id, dbId, catalog, schema, name, kind, expanded } = table;
  const sent = { queryEditorId: tabId, dbId, catalog, schema, name, kind, expanded, ...io.describe(table) };
  const isMade = await isDone(
    sync,
    io.server.createTable(sent).then((remoteId) => {
      show(core, stepTabs(core.view, { type: 'edit_table', id, change: { remoteId } }));
      write(core, [writePage(core)]);
    }),
  );
  if (isMade) {
    sync.expanded.set(id, true);
    sync.told.delete('table');
  } else {
    sync.refused.set(id, io.now() + REFUSED_MS);
    warnOnce(sync, 'table');
  }
}

/** The tab on screen is the active one on the server too ([4.10-02]). */
async function tellActive(sync: Sync): Promise<void> {
  const id = activeTab(sync.core.view)?.remoteId ?? null;
  if (id === null || id === sync.activated) return;
  await isDone(sync, unlessGone(sync.io.server.activate(id)));
  sync.activated = id;
}
