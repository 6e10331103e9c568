import { editorNumbers } from '../editor-numbers.ts';
import { timed, type TabRecord } from './journal.ts';
import { isLater, nextRevision, relate } from './revisions.ts';
import type { TabMessage } from './tab-channel.ts';
import {
  closeForOther,
  hold,
  isBeingWritten,
  markDirty,
  nextName,
  noticeElsewhere,
  recordOf,
  setRemote,
  setStored,
  show,
  versionWrites,
  write,
  writePage,
  type HeardTab,
  type TabsCore,
} from './tabs-core.ts';
import { stepTabs, type EditorTab } from './tabs.ts';

/** The window that wrote something tells the server; another one does so if it has gone by then. */
const OTHERS_MS = 20_000;

/** What another window of the user tells. */
export function hear(core: TabsCore, message: TabMessage): void {
  switch (message.type) {
    case 'tab':
      return hearTab(core, message);
    case 'closed':
      return message.ids.forEach((id) => (isBeingWritten(core, id) ? stay(core, id) : closeForOther(core, id)));
    case 'order':
      return show(core, stepTabs(core.view, message));
    case 'mark':
      return setRemote(core, message.id, message.remoteId, message.remote);
    case 'hello':
      if (core.view.isStored) return;
      for (const tab of core.view.tabs)
        core.io.channel.post({ type: 'tab', record: recordOf(core, tab), isStored: false });
  }
}

/** Two who write at once each go on with their own text until they pause: words of both do not mix. */
function hearTab(core: TabsCore, heard: HeardTab): void {
  const { id } = heard.record.tab;
  const held = core.held.get(id);
  if (!held || !isBeingWritten(core, id) || relate(held, heard.record) !== 'apart')
    return takeTab(core, heard.record, heard.isStored);
  const apart = (core.heard.get(id) ?? []).filter(({ record }) => relate(record, heard.record) === 'apart');
  core.heard.set(id, [...apart, heard]);
}

/** What other windows wrote while somebody wrote here. */
export function takeHeard(core: TabsCore, id: string): void {
  const heard = core.heard.get(id) ?? [];
  core.heard.delete(id);
  for (const { record, isStored } of heard) takeTab(core, record, isStored);
}

/** Closed elsewhere under the hands of somebody who writes here: it stays, and is opened again there. */
function stay(core: TabsCore, id: string): void {
  const tab = core.view.tabs.find((one) => one.id === id);
  const held = core.held.get(id);
  if (!tab || !held) return;
  hold(core, id, nextRevision(held, nextName(core)));
  // The server may have deleted it by then: it makes it again.
  markDirty(core, id, editorNumbers.syncMs);
  const record = recordOf(core, tab);
  write(core, [{ type: 'tab', record }, writePage(core)]);
  core.io.channel.post({ type: 'tab', record, isStored: core.view.isStored });
}

/**
 * A state of a tab from another window, or from the server. Of two that have not heard of each other the later one is
 * shown, and the text of the other one is stored among the versions.
 *
 * @param isStored the browser has this state already
 */
export function takeTab(core: TabsCore, record: TabRecord, isStored: boolean): void {
  const { tab } = record;
  const mine = core.view.tabs.find(({ id }) => id === tab.id);
  const held = core.held.get(tab.id);
  if (!mine || !held) return takeNew(core, record, isStored);
  const relation = relate(held, record);
  if (relation === 'same' || relation === 'ahead') return;
  if (relation === 'behind') return adopt(core, mine, record, isStored);
  const isMine = isLater(timed({ rev: held.rev, tab: mine }), timed(record));
  const given = isMine ? tab : mine;
  if (mine.sql !== tab.sql) {
    write(core, versionWrites(core, { tabId: tab.id, sql: given.sql, at: given.updatedAt, why: 'elsewhere' }));
    noticeElsewhere(core, [tab.id]);
  }
  if (isMine) hold(core, tab.id, { lineage: [...held.lineage, record.rev] });
  else adopt(core, mine, record, isStored);
}

function takeNew(core: TabsCore, { tab, rev, lineage, remote }: TabRecord, isStored: boolean): void {
  hold(core, tab.id, { rev, lineage, remote });
  // It is open again somewhere, and not to be deleted.
  core.destroyed = core.destroyed.filter((remoteId) => remoteId !== tab.remoteId);
  if (remote?.rev !== rev) markDirty(core, tab.id, OTHERS_MS);
  const { tabs, closed } = core.view;
  show(core, { tabs: [...tabs, tab], closed: closed.filter(({ id }) => id !== tab.id) });
  if (isStored) setStored(core, tab.id, rev);
  else write(core, [{ type: 'tab', record: recordOf(core, tab) }]);
}

/** Where its user left off in this window stays. */
function adopt(core: TabsCore, mine: EditorTab, { tab, rev, lineage, remote }: TabRecord, isStored: boolean): void {
  const before = core.held.get(tab.id);
  const { selectedText, cursorPosition, northPercent, southPercent } = mine;
  const next: EditorTab = { ...tab, selectedText, cursorPosition, northPercent, southPercent };
  const known = remote ?? before?.remote ?? null;
  hold(core, tab.id, { rev, lineage, remote: known, dirty: null });
  if (known?.rev !== rev) markDirty(core, tab.id, OTHERS_MS);
  show(core, { tabs: core.view.tabs.map((one) => (one.id === tab.id ? next : one)) });
  if (isStored) return setStored(core, tab.id, rev);
  const { sql: whole, id: tabId, selectedText: _, ...change } = next;
  const entry = { tabId, rev, base: before?.rev ?? '', at: tab.updatedAt, change, text: { whole } };
  write(core, [{ type: 'entry', entry }]);
}
