import type { ListedTable, TablePath } from '../../../api/catalog.ts';
import type { OpenedTable } from './tree/tree-rows.ts';
import { placedKey, tableKey } from './tree/tree-rows.ts';

/** A table that is open in a tab ([3.13-05]). */
export type EditorTable = ListedTable & {
  readonly dbId: number;
  readonly expanded: boolean;
  /** Its number on the server, and whether it is expanded there; null until it is stored. */
  readonly remoteId: number | null;
  readonly remoteExpanded: boolean | null;
  /** What was last known of it, for when nobody can be asked. */
  readonly known: OpenedTable | null;
  /** Client id of the query that showed its rows. */
  readonly dataPreviewQueryId: string | null;
};

/** What is open in the schema bar of a tab. */
export type BarState = {
  /** In the order in which they were opened. */
  readonly tables: readonly EditorTable[];
  /** Numbers of tables that were taken away here and are on the server still. */
  readonly removed: readonly number[];
  /** By database: rows that a user opened, and those that stand open by themselves and were closed. */
  readonly opened: Readonly<Record<number, OpenedRows>>;
};
export type OpenedRows = { readonly expanded: readonly string[]; readonly closed: readonly string[] };

export const emptyBar: BarState = { tables: [], removed: [], opened: {} };
export const noRows: OpenedRows = { expanded: [], closed: [] };

/** A tab retains so many tables; the oldest that is closed gives way. */
const MAX_TABLES = 40;

export type BarAction =
  | { readonly type: 'toggle'; readonly dbId: number; readonly key: string; readonly isOpen: boolean }
  | {
      readonly type: 'toggle_table';
      readonly dbId: number;
      readonly place: string;
      readonly table: ListedTable;
      readonly isOpen: boolean;
    }
  | { readonly type: 'remove'; readonly dbId: number; readonly table: TablePath }
  | {
      readonly type: 'learn';
      readonly dbId: number;
      readonly table: TablePath;
      readonly change: Partial<Pick<EditorTable, 'known' | 'dataPreviewQueryId'>>;
    }
  | { readonly type: 'stored'; readonly dbId: number; readonly table: TablePath; readonly change: Stored }
  | { readonly type: 'restored'; readonly table: EditorTable }
  | { readonly type: 'forgotten'; readonly remoteId: number }
  | { readonly type: 'detached' }
  | { readonly type: 'adopted'; readonly tables: readonly EditorTable[] };
/** What the server has of a table. */
type Stored = Partial<Pick<EditorTable, 'remoteId' | 'remoteExpanded' | 'expanded'>>;

export function stepBar(state: BarState, action: BarAction): BarState {
  switch (action.type) {
    case 'toggle':
      return withRow(state, action.dbId, action.key, action.isOpen);
    case 'toggle_table':
      return withTable(state, action.dbId, action.place, action.table, action.isOpen);
    case 'remove':
      return withoutTable(state, action.dbId, action.table);
    case 'learn':
    case 'stored':
      return changed(state, action.dbId, action.table, action.change);
    case 'restored':
      return {
        ...state,
        tables: [...state.tables, action.table],
        removed: state.removed.filter((id) => id !== action.table.remoteId),
      };
    case 'forgotten':
      return { ...state, removed: state.removed.filter((id) => id !== action.remoteId) };
    case 'detached':
      return {
        ...state,
        removed: [],
        tables: state.tables.map((table) => ({ ...table, remoteId: null, remoteExpanded: null })),
      };
    case 'adopted':
      return adopted(state, action.tables);
  }
}

function withRow(state: BarState, dbId: number, key: string, isOpen: boolean): BarState {
  const { expanded, closed } = state.opened[dbId] ?? noRows;
  const without = (keys: readonly string[]) => keys.filter((other) => other !== key);
  const rows: OpenedRows = isOpen
    ? { expanded: [...without(expanded), key], closed: without(closed) }
    : { expanded: without(expanded), closed: [...without(closed), key] };
  return { ...state, opened: { ...state.opened, [dbId]: rows } };
}

