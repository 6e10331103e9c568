import { t } from '@tessera/core/messages';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import * as calls from '../../../api/editor-tabs.ts';
import { limits } from '../../../api/limits.ts';
import { storeFor } from '../../../api/own-storage.ts';
import { useReachability } from '../../../api/reachability.ts';
import { viewedAs } from '../../../api/viewed-as.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { describeTable } from '../schema/known-tables.ts';
import { createIdbStorage, openTabDatabase } from '../storage/idb-storage.ts';
import { createRunStorage, noRunStorage, type RunStorage } from '../storage/run-storage.ts';
import { createMemoryStorage, type LocalQuery, type TextVersion, type VersionReason } from '../storage/tab-storage.ts';
import type { EditorTable } from './tables.ts';
import { openTabChannel } from './tab-channel.ts';
import type { TabServer } from './tab-server.ts';
import { createTabSync, type TabSync } from './tab-sync.ts';
import { createTabsCore, show, type TabsCore, type TabsView } from './tabs-core.ts';
import {
  act,
  dismissNotice,
  flush,
  onReturn,
  onStorageDone,
  onStorageFailure,
  openTabs,
  rememberLocalQuery,
  rememberText,
} from './tabs-session.ts';
import { activeTab, emptyTabs, type TabAction, type TabChange } from './tabs.ts';
import { randomId } from '../../../api/random-id.ts';

type Shown = TabsView & {
  /** The server has been looked at, or does not answer. */
  readonly isSettled: boolean;
};

const nothing: Shown = {
  ...emptyTabs,
  isReady: false,
  isStored: true,
  elsewhere: new Set(),
  closedElsewhere: null,
  isSettled: false,
};

/** The tabs of the user on this page. */
export const useTabs = create<Shown>(() => nothing);

type Open = { readonly core: TabsCore; readonly end: () => void };

let current: Open | null = null;
/** Known before the first tab is shown: what ran in it is asked for at once. */
let runs: RunStorage = noRunStorage;
let owner: number | null = null;

/** Begin with the tabs of a user; they stay while the page is another, so that nothing is notified late. */
export function beginTabs(userId: number): void {
  if (owner === userId) return;
  endTabs();
  owner = userId;
  storeFor(viewedAs === null ? userId : null);
  void begin(userId);
}

/** Another user came: nothing of the one before stays in memory. */
function endTabs(): void {
  current?.end();
  current = null;
  runs = noRunStorage;
  useTabs.setState(nothing, true);
}

async function begin(userId: number): Promise<void> {
  const core = createTabsCore(
    {
      windowName: randomId().slice(0, 8),
      now: () => Date.now(),
      channel: openTabChannel(userId),
      later,
      warnOfStorage: () =>
        toast.warning(
          t('This browser has no room to store your queries. They last as long as this page, and on the server.'),
        ),
    },
    createMemoryStorage(),
  );
  core.listeners.add(() => {
    if (owner === userId) useTabs.setState(core.view);
  });
  const opened = await openStorage(core, userId);
  if (owner === userId) runs = opened;
  const leave = await openTabs(core);
  const sync = limits.keepsTabs && viewedAs === null ? createTabSync(core, { server, ...syncIo }) : null;
  restoreActive(core);
  core.onChange = () => {
    storeActive(core);
    sync?.wake();
  };
  const stopListening = listen(core, sync);
  const end = () => {
    sync?.stop();
    stopListening();
    leave();
    core.storage.close();
  };
  if (owner !== userId) return end();
  current = { core, end };
  settle(sync);
}

/** A private window, a full disk or a stranger's view: what is written lasts as long as the page, and on the server. */
async function openStorage(core: TabsCore, userId: number): Promise<RunStorage> {
  if (viewedAs !== null) return noRunStorage;
  try {
    const db = await openTabDatabase(userId);
    core.storage = createIdbStorage(db, {
      onDone: () => onStorageDone(core),
      onFailure: (error) => onStorageFailure(core, error),
    });
    db.addEventListener('close', () => onStorageFailure(core, new Error('The storage of the browser was closed.')));
    return createRunStorage(db);
  } catch (error) {
    onStorageFailure(core, error);
    return noRunStorage;
  }
}

/** A slow server holds nobody up for longer, in ms. */
const SETTLE_MS = 3000;

function settle(sync: TabSync | null): void {
  const done = () => useTabs.setState({ isSettled: true });
  if (sync === null) return done();
  const timer = setTimeout(done, SETTLE_MS);
  void sync.catchUp().then(() => {
    clearTimeout(timer);
    done();
  });
}

