import { placeMissingCharts, type PlacedChart } from '@tessera/core/layout/charts';
import type { DropPosition } from '@tessera/core/layout/drop-position';
import type { Layout, NewId } from '@tessera/core/layout/types';
import { emptyDocument, type DashboardDocument, type DashboardProperties } from '@tessera/core/dashboard/document';
import {
  commit,
  redo,
  renameChart,
  renameInLayout,
  startHistory,
  undo,
  type DashboardHistory,
  type Step,
} from '@tessera/core/dashboard/history';
import { isSameDocument } from '@tessera/core/dashboard/operations';
import { readDocument } from '@tessera/core/dashboard/stored';
import { createStore, type StoreApi } from 'zustand';
import type { DashboardColors, DashboardItem } from '../../api/dashboards.ts';
import type { DashboardDraft } from './dashboard-draft.ts';

/** What a user does on a dashboard ([3.8-01]); what the server knows stays in the query cache. */
export type DashboardState = {
  /** Null before the first dashboard is open. */
  readonly id: number | null;
  /** The version that the changes are made on. */
  readonly version: number;
  /** What is stored in that version: where a merge begins when somebody else saves in between. */
  readonly stored: DashboardDocument;
  /** The same as it was shown at first, with a place for every chart. What differs from it is not saved. */
  readonly saved: DashboardDocument;
  readonly history: DashboardHistory;
  readonly editMode: boolean;
  /** Whether this user may change it. */
  readonly canEdit: boolean;
  readonly isSaving: boolean;
  readonly isRefreshing: boolean;
  /** The chosen tab of each tab set, by the id of the set. */
  readonly activeTabs: Readonly<Record<string, string>>;
  /** The placement that has the whole page. */
  readonly fullSizeId: string | null;
  /** Where what is being dragged would land. */
  readonly dropMark: DropMark;
  /** What is shown while an edge is pulled; it is no step yet. */
  readonly preview: Layout | null;
  /** Whose comments are open, and the one that a link leads to; null where none are. */
  readonly commenting: Commenting | null;
  /** Something is being dragged on the page. */
  readonly isDragging: boolean;
  /** Components that an author has marked, to act on together. */
  readonly selected: ReadonlySet<string>;
};

export type Commenting = {
  readonly chartId: number | null;
  readonly commentId: number | null;
  /** The mark of the chart that a new comment is about, in words; left out, the whole of it. */
  readonly point?: string;
};

export type DropMark = { readonly targetId: string; readonly position: DropPosition } | null;

export type DashboardAction =
  | {
      readonly type: 'hydrated';
      readonly item: DashboardItem;
      readonly charts: readonly PlacedChart[];
      readonly edit: boolean;
      readonly newId: NewId;
    }
  /** A dashboard that is not stored yet. */
  | { readonly type: 'begun'; readonly title: string }
  /** Changes that were not saved before the page was loaded anew, and what they were made on. */
  | { readonly type: 'draft_restored'; readonly draft: DashboardDraft }
  | { readonly type: 'edit_mode_set'; readonly on: boolean }
  /** One action of a user: one step of history. */
  | { readonly type: 'edited'; readonly step: Step }
  /** A chart was renamed elsewhere: no step, nothing to save ([4.5-02]). */
  | { readonly type: 'chart_renamed'; readonly chartId: number; readonly name: string }
  | { readonly type: 'undone' }
  | { readonly type: 'redone' }
  | { readonly type: 'save_started' }
  /**
   * `document` is what was written, with the changes of somebody else where those went in as well. `newer`: the user
   * went on meanwhile, and this is not stored yet.
   */
  | {
      readonly type: 'saved';
      readonly version: number;
      readonly document: DashboardDocument;
      readonly newer?: DashboardDocument | null;
    }
  | { readonly type: 'save_failed' }
  /** Title and properties were written at once, outside of the editor. */
  | {
      readonly type: 'properties_saved';
      readonly version: number;
      readonly title: string;
      readonly properties: DashboardProperties;
    }
  /** Something beside the document was written, as version `version`. */
  | { readonly type: 'version_written'; readonly version: number }
  | { readonly type: 'tab_chosen'; readonly tabsId: string; readonly tabId: string }
  | { readonly type: 'full_size_set'; readonly id: string | null }
  | { readonly type: 'commenting_set'; readonly commenting: Commenting | null }
  | { readonly type: 'refreshing_set'; readonly on: boolean }
  | { readonly type: 'drop_marked'; readonly mark: DropMark; readonly isDragging: boolean }
  | { readonly type: 'previewed'; readonly layout: Layout | null }
  | { readonly type: 'selected'; readonly ids: ReadonlySet<string> }
  /** Colours that the page keeps by itself: no change of a user. */
  | { readonly type: 'colors_kept'; readonly colors: DashboardColors }
  /** The page is left, or what is on it is given up. */
  | { readonly type: 'closed' };

export const emptyDashboard: DashboardState = {
  id: null,
  version: 0,
  stored: emptyDocument,
  saved: emptyDocument,
  history: startHistory(emptyDocument),
  editMode: false,
  canEdit: false,
  isSaving: false,
  isRefreshing: false,
  activeTabs: {},
  fullSizeId: null,
  dropMark: null,
  preview: null,
  commenting: null,
  isDragging: false,
  selected: new Set(),
};

/** Derived, never stored: the document differs from the saved one (ruling 42 a). */
export function isUnsaved({ history, saved }: Pick<DashboardState, 'history' | 'saved'>): boolean {
  return !isSameDocument(history.present, saved);
}

