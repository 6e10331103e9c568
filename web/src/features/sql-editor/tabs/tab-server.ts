import type { EditorTable as SentTable, QueryEditor, TabMade, TabState, TabUpdate } from '@tessera/server/contract';

/** What the server is asked about tabs; every call throws an ApiError when it fails. */
export type TabServer = {
  /** Which tabs there are, and the active one whole. */
  readonly list: () => Promise<{
    readonly tabs: readonly { readonly id: number }[];
    readonly active: TabState | null;
  }>;
  readonly read: (id: number) => Promise<TabState>;
  readonly create: (editor: QueryEditor) => Promise<TabMade>;
  /** @returns the revision; null where the tab says something else by now, and nothing was changed */
  readonly update: (id: number, update: TabUpdate, isLast?: boolean) => Promise<number | null>;
  readonly remove: (id: number) => Promise<void>;
  readonly activate: (id: number) => Promise<void>;
  readonly migrateQuery: (id: number, queryId: string) => Promise<void>;
  readonly createTable: (table: SentTable) => Promise<number>;
  readonly expandTable: (id: number, expanded: boolean) => Promise<void>;
  readonly removeTable: (id: number) => Promise<void>;
};
