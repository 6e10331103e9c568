import { editorNumbers } from '../editor-numbers.ts';
import { fittingName, untitledName } from './tab-names.ts';
import { stepTables, type EditorTable, type TableAction } from './tables.ts';

/** A tab of the editor as the browser has it ([3.13-02]). */
export type EditorTab = {
  readonly id: string;
  /** Its number on the server; null until it is stored there. */
  readonly remoteId: number | null;
  readonly name: string;
  readonly dbId: number | null;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly sql: string;
  /** Null where nothing is selected. */
  readonly selectedText: string | null;
  /** Values of the template parameters, as JSON text; empty where there are none. */
  readonly templateParams: string;
  /** The most rows of a result; null takes the default. */
  readonly queryLimit: number | null;
  readonly maxRow: number;
  /** Runs when it is opened, once. */
  readonly autorun: boolean;
  /** Client id of the query that ran last. */
  readonly latestQueryId: string | null;
  readonly hideLeftBar: boolean;
  readonly cursorPosition: { readonly row: number; readonly column: number };
  /** Heights of the editor and of what is below it. */
  readonly northPercent: number;
  readonly southPercent: number;
  /** The saved query that it was opened with or saved as. */
  readonly savedQueryId: number | null;
  /** The version of it that the tab last read or wrote; null where nobody knows. */
  readonly savedVersion: number | null;
  /** Epoch milliseconds of the last change by a user. */
  readonly updatedAt: number;
};

export type TabsState = {
  /** In the order on screen. */
  readonly tabs: readonly EditorTab[];
  /** Ids of tabs in the order in which they were active; the last one is ([4.10-04]). */
  readonly history: readonly string[];
  /** What was closed of late, the newest last. */
  readonly closed: readonly EditorTab[];
  /** Open in the schema bars of the tabs, the newest first. */
  readonly tables: readonly EditorTable[];
};

export const emptyTabs: TabsState = { tabs: [], history: [], closed: [], tables: [] };
export const newSql = 'SELECT ...';

/** So many closed tabs can be opened again by key; older ones are in the list of all of them. */
const MAX_CLOSED = 50;

export type TabChange = Partial<Omit<EditorTab, 'id'>>;
export type TabAction =
  | TableAction
  | { readonly type: 'add'; readonly tab: EditorTab; readonly after?: string }
  | { readonly type: 'edit'; readonly id: string; readonly change: TabChange }
  | { readonly type: 'close'; readonly id: string }
  | { readonly type: 'close_others'; readonly id: string }
  | { readonly type: 'reopen'; readonly id?: string }
  | { readonly type: 'activate'; readonly id: string }
  | { readonly type: 'move'; readonly id: string; readonly to: number }
  /** The order of another window; tabs that it does not know come last. */
  | { readonly type: 'order'; readonly ids: readonly string[] };

/** The tab on screen; null when there is none. */
export function activeTab({ tabs, history }: TabsState): EditorTab | null {
  const id = history.at(-1);
  return tabs.find((tab) => tab.id === id) ?? tabs.at(-1) ?? null;
}

export function stepTabs(state: TabsState, action: TabAction): TabsState {
  switch (action.type) {
    case 'add':
      return withTab(state, action.tab, action.after);
    case 'edit':
      return edited(state, action.id, action.change);
    case 'close':
      return without(state, new Set([action.id]));
    case 'close_others': {
      const others = state.tabs.filter(({ id }) => id !== action.id).map(({ id }) => id);
      return activated(without(state, new Set(others)), action.id);
    }
    case 'reopen':
      return reopened(state, action.id);
    case 'activate':
      return activated(state, action.id);
    case 'move':
      return moved(state, action.id, action.to);
    case 'order':
      return ordered(state, action.ids);
    case 'open_table':
    case 'edit_table':
    case 'close_tables':
      return { ...state, tables: stepTables(state.tables, action) };
  }
}

