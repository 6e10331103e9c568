import { editorNumbers } from '../editor-numbers.ts';
import { isFull } from '../storage/idb.ts';
import type { LocalQuery, StorageWrite, StoredTabs, VersionReason } from '../storage/tab-storage.ts';
import { hear, takeHeard } from './hear-tabs.ts';
import { nextRevision } from './revisions.ts';
import {
  forget,
  hold,
  idsOf,
  markDirty,
  nextName,
  noticeElsewhere,
  recordOf,
  show,
  versionWrites,
  write,
  writePage,
  writePageLater,
  type TabsCore,
} from './tabs-core.ts';
import { stepTabs, type EditorTab, type TabAction, type TabChange, type TabsState } from './tabs.ts';
import { changeOf } from './text-change.ts';

/** What makes a tab another one; the rest is where its user left off. */
const content = [
  'name',
  'dbId',
  'catalog',
  'schema',
  'sql',
  'templateParams',
  'queryLimit',
  'autorun',
  'hideLeftBar',
  'savedQueryId',
  'savedVersion',
  'latestQueryId',
] as const satisfies readonly (keyof EditorTab)[];

/** Versions of a text that somebody goes on writing are so far apart. */
const VERSION_MS = 60_000;

/** Read what is stored, and listen to the other windows. @returns how to stop listening */
export async function openTabs(core: TabsCore): Promise<() => void> {
  const stored = await core.storage.load();
  const leave = core.io.channel.listen((message) => hear(core, message));
  for (const { rev, lineage, remote, tab } of stored.records) {
    hold(core, tab.id, { rev, lineage, remote, stored: rev });
    if (remote?.rev !== rev) markDirty(core, tab.id, editorNumbers.syncMs);
  }
  core.destroyed = stored.page.destroyed;
  core.destroyedTables = stored.page.destroyedTables;
  core.localQueries = stored.page.localQueries;
  show(core, { ...stateOf(stored), isReady: true });
  const { lost, records } = stored;
  write(
    core,
    lost.flatMap(({ tabId, sql, at }) => versionWrites(core, { tabId, sql, at, why: 'elsewhere' })),
  );
  noticeElsewhere(
    core,
    lost.map(({ tabId }) => tabId),
  );
  for (const { tab, rev } of records) core.storage.compact(tab.id, rev);
  core.io.channel.post({ type: 'hello' });
  return leave;
}

function stateOf({ records, page }: StoredTabs): TabsState {
  const ids = new Set(records.map(({ tab }) => tab.id));
  const state: TabsState = {
    tabs: records.map(({ tab }) => ({ ...tab, ...page.places[tab.id] })),
    history: page.history.filter((id) => ids.has(id)),
    closed: page.closed.filter(({ id }) => !ids.has(id)),
    tables: page.tables.filter(({ queryEditorId }) => ids.has(queryEditorId)),
  };
  return stepTabs(state, { type: 'order', ids: page.order });
}

/** A change by the user of this window: written down before anything else is done with it. */
export function act(core: TabsCore, action: TabAction): void {
  const before = core.view;
  const stepped = stepTabs(before, action);
  if (stepped === before) return;
  const after = { ...(action.type === 'reopen' ? undestroyed(core, before, stepped) : stepped), closedElsewhere: null };
  const writes = [...tabWrites(core, before, after), ...goneWrites(core, before, after)];
  show(core, after);
  if (isPageChanged(before, after)) write(core, [...writes, writePage(core)]);
  else if (writes.length > 0) write(core, writes);
  // Where a user left off is worth less than what they wrote.
  else writePageLater(core);
  if (action.type === 'move') core.io.channel.post({ type: 'order', ids: idsOf(after) });
  core.onChange();
}

/** A tab that the server still has, though it was to be deleted there, stays the one that it was. */
function undestroyed(core: TabsCore, before: TabsState, after: TabsState): TabsState {
  const opened = after.tabs.find((tab) => !before.tabs.some(({ id }) => id === tab.id));
  const remoteId = before.closed.find(({ id }) => id === opened?.id)?.remoteId ?? null;
  if (!opened || remoteId === null || remoteId === core.deleting || !core.destroyed.includes(remoteId)) return after;
  core.destroyed = core.destroyed.filter((id) => id !== remoteId);
  return stepTabs(after, { type: 'edit', id: opened.id, change: { remoteId } });
}

function isPageChanged(before: TabsState, after: TabsState): boolean {
  return (
    before.history !== after.history ||
    before.closed !== after.closed ||
    before.tables !== after.tables ||
    idsOf(before).join() !== idsOf(after).join()
  );
}

function tabWrites(core: TabsCore, before: TabsState, after: TabsState): readonly StorageWrite[] {
  return after.tabs.flatMap((tab): readonly StorageWrite[] => {
    const old = before.tabs.find(({ id }) => id === tab.id);
    if (!old) return [addedWrite(core, tab)];
    const changed = old === tab ? [] : content.filter((key) => old[key] !== tab[key]);
    return changed.length === 0 ? [] : [changedWrite(core, old, tab, changed)];
  });
}