function withTable(state: BarState, dbId: number, place: string, table: ListedTable, isOpen: boolean): BarState {
  const next = withRow(state, dbId, placedKey(place, table), isOpen);
  const end = ` › ${tableKey(table)}`;
  const expanded = next.opened[dbId]?.expanded.some((key) => key.endsWith(end)) ?? false;
  if (next.tables.some((one) => isSame(one, dbId, table))) return changed(next, dbId, table, { expanded });
  if (!isOpen) return next;
  const opened: EditorTable = {
    ...table,
    dbId,
    expanded,
    remoteId: null,
    remoteExpanded: null,
    known: null,
    dataPreviewQueryId: null,
  };
  const full = next.tables.length >= MAX_TABLES ? next.tables.find((one) => !one.expanded) : undefined;
  return add(full ? withoutTable(next, full.dbId, full) : next, opened);
}

function add(state: BarState, table: EditorTable): BarState {
  return { ...state, tables: [...state.tables, table] };
}

function withoutTable(state: BarState, dbId: number, table: TablePath): BarState {
  const gone = state.tables.find((one) => isSame(one, dbId, table));
  if (!gone) return state;
  const end = ` › ${tableKey(table)}`;
  const { expanded, closed } = state.opened[dbId] ?? noRows;
  return {
    tables: state.tables.filter((one) => one !== gone),
    removed: gone.remoteId === null ? state.removed : [...state.removed, gone.remoteId],
    opened: { ...state.opened, [dbId]: { expanded: expanded.filter((key) => !key.includes(end)), closed } },
  };
}

function changed(state: BarState, dbId: number, table: TablePath, change: Partial<EditorTable>): BarState {
  const index = state.tables.findIndex((one) => isSame(one, dbId, table));
  const before = state.tables[index];
  return before ? { ...state, tables: state.tables.with(index, { ...before, ...change }) } : state;
}

/** What the server has takes the place of what is here; what is here alone stays, and is stored next. */
function adopted(state: BarState, theirs: readonly EditorTable[]): BarState {
  const isTheirs = (mine: EditorTable) => theirs.some((one) => isSame(one, mine.dbId, mine));
  const mine = state.tables.filter((table) => table.remoteId === null && !isTheirs(table));
  const merged = theirs
    .filter(({ remoteId }) => remoteId === null || !state.removed.includes(remoteId))
    .map((table) => {
      const here = state.tables.find((one) => isSame(one, table.dbId, table));
      return here ? { ...table, known: here.known ?? table.known } : table;
    });
  const opened = { ...state.opened };
  for (const table of merged) {
    const { expanded, closed } = opened[table.dbId] ?? noRows;
    const end = ` › ${tableKey(table)}`;
    if (table.expanded && !expanded.some((key) => key.endsWith(end)))
      opened[table.dbId] = { expanded: [...expanded, placedKey('group tab', table)], closed };
  }
  return { ...state, tables: [...merged, ...mine], opened };
}

export function isSame(one: EditorTable, dbId: number, { catalog, schema, name }: TablePath): boolean {
  return one.dbId === dbId && one.name === name && one.schema === schema && one.catalog === catalog;
}

/** What the server is told next of a tab; null where it has everything. */
export type BarCall =
  | { readonly kind: 'add'; readonly table: EditorTable }
  | { readonly kind: 'expand'; readonly table: EditorTable; readonly remoteId: number }
  | { readonly kind: 'remove'; readonly remoteId: number };

export function nextCall({ tables, removed }: BarState): BarCall | null {
  const [gone] = removed;
  if (gone !== undefined) return { kind: 'remove', remoteId: gone };
  for (const table of tables) {
    if (table.remoteId === null) return { kind: 'add', table };
    if (table.expanded !== table.remoteExpanded) return { kind: 'expand', table, remoteId: table.remoteId };
  }
  return null;
}