function withTab(state: TabsState, tab: EditorTab, after: string | undefined): TabsState {
  if (state.tabs.some(({ id }) => id === tab.id)) return activated(state, tab.id);
  const at = state.tabs.findIndex(({ id }) => id === after) + 1;
  const tabs = at === 0 ? [...state.tabs, tab] : state.tabs.toSpliced(at, 0, tab);
  return activated({ ...state, tabs }, tab.id);
}

function edited(state: TabsState, id: string, wanted: TabChange): TabsState {
  const index = state.tabs.findIndex((tab) => tab.id === id);
  const tab = state.tabs[index];
  if (!tab) return state;
  const { name } = wanted;
  const change = name === undefined ? wanted : { ...wanted, name: fittingName(name) };
  const keys = Object.keys(change) as (keyof TabChange)[];
  if (keys.every((key) => change[key] === tab[key])) return state;
  return { ...state, tabs: state.tabs.with(index, { ...tab, ...change }) };
}

/** What remains active is the tab that was active before; without one the last that remains ([4.10-04]). */
function without(state: TabsState, ids: ReadonlySet<string>): TabsState {
  const gone = state.tabs.filter(({ id }) => ids.has(id));
  if (gone.length === 0) return state;
  return {
    tabs: state.tabs.filter(({ id }) => !ids.has(id)),
    history: state.history.filter((id) => !ids.has(id)),
    // What is closed at one press is opened again whole.
    closed: [...state.closed.filter(({ id }) => !ids.has(id)), ...gone].slice(-Math.max(MAX_CLOSED, gone.length)),
    tables: state.tables.filter(({ queryEditorId }) => !ids.has(queryEditorId)),
  };
}

function reopened(state: TabsState, id: string | undefined): TabsState {
  const tab = id === undefined ? state.closed.at(-1) : state.closed.find((one) => one.id === id);
  if (!tab) return state;
  const closed = state.closed.filter((one) => one !== tab);
  // What was closed is gone from the server.
  return withTab({ ...state, closed }, { ...tab, remoteId: null, autorun: false }, undefined);
}

function activated(state: TabsState, id: string): TabsState {
  if (state.history.at(-1) === id || !state.tabs.some((tab) => tab.id === id)) return state;
  return { ...state, history: [...state.history.filter((one) => one !== id), id] };
}

function moved(state: TabsState, id: string, to: number): TabsState {
  const from = state.tabs.findIndex((tab) => tab.id === id);
  const tab = state.tabs[from];
  const place = Math.max(0, Math.min(state.tabs.length - 1, to));
  if (!tab || from === place) return state;
  return { ...state, tabs: state.tabs.toSpliced(from, 1).toSpliced(place, 0, tab) };
}

function ordered(state: TabsState, ids: readonly string[]): TabsState {
  const place = new Map(ids.map((id, index) => [id, index]));
  const tabs = state.tabs.toSorted((a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length));
  return tabs.every((tab, index) => tab === state.tabs[index]) ? state : { ...state, tabs };
}

type NewTab = Pick<EditorTab, 'id' | 'maxRow'> & TabChange;

/** A tab with the defaults of [9.0-31]; a tab that has no name gets the next free one. */
export function tabOf({ tabs }: Pick<TabsState, 'tabs'>, given: NewTab, now: number): EditorTab {
  return {
    remoteId: null,
    dbId: null,
    catalog: null,
    schema: null,
    sql: newSql,
    selectedText: null,
    templateParams: '',
    queryLimit: null,
    autorun: false,
    latestQueryId: null,
    hideLeftBar: false,
    cursorPosition: { row: 0, column: 0 },
    northPercent: editorNumbers.northPercent,
    southPercent: editorNumbers.southPercent,
    savedQueryId: null,
    savedVersion: null,
    updatedAt: now,
    ...given,
    name: given.name === undefined ? untitledName(tabs.map(({ name }) => name)) : fittingName(given.name),
  };
}