function addedWrite(core: TabsCore, tab: EditorTab): StorageWrite {
  hold(core, tab.id, { rev: nextName(core) });
  markDirty(core, tab.id, editorNumbers.syncMs);
  const record = recordOf(core, tab);
  core.io.channel.post({ type: 'tab', record, isStored: core.view.isStored });
  return { type: 'tab', record };
}

type ContentKey = (typeof content)[number];

function changedWrite(core: TabsCore, old: EditorTab, tab: EditorTab, changed: readonly ContentKey[]): StorageWrite {
  const base = core.held.get(tab.id) ?? { rev: '', lineage: [], stored: null };
  // What the browser may lack is notified whole.
  const isKnown = base.stored === base.rev && core.view.isStored;
  const keys = [...(isKnown ? changed : content), 'updatedAt' as const].filter((key) => key !== 'sql');
  const change: TabChange = Object.fromEntries(keys.map((key) => [key, tab[key]]));
  const text = isKnown ? changeOf(old.sql, tab.sql) : { whole: tab.sql };
  hold(core, tab.id, nextRevision(base, nextName(core)));
  markDirty(core, tab.id, editorNumbers.syncMs);
  const record = recordOf(core, tab);
  core.io.channel.post({ type: 'tab', record, isStored: core.view.isStored });
  settleLater(core, tab.id);
  const { id: tabId, updatedAt: at } = tab;
  return { type: 'entry', entry: { tabId, rev: record.rev, base: base.rev, at, change, text } };
}

/** Closed tabs and tables leave the browser, and then the server. */
function goneWrites(core: TabsCore, before: TabsState, after: TabsState): readonly StorageWrite[] {
  const gone = before.tabs.filter((tab) => !after.tabs.some(({ id }) => id === tab.id));
  const tables = before.tables.filter(
    (table) =>
      !after.tables.some(({ id }) => id === table.id) &&
      // Tables go with the tab that they were open in.
      !gone.some(({ id }) => id === table.queryEditorId),
  );
  core.destroyedTables = [...core.destroyedTables, ...tables.flatMap(({ remoteId }) => remoteId ?? [])];
  if (gone.length === 0) return [];
  core.destroyed = [...core.destroyed, ...gone.flatMap(({ remoteId }) => remoteId ?? [])];
  core.io.channel.post({ type: 'closed', ids: gone.map(({ id }) => id) });
  return gone.flatMap(({ id, sql }) => {
    const writes = versionWrites(core, { tabId: id, sql, at: core.io.now(), why: 'closed' });
    forget(core, id);
    return [{ type: 'remove', id } as const, ...writes];
  });
}

/** A pause in typing: what was written is put together. */
function settleLater(core: TabsCore, id: string): void {
  core.pauses.get(id)?.();
  core.pauses.set(
    id,
    core.io.later(() => settle(core, id), editorNumbers.typingPauseMs),
  );
}

function settle(core: TabsCore, id: string): void {
  core.pauses.delete(id);
  takeHeard(core, id);
  const held = core.held.get(id);
  if (!held) return;
  core.storage.compact(id, held.rev);
  if (core.io.now() - (held.version?.at ?? 0) >= VERSION_MS) rememberText(core, id, 'pause');
}

/** Keep the text of a tab as it is now among its versions. */
export function rememberText(core: TabsCore, id: string, why: VersionReason): void {
  const tab = core.view.tabs.find((one) => one.id === id);
  if (tab) write(core, versionWrites(core, { tabId: id, sql: tab.sql, at: core.io.now(), why }));
}

/** A query ran in a tab that the server does not have yet: it is moved to the tab when it does. */
export function rememberLocalQuery(core: TabsCore, query: LocalQuery): void {
  core.localQueries = [...core.localQueries, query];
  writePageLater(core);
}

/** The page may end: what waits for a pause is done now. */
export function flush(core: TabsCore): void {
  write(core, [writePage(core)]);
  for (const [id, cancel] of core.pauses) {
    cancel();
    settle(core, id);
  }
}

/** The user has seen that a tab was written elsewhere. */
export function dismissNotice(core: TabsCore, id: string): void {
  show(core, { elsewhere: new Set([...core.view.elsewhere].filter((one) => one !== id)) });
}

/** The browser did not store something: nothing that it has is counted on any more. */
export function onStorageFailure(core: TabsCore, error: unknown): void {
  for (const id of core.held.keys()) hold(core, id, { stored: null });
  if (isFull(error) && !core.hasMadeRoom) {
    core.hasMadeRoom = true;
    core.storage.makeRoom();
    return writeAll(core);
  }
  if (!core.view.isStored) return;
  show(core, { isStored: false });
  core.io.warnOfStorage(error);
}

/** It stores again: it is given everything. */
export function onStorageDone(core: TabsCore): void {
  if (core.view.isStored) return;
  show(core, { isStored: true });
  writeAll(core);
}

function writeAll(core: TabsCore): void {
  write(core, [
    ...core.view.tabs.map((tab): StorageWrite => ({ type: 'tab', record: recordOf(core, tab) })),
    writePage(core),
  ]);
}

/** Another window may have gone on while this one was put aside. */
export function onReturn(core: TabsCore): void {
  for (const id of core.held.keys()) hold(core, id, { stored: null });
}
