import { isLater, nextRevision, type Revision } from './revisions.ts';
import type { EditorTab } from './tabs.ts';
import { applyChange, type TextChange } from './text-change.ts';

/** What the server has of a tab: its count of changes, and the state that it was sent. */
export type RemoteMark = { readonly revision: number; readonly rev: string };

/** A tab as it is stored. */
export type TabRecord = Revision & { readonly tab: EditorTab; readonly remote: RemoteMark | null };

/** A change of a tab, written down when it happens and before anything else is done with it. */
export type JournalEntry = {
  readonly tabId: string;
  readonly rev: string;
  /** The state that it changes. */
  readonly base: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** What changed besides the text. */
  readonly change: Partial<Omit<EditorTab, 'id' | 'sql'>>;
  readonly text: TextChange | null;
};

/** A text that another one took the place of. */
export type LostText = { readonly tabId: string; readonly sql: string; readonly at: number };

export type Folded = {
  readonly records: readonly TabRecord[];
  /** Texts of windows that did not hear of each other; the newest became the tab. */
  readonly lost: readonly LostText[];
};

/** The tabs that snapshots and the changes since them come to. */
export function foldJournal(snapshots: readonly TabRecord[], entries: readonly JournalEntry[]): Folded {
  const folded = snapshots.map((snapshot) =>
    foldTab(
      snapshot,
      entries.filter(({ tabId }) => tabId === snapshot.tab.id),
    ),
  );
  return { records: folded.map(({ record }) => record), lost: folded.flatMap(({ lost }) => lost) };
}

function foldTab(snapshot: TabRecord, entries: readonly JournalEntry[]) {
  const states = new Map([[snapshot.rev, snapshot]]);
  for (const entry of entries) {
    const base = states.get(entry.base) ?? (isWhole(entry.text) ? snapshot : undefined);
    if (!base || states.has(entry.rev)) continue;
    states.set(entry.rev, after(base, entry));
  }
  const bases = new Set(entries.map(({ base }) => base));
  const heads = [...states.values()].filter(({ rev }) => !bases.has(rev) || states.size === 1);
  const record = heads.reduce((best, head) => (isLater(timed(head), timed(best)) ? head : best), heads[0] ?? snapshot);
  const lost = heads
    .filter(({ tab }) => tab.sql !== record.tab.sql)
    .map(({ tab }): LostText => ({ tabId: tab.id, sql: tab.sql, at: tab.updatedAt }));
  return { record, lost };
}

function after(base: TabRecord, { rev, change, text }: JournalEntry): TabRecord {
  const sql = text === null ? base.tab.sql : applyChange(base.tab.sql, text);
  return { ...base, ...nextRevision(base, rev), tab: { ...base.tab, ...change, sql } };
}

function isWhole(text: TextChange | null): boolean {
  return text !== null && 'whole' in text;
}

export function timed({ rev, tab }: Pick<TabRecord, 'rev' | 'tab'>): { readonly rev: string; readonly at: number } {
  return { rev, at: tab.updatedAt };
}
