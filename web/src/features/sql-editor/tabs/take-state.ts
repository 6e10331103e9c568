import type { TabState } from '@tessera/server/contract';
import { takeTab } from './hear-tabs.ts';
import type { RemoteMark } from './journal.ts';
import { recordOfState } from './remote-tab.ts';
import { isGone, isRefusal, warnOnce, type Sync } from './sync-core.ts';
import { tableKinds, type EditorTable } from './tables.ts';
import { closeForOther, markDirty, setRemote, show, write, writePage, type TabsCore } from './tabs-core.ts';
import { stepTabs, type EditorTab } from './tabs.ts';

/**
 * Look what the server has that this window lacks, what it lacks that it had, and what others wrote there.
 * @throws what nobody answered
 */
export async function lookAtServer(sync: Sync): Promise<void> {
  const { core, io } = sync;
  const { tabs, active } = await io.server.list();
  const isFresh = core.view.tabs.length === 0;
  if (active) {
    takeState(core, active);
    sync.activated ??= active.id;
    // A browser that is new to its user begins where they left off.
    if (isFresh) show(core, stepTabs(core.view, { type: 'activate', id: localId(core, active.id) }));
  }
  const there = new Set(tabs.map(({ id }) => id));
  for (const tab of core.view.tabs) if (tab.remoteId !== null && !there.has(tab.remoteId)) takeGone(core, tab);
  for (const id of there) if (id !== active?.id && !core.destroyed.includes(id)) await readTab(sync, id);
  if (isFresh) show(core, stepTabs(core.view, { type: 'order', ids: tabs.map(({ id }) => localId(core, id)) }));
}

/** What a tab of the server is called here. */
function localId({ view }: TabsCore, remoteId: number): string {
  return view.tabs.find((tab) => tab.remoteId === remoteId)?.id ?? '';
}

async function readTab(sync: Sync, id: number): Promise<void> {
  try {
    takeState(sync.core, await sync.io.server.read(id));
    sync.told.delete('fetch');
  } catch (error) {
    // [8.5-05] One that is gone meanwhile is no error.
    if (isGone(error)) return;
    if (!isRefusal(error)) throw error;
    warnOnce(sync, 'fetch');
  }
}

/** A tab as the server has it. */
export function takeState(core: TabsCore, state: TabState): void {
  if (core.destroyed.includes(state.id)) return;
  const tab = core.view.tabs.find(({ id, remoteId }) => remoteId === state.id || id === state.client_id);
  const held = tab && core.held.get(tab.id);
  if (tab?.remoteId === state.id && held?.remote?.revision === state.revision) return;
  const record = recordOfState(state, tab && held ? { tab, held } : null);
  takeTab(core, record, false);
  takeTables(core, state, record.tab.id);
  markRemote(core, record.tab.id, state.id, record.remote);
}

function takeTables(core: TabsCore, { table_schemas: tables }: TabState, queryEditorId: string): void {
  const known = new Set(core.view.tables.map(({ remoteId }) => remoteId));
  const fresh = tables.filter(({ id }) => !known.has(id) && !core.destroyedTables.includes(id));
  const added = fresh.map((table): EditorTable => ({
    id: `server-${table.id}`,
    remoteId: table.id,
    dbId: table.database_id,
    catalog: table.catalog,
    schema: table.schema,
    name: table.table,
    kind: tableKinds.find((kind) => kind === table.description?.['kind']) ?? 'table',
    queryEditorId,
    expanded: table.expanded,
    dataPreviewQueryId: null,
  }));
  if (added.length > 0) show(core, { tables: [...core.view.tables, ...added] });
}

/** Closed in another browser: so it is here, unless something was written that the server never saw. */
function takeGone(core: TabsCore, tab: EditorTab): void {
  if ((core.held.get(tab.id)?.dirty ?? null) !== null) return markRemote(core, tab.id, null, null);
  closeForOther(core, tab.id);
  write(core, [{ type: 'remove', id: tab.id }, writePage(core)]);
}

/** What the server has of a tab, reported to the browser and to the other windows. */
export function markRemote(core: TabsCore, id: string, remoteId: number | null, remote: RemoteMark | null): void {
  setRemote(core, id, remoteId, remote);
  // What it lacks is notified at once.
  if (remote?.rev !== core.held.get(id)?.rev) markDirty(core, id, 0);
  core.io.channel.post({ type: 'mark', id, remoteId, remote });
  write(core, [{ type: 'mark', id, remoteId, remote }]);
}
