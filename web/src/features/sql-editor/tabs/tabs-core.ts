import {
  emptyPage,
  type LocalQuery,
  type StorageWrite,
  type StoredPage,
  type TabStorage,
  type TextVersion,
} from '../storage/tab-storage.ts';
import type { RemoteMark, TabRecord } from './journal.ts';
import type { Revision } from './revisions.ts';
import type { TabChannel } from './tab-channel.ts';
import { activeTab, emptyTabs, stepTabs, type EditorTab, type TabsState } from './tabs.ts';

/** What is known of a tab beside what it says. */
export type StoredTab = Revision & {
  readonly remote: RemoteMark | null;
  /** The state that the browser is known to have; null when it may have another. */
  readonly stored: string | null;
  /** Since when the server lacks something, and when it is to be sent (epoch ms); null where it has all. */
  readonly dirty: { readonly since: number; readonly dueAt: number } | null;
  /** The newest version of its text, and when it was added. */
  readonly version: { readonly sql: string; readonly at: number } | null;
};

export type TabsView = TabsState & {
  /** What was stored has been read. */
  readonly isReady: boolean;
  /** False while the browser does not store what is written. */
  readonly isStored: boolean;
  /** Tabs that were written elsewhere at the same time; the newest text is on screen. */
  readonly elsewhere: ReadonlySet<string>;
  /** The tab on screen that another window closed; null once its user goes on here. */
  readonly closedElsewhere: EditorTab | null;
};

export type TabsIo = {
  /** Names this window in the states that it writes. */
  readonly windowName: string;
  readonly now: () => number;
  readonly channel: TabChannel;
  /** Runs something later; the answer prevents it. */
  readonly later: (run: () => void, ms: number) => () => void;
  /** The browser stores nothing from now on. */
  readonly warnOfStorage: (error: unknown) => void;
};

/** `isStored`: the browser has this state already. */
export type HeardTab = { readonly record: TabRecord; readonly isStored: boolean };

/** Everything that the tabs of a window work with; the functions beside it are the only ones that change it. */
export type TabsCore = {
  readonly io: TabsIo;
  storage: TabStorage;
  view: TabsView;
  readonly held: Map<string, StoredTab>;
  /** Numbers on the server of what was closed and is still there. */
  destroyed: readonly number[];
  /** The one of them that the server is being asked to delete. */
  deleting: number | null;
  destroyedTables: readonly number[];
  /** Queries that ran in tabs which the server did not have then. */
  localQueries: readonly LocalQuery[];
  readonly listeners: Set<() => void>;
  /** Notified of every change by the user. */
  onChange: () => void;
  counter: number;
  /** By tab, what ends the wait for a pause in typing. */
  readonly pauses: Map<string, () => void>;
  /** By tab that is written here, what other windows wrote meanwhile; taken at the pause. */
  readonly heard: Map<string, readonly HeardTab[]>;
  cancelPage: (() => void) | null;
  hasMadeRoom: boolean;
};

/** Whoever goes on typing does not keep the server waiting for longer. */
const LONGEST_MS = 30_000;
/** Places are written down so much later. */
const PLACE_MS = 500;

export function createTabsCore(io: TabsIo, storage: TabStorage): TabsCore {
  return {
    io,
    storage,
    view: { ...emptyTabs, isReady: false, isStored: true, elsewhere: new Set(), closedElsewhere: null },
    held: new Map(),
    destroyed: [],
    deleting: null,
    destroyedTables: [],
    localQueries: [],
    listeners: new Set(),
    onChange: () => undefined,
    counter: 0,
    pauses: new Map(),
    heard: new Map(),
    cancelPage: null,
    hasMadeRoom: false,
  };
}

export function show(core: TabsCore, change: Partial<TabsView>): void {
  core.view = { ...core.view, ...change };
  for (const listener of core.listeners) listener();
}

/** A name for a state that this window writes. */
export function nextName(core: TabsCore): string {
  core.counter += 1;
  return `${core.io.windowName}:${core.counter}`;
}

const nothingHeld: StoredTab = { rev: '', lineage: [], remote: null, stored: null, dirty: null, version: null };