function listen(core: TabsCore, sync: TabSync | null): () => void {
  const onHide = () => {
    flush(core);
    sync?.leave();
  };
  const onVisible = () => {
    if (document.visibilityState === 'hidden') return flush(core);
    onReturn(core);
    void sync?.catchUp();
  };
  // Without a store in the browser the server is all there is: whoever leaves before it knows is asked.
  const onLeave = (event: BeforeUnloadEvent) => {
    const isLosing = !core.view.isStored && [...core.held.values()].some(({ dirty }) => dirty !== null);
    if (isLosing) event.preventDefault();
  };
  addEventListener('pagehide', onHide);
  addEventListener('beforeunload', onLeave);
  document.addEventListener('visibilitychange', onVisible);
  const unsubscribe = useReachability.subscribe((now, before) => {
    if (now.returns !== before.returns) void sync?.catchUp();
  });
  const onOnline = () => void sync?.catchUp();
  addEventListener('online', onOnline);
  return () => {
    removeEventListener('pagehide', onHide);
    removeEventListener('beforeunload', onLeave);
    removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
    unsubscribe();
  };
}

const ACTIVE_KEY = 'tessera.sql-editor.active';

/** Two windows of one user may be at two tabs. */
function storeActive({ view }: TabsCore): void {
  try {
    sessionStorage.setItem(ACTIVE_KEY, activeTab(view)?.id ?? '');
  } catch {
    // A private window begins with the tab that was active last.
  }
}

function restoreActive(core: TabsCore): void {
  try {
    const id = sessionStorage.getItem(ACTIVE_KEY);
    if (id) act(core, { type: 'activate', id });
  } catch {
    // See above.
  }
}

function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

const server: TabServer = {
  list: calls.listTabs,
  read: calls.readTab,
  create: calls.createTab,
  update: calls.updateTab,
  remove: calls.deleteTab,
  activate: calls.activateTab,
  migrateQuery: calls.migrateQuery,
  createTable: calls.createTable,
  expandTable: calls.expandTable,
  removeTable: calls.deleteTable,
};

const syncIo = {
  later,
  now: () => Date.now(),
  describe: (table: EditorTable) => describeTable(table.dbId, table),
  isReachable: () => navigator.onLine && useReachability.getState().isReachable,
  log: (text: string, error: unknown) => console.warn(text, error),
  warn: (text: string) => toast.warning(text),
};

/** What the user does with the tabs. Before they are here nothing can be done with them. */
export function actOnTabs(action: TabAction): void {
  if (current) act(current.core, action);
}

/** A change by the user: it is notified the time. */
export function editTab(id: string, change: TabChange): void {
  const isContent = Object.keys(change).some((key) => !places.has(key));
  actOnTabs({ type: 'edit', id, change: isContent ? { ...change, updatedAt: Date.now() } : change });
}

const places: ReadonlySet<string> = new Set(['selectedText', 'cursorPosition', 'northPercent', 'southPercent']);

/** Keep the text of a tab among its versions. */
export function rememberTab(id: string, why: VersionReason): void {
  if (current) rememberText(current.core, id, why);
}

/** The tables that are open in the schema bar of a tab, the newest first. */
export function useTables(tabId: string): readonly EditorTable[] {
  return useTabs(useShallow(({ tables }) => tables.filter(({ queryEditorId }) => queryEditorId === tabId)));
}

/** Open a table in the bar of a tab; one that is open already comes first. */
export function openTable(
  tabId: string,
  table: Pick<EditorTable, 'dbId' | 'catalog' | 'schema' | 'name' | 'kind'>,
): void {
  const id = randomId();
  const opened: EditorTable = {
    ...table,
    id,
    remoteId: null,
    queryEditorId: tabId,
    expanded: true,
    dataPreviewQueryId: null,
  };
  actOnTabs({ type: 'open_table', table: opened });
}

export function expandTable(id: string, expanded: boolean): void {
  actOnTabs({ type: 'edit_table', id, change: { expanded } });
}

export function closeTable(id: string): void {
  actOnTabs({ type: 'close_tables', ids: [id] });
}

/** Where runs of the tabs are stored. */
export function runStorage(): RunStorage {
  return runs;
}

/** A query ran in a tab that the server does not have yet. */
export function addLocalQuery(query: LocalQuery): void {
  if (current && limits.keepsTabs) rememberLocalQuery(current.core, query);
}

/** Texts that a tab once had, the newest first. */
export async function versionsOf(id: string): Promise<readonly TextVersion[]> {
  return current === null ? [] : current.core.storage.versions(id);
}

export function dismissClosed(): void {
  if (current) show(current.core, { closedElsewhere: null });
}

export function dismissElsewhere(id: string): void {
  if (current) dismissNotice(current.core, id);
}