/** Pure, so that every state of the page can be built and tested without a browser. */
export function dashboardReducer(state: DashboardState, action: DashboardAction): DashboardState {
  switch (action.type) {
    case 'hydrated':
      return hydrate(state, action);
    case 'begun':
      return { ...emptyDashboard, ...atRest({ ...emptyDocument, title: action.title }), editMode: true };
    case 'draft_restored':
      return restore(state, action.draft);
    case 'edit_mode_set':
      return { ...state, editMode: action.on, fullSizeId: null, selected: new Set() };
    case 'edited':
      return withHistory(state, commit(state.history, action.step));
    case 'undone':
      return withHistory(state, undo(state.history));
    case 'redone':
      return withHistory(state, redo(state.history));
    case 'chart_renamed':
      return { ...state, history: renameChart(state.history, action.chartId, action.name) };
    case 'save_started':
      return { ...state, isSaving: true };
    case 'saved':
      return { ...state, ...afterSave(state, action), version: action.version, isSaving: false };
    case 'save_failed':
      return { ...state, isSaving: false };
    case 'properties_saved': {
      const { title, properties } = action;
      const written = (document: DashboardDocument) => ({ ...document, title, properties });
      const isNext = action.version === state.version + 1;
      return {
        ...state,
        ...followed(state, action.version),
        stored: isNext ? written(state.stored) : state.stored,
        saved: written(state.saved),
        history: { ...state.history, present: written(state.history.present) },
      };
    }
    case 'version_written':
      return { ...state, ...followed(state, action.version) };
    case 'tab_chosen':
      return { ...state, activeTabs: { ...state.activeTabs, [action.tabsId]: action.tabId } };
    case 'full_size_set':
      return { ...state, fullSizeId: action.id };
    case 'commenting_set':
      return { ...state, commenting: action.commenting };
    case 'refreshing_set':
      return { ...state, isRefreshing: action.on };
    case 'drop_marked':
      return { ...state, dropMark: action.mark, isDragging: action.isDragging };
    case 'previewed':
      return { ...state, preview: action.layout };
    case 'selected':
      return { ...state, selected: action.ids };
    case 'colors_kept':
      return keepColors(state, action.colors);
    case 'closed':
      return emptyDashboard;
  }
}

function withHistory(state: DashboardState, history: DashboardHistory): DashboardState {
  return history === state.history ? state : { ...state, history };
}

/** A document as it is stored, with nothing to undo. */
function atRest(document: DashboardDocument): Pick<DashboardState, 'stored' | 'saved' | 'history'> {
  return { stored: document, saved: document, history: startHistory(document) };
}

/**
 * A write beside the document makes the next version of what the page was made on. Any later version holds the save of
 * somebody else: the page stays at its own, so that the next save brings the two together.
 */
function followed(state: DashboardState, version: number): Pick<DashboardState, 'version'> {
  return { version: version === state.version + 1 ? version : state.version };
}

function restore(state: DashboardState, { version, base, document }: DashboardDraft): DashboardState {
  return { ...state, version, stored: base, saved: base, history: startHistory(document), editMode: true };
}

/** [4.5-01] Edit mode only for who may edit and asked for it; charts without a place get one ([4.5-08]). */
function hydrate(
  state: DashboardState,
  { item, charts, edit, newId }: Extract<DashboardAction, { type: 'hydrated' }>,
): DashboardState {
  const stored = readDocument(item);
  const placed = placeMissingCharts(stored.layout, charts, newId);
  const layout = charts.reduce((changed, chart) => renameInLayout(changed, chart.id, chart.name), placed);
  const shown = { ...stored, layout };
  return {
    ...emptyDashboard,
    id: item.id,
    version: item.version,
    stored,
    saved: shown,
    history: startHistory(shown),
    editMode: item.can_edit && edit,
    canEdit: item.can_edit,
    ...(state.id === item.id
      ? { activeTabs: state.activeTabs, fullSizeId: state.fullSizeId, commenting: state.commenting }
      : {}),
  };
}

/** [4.5-03] What a save resets. Who went on meanwhile has an editor with what is not stored yet. */
function afterSave(
  { history, editMode }: DashboardState,
  { document, newer }: Extract<DashboardAction, { type: 'saved' }>,
): Pick<DashboardState, 'stored' | 'saved' | 'history' | 'editMode'> {
  if (!newer) return { ...atRest(document), editMode: false };
  return { ...atRest(document), editMode, history: newer === history.present ? history : startHistory(newer) };
}

function keepColors(state: DashboardState, colors: DashboardColors): DashboardState {
  const kept = (document: DashboardDocument) => ({ ...document, settings: { ...document.settings, ...colors } });
  return {
    ...state,
    stored: kept(state.stored),
    saved: kept(state.saved),
    history: { ...state.history, present: kept(state.history.present) },
  };
}

/** The layout as it is on screen. */
export function shownLayout({ preview, history }: Pick<DashboardState, 'preview' | 'history'>): Layout {
  return preview ?? history.present.layout;
}

export type DashboardStore = StoreApi<DashboardState & { readonly dispatch: (action: DashboardAction) => void }>;

/** The state of one dashboard on a page. */
export function createDashboardStore(): DashboardStore {
  return createStore((set) => ({
    ...emptyDashboard,
    dispatch: (action) => set((state) => dashboardReducer(state, action)),
  }));
}