export function hold(core: TabsCore, id: string, change: Partial<StoredTab>): void {
  core.held.set(id, { ...(core.held.get(id) ?? nothingHeld), ...change });
}

export function forget(core: TabsCore, id: string): void {
  core.pauses.get(id)?.();
  core.pauses.delete(id);
  core.heard.delete(id);
  core.held.delete(id);
}

/** Somebody types in it here, or did until a moment ago. */
export function isBeingWritten(core: TabsCore, id: string): boolean {
  return core.pauses.has(id);
}

/** A tab that is on screen here is closed by somebody else: its user is shown that, and types into no other one. */
export function closeForOther(core: TabsCore, id: string): void {
  const active = activeTab(core.view);
  forget(core, id);
  show(core, {
    ...stepTabs(core.view, { type: 'close', id }),
    // The first of several: whoever has not gone on since never saw the others.
    ...(active?.id === id && core.view.closedElsewhere === null ? { closedElsewhere: active } : {}),
  });
}

export function recordOf(core: TabsCore, tab: EditorTab): TabRecord {
  const { rev, lineage, remote } = core.held.get(tab.id) ?? nothingHeld;
  return { rev, lineage, remote, tab: { ...tab, selectedText: null } };
}

/** Send writes on their way. While the browser stores nothing, nothing is taken for stored. */
export function write(core: TabsCore, writes: readonly StorageWrite[]): void {
  if (writes.length === 0) return;
  core.storage.write(writes);
  for (const each of writes) {
    if (each.type === 'tab') setStored(core, each.record.tab.id, each.record.rev);
    if (each.type === 'entry') setStored(core, each.entry.tabId, each.entry.rev);
  }
}

export function setStored(core: TabsCore, id: string, rev: string): void {
  if (core.held.has(id)) hold(core, id, { stored: core.view.isStored ? rev : null });
}

export function writePage(core: TabsCore): StorageWrite {
  core.cancelPage?.();
  core.cancelPage = null;
  return { type: 'page', page: pageOf(core) };
}

export function writePageLater(core: TabsCore): void {
  core.cancelPage ??= core.io.later(() => write(core, [writePage(core)]), PLACE_MS);
}

function pageOf({ view, destroyed, destroyedTables, localQueries }: TabsCore): StoredPage {
  const { tabs, history, closed, tables } = view;
  const places = Object.fromEntries(
    tabs.map(({ id, cursorPosition, northPercent, southPercent }) => [
      id,
      { cursorPosition, northPercent, southPercent },
    ]),
  );
  return {
    ...emptyPage,
    order: idsOf(view),
    history,
    closed,
    places,
    tables,
    destroyed,
    destroyedTables,
    localQueries,
  };
}

/** Keep a text among those that its tab once had. */
export function versionWrites(core: TabsCore, version: TextVersion): readonly StorageWrite[] {
  const { tabId, sql, at } = version;
  if (sql.trim() === '' || core.held.get(tabId)?.version?.sql === sql) return [];
  if (core.held.has(tabId)) hold(core, tabId, { version: { sql, at } });
  return [{ type: 'version', version }];
}

/** Say that tabs were written elsewhere at the same time. */
export function noticeElsewhere(core: TabsCore, ids: readonly string[]): void {
  if (ids.length > 0) show(core, { elsewhere: new Set([...core.view.elsewhere, ...ids]) });
}

/** The server is to be notified of a tab so much later, but not put off by every letter. */
export function markDirty(core: TabsCore, id: string, afterMs: number): void {
  const now = core.io.now();
  const since = core.held.get(id)?.dirty?.since ?? now;
  hold(core, id, { dirty: { since, dueAt: Math.min(now + afterMs, Math.max(now, since + LONGEST_MS)) } });
}

/** What the server has of a tab. */
export function setRemote(core: TabsCore, id: string, remoteId: number | null, remote: RemoteMark | null): void {
  const held = core.held.get(id);
  if (!held) return;
  hold(core, id, { remote, ...(remote?.rev === held.rev ? { dirty: null } : {}) });
  show(core, stepTabs(core.view, { type: 'edit', id, change: { remoteId } }));
}

export function idsOf({ tabs }: TabsState): readonly string[] {
  return tabs.map(({ id }) => id);
}
