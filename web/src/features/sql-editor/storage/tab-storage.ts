import type { JournalEntry, LostText, RemoteMark, TabRecord } from '../tabs/journal.ts';
import type { EditorTable } from '../tabs/tables.ts';
import type { EditorTab } from '../tabs/tabs.ts';

/** A text that a tab once had. */
export type TextVersion = {
  readonly tabId: string;
  readonly sql: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly why: VersionReason;
};
/** `elsewhere`: another window or browser wrote it, or wrote over it. */
export type VersionReason = 'run' | 'pause' | 'elsewhere' | 'replaced' | 'closed';

/** Where a user left off in a tab. */
export type TabPlace = Pick<EditorTab, 'cursorPosition' | 'northPercent' | 'southPercent'>;

/** A query that ran in a tab which the server did not have then. */
export type LocalQuery = { readonly tabId: string; readonly queryId: string };

/** What is stored of the page beside its tabs. */
export type StoredPage = {
  /** Ids of tabs in their order, and in the order in which they were active. */
  readonly order: readonly string[];
  readonly history: readonly string[];
  readonly closed: readonly EditorTab[];
  readonly places: Readonly<Record<string, TabPlace>>;
  readonly tables: readonly EditorTable[];
  /** Numbers on the server of tabs and tables that were closed and are still there. */
  readonly destroyed: readonly number[];
  readonly destroyedTables: readonly number[];
  readonly localQueries: readonly LocalQuery[];
};

export const emptyPage: StoredPage = {
  order: [],
  history: [],
  closed: [],
  places: {},
  tables: [],
  destroyed: [],
  destroyedTables: [],
  localQueries: [],
};

export type StoredTabs = {
  readonly records: readonly TabRecord[];
  readonly page: StoredPage;
  readonly lost: readonly LostText[];
};

export type StorageWrite =
  | { readonly type: 'entry'; readonly entry: JournalEntry }
  /** A tab as a whole; what was written down of it before is left alone. */
  | { readonly type: 'tab'; readonly record: TabRecord }
  | { readonly type: 'mark'; readonly id: string; readonly remoteId: number | null; readonly remote: RemoteMark | null }
  | { readonly type: 'remove'; readonly id: string }
  | { readonly type: 'page'; readonly page: StoredPage }
  | { readonly type: 'version'; readonly version: TextVersion };

/** Where a browser holds what its user writes. */
export type TabStorage = {
  readonly load: () => Promise<StoredTabs>;
  /** On its way to the disk when this returns; together or not at all. */
  readonly write: (writes: readonly StorageWrite[]) => void;
  /** Put the changes of a tab together, if they come to this state and no other window went another way. */
  readonly compact: (tabId: string, rev: string) => void;
  /** The newest first. */
  readonly versions: (tabId: string) => Promise<readonly TextVersion[]>;
  /** Give up what is not needed: results, and old versions. */
  readonly makeRoom: () => void;
  readonly close: () => void;
};

/** For a browser that stores nothing: it lasts as long as the page. */
export function createMemoryStorage(): TabStorage {
  let versions: TextVersion[] = [];
  return {
    load: () => Promise.resolve({ records: [], page: emptyPage, lost: [] }),
    write: (writes) => {
      for (const write of writes) if (write.type === 'version') versions = [write.version, ...versions].slice(0, 200);
    },
    compact: () => undefined,
    versions: (tabId) => Promise.resolve(versions.filter((version) => version.tabId === tabId)),
    makeRoom: () => undefined,
    close: () => undefined,
  };
}
