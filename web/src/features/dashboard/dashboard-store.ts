import { placeMissingCharts, placesOfChart } from '@tessera/core/layout/charts';
import { commit, redo, startHistory, undo, unsavedAfterUndo, type LayoutHistory } from '@tessera/core/layout/history';
import { readLayout } from '@tessera/core/layout/stored';
import { componentOf, type Layout, type NewId } from '@tessera/core/layout/types';
import { updateMeta } from '@tessera/core/layout/resize';
import { create } from 'zustand';
import {
  readMetadata,
  type ChartItem,
  type DashboardColors,
  type DashboardItem,
  type DatasetNames,
} from '../../api/dashboards.ts';
import type { DashboardDraft } from './dashboard-draft.ts';
import { contentOf, type DashboardContent } from './merge-dashboard.ts';

/** What a person does on a dashboard ([3.8-01]); what the server knows stays in the query cache. */
export type DashboardState = {
  /** Null before the first dashboard is open. */
  readonly id: number | null;
  /** The version that the changes are made on. */
  readonly version: number;
  /** What is stored in that version: what both began with when somebody else saves in between. */
  readonly base: DashboardContent;
  readonly title: string;
  readonly history: LayoutHistory;
  readonly charts: ReadonlyMap<number, ChartItem>;
  readonly editMode: boolean;
  readonly hasUnsavedChanges: boolean;
  readonly isSaving: boolean;
  readonly isRefreshing: boolean;
  readonly isPublished: boolean;
  /** Settings as they are stored, read once. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly colorSchemeUpdated: boolean;
  /** The chosen tab of each tab set, by the id of the set. */
  readonly activeTabs: Readonly<Record<string, string>>;
  /** The chart that has the whole page. */
  readonly fullSizeChartId: number | null;
  readonly datasetsStatus: 'loading' | 'complete';
  /** Names of columns and metrics as people see them, by dataset id. */
  readonly verboseNames: ReadonlyMap<number, Readonly<Record<string, string>>>;
  /** Database of each dataset. */
  readonly databases: ReadonlyMap<number, number>;
};

export type DashboardAction =
  | {
      readonly type: 'hydrated';
      readonly item: DashboardItem;
      readonly charts: readonly ChartItem[];
      readonly edit: boolean;
      readonly newId: NewId;
    }
  /** A dashboard that is not stored yet. */
  | { readonly type: 'begun'; readonly title: string }
  /** Changes that were not saved before the page was loaded anew, and what they were made on. */
  | { readonly type: 'draft_restored'; readonly draft: DashboardDraft }
  | { readonly type: 'edit_mode_set'; readonly on: boolean }
  | { readonly type: 'title_changed'; readonly title: string }
  /** A person changed the layout: one step of history. */
  | { readonly type: 'layout_changed'; readonly layout: Layout }
  /** The product brought a component up to date (the name of a chart): no step, nothing to save ([4.5-02]). */
  | { readonly type: 'component_updated'; readonly chartId: number; readonly name: string }
  | { readonly type: 'chart_known'; readonly chart: ChartItem }
  | { readonly type: 'undone' }
  | { readonly type: 'redone' }
  | { readonly type: 'save_started' }
  /** `content` is what was written: with the changes of somebody else where those went in as well. */
  /** `newer`: the person went on while it was being saved, and this is not stored yet. */
  | {
      readonly type: 'saved';
      readonly version: number;
      readonly content: DashboardContent;
      readonly newer?: DashboardContent | null;
    }
  | { readonly type: 'save_failed' }
  | { readonly type: 'properties_saved'; readonly item: DashboardItem }
  | { readonly type: 'published_set'; readonly published: boolean; readonly version: number }
  | { readonly type: 'tab_chosen'; readonly tabsId: string; readonly tabId: string }
  | { readonly type: 'full_size_set'; readonly chartId: number | null }
  | { readonly type: 'refreshing_set'; readonly on: boolean }
  | { readonly type: 'datasets_loaded'; readonly datasets: readonly DatasetNames[] }
  /** The dataset of a chart that was just added. */
  | { readonly type: 'dataset_known'; readonly dataset: DatasetNames }
  /** Colours that the page keeps by itself: no change of a person. */
  | { readonly type: 'colors_kept'; readonly colors: DashboardColors }
  /** The page is left, or what is on it is given up. */
  | { readonly type: 'closed' };

const nothing = readLayout(null);

export const emptyDashboard: DashboardState = {
  id: null,
  version: 0,
  base: { title: '', layout: nothing, metadata: {} },
  title: '',
  history: startHistory(nothing),
  charts: new Map(),
  editMode: false,
  hasUnsavedChanges: false,
  isSaving: false,
  isRefreshing: false,
  isPublished: false,
  metadata: {},
  colorSchemeUpdated: false,
  activeTabs: {},
  fullSizeChartId: null,
  datasetsStatus: 'loading',
  verboseNames: new Map(),
  databases: new Map(),
};

/** Pure, so that every state of the page can be built and tested without a browser. */
export function dashboardReducer(state: DashboardState, action: DashboardAction): DashboardState {
  switch (action.type) {
    case 'hydrated':
      return hydrate(state, action);
    case 'begun':
      return {
        ...emptyDashboard,
        title: action.title,
        base: { ...emptyDashboard.base, title: action.title },
        editMode: true,
      };
    case 'draft_restored':
      return restore(state, action.draft);
    case 'edit_mode_set':
      return { ...state, editMode: action.on, fullSizeChartId: null };
    case 'title_changed':
      return action.title === state.title ? state : withUnsaved({ ...state, title: action.title });
    case 'layout_changed':
      return changeLayout(state, action.layout);
    case 'component_updated':
      return { ...state, history: renamed(state.history, action.chartId, action.name) };
    case 'chart_known':
      return { ...state, charts: new Map(state.charts).set(action.chart.id, action.chart) };
    case 'undone':
      return withUnsaved({ ...state, history: undo(state.history) });
    case 'redone': {
      const history = redo(state.history);
      return history === state.history ? state : { ...state, history, hasUnsavedChanges: true };
    }
    case 'save_started':
      return { ...state, isSaving: true };
    case 'saved':
      return {
        ...state,
        ...(action.newer ? stillEdited(state, action.newer) : settled(action.content)),
        version: action.version,
        base: action.content,
      };
    case 'save_failed':
      return { ...state, isSaving: false };
    case 'properties_saved':
      return {
        ...state,
        ...following(state, action.item),
        title: action.item.dashboard_title,
        isPublished: action.item.published,
      };
    case 'published_set':
      return { ...state, ...following(state, action), isPublished: action.published };
    case 'tab_chosen':
      return { ...state, activeTabs: { ...state.activeTabs, [action.tabsId]: action.tabId } };
    case 'full_size_set':
      return { ...state, fullSizeChartId: action.chartId };
    case 'refreshing_set':
      return { ...state, isRefreshing: action.on };
    case 'colors_kept':
      return { ...state, metadata: { ...state.metadata, ...action.colors } };
    case 'closed':
      return emptyDashboard;
    case 'datasets_loaded':
      return { ...state, ...withDatasets(state, action.datasets), datasetsStatus: 'complete' };
    case 'dataset_known':
      return { ...state, ...withDatasets(state, [action.dataset]) };
  }
}

/** Datasets of charts that were added and not saved stay known when those of the stored dashboard are read anew. */
function withDatasets(
  state: DashboardState,
  datasets: readonly DatasetNames[],
): Pick<DashboardState, 'verboseNames' | 'databases'> {
  return {
    verboseNames: new Map([
      ...state.verboseNames,
      ...datasets.map(({ id, verbose_map: names }) => [id, names] as const),
    ]),
    databases: new Map([...state.databases, ...datasets.map(({ id, database }) => [id, database.id] as const)]),
  };
}

/**
 * A write beside the layout makes the next version of what the page was made on. Any later version holds the save of
 * somebody else: the page stays at its own, so that the next save brings the two together.
 */
function following(
  state: DashboardState,
  answered: { readonly version: number; readonly dashboard_title?: string },
): Partial<DashboardState> {
  if (answered.version !== state.version + 1) return {};
  return { version: answered.version, base: { ...state.base, title: answered.dashboard_title ?? state.base.title } };
}

function restore(state: DashboardState, { version, base, title, layout }: DashboardDraft): DashboardState {
  return {
    ...state,
    version,
    base,
    title,
    history: awayFromSaved(startHistory(layout)),
    editMode: true,
    hasUnsavedChanges: true,
  };
}

/** No undo leads back to what is stored. */
function awayFromSaved(history: LayoutHistory): LayoutHistory {
  return { ...history, overflowed: true };
}

/** Is there something to save? The title is not a step of the history; undoing all steps leaves it changed. */
function withUnsaved(state: DashboardState): DashboardState {
  return {
    ...state,
    hasUnsavedChanges: state.title !== state.base.title || unsavedAfterUndo(state.history, state.colorSchemeUpdated),
  };
}

/** [4.5-01] Edit mode only for who may edit and asked for it; charts without a place get one ([4.5-08]). */
function hydrate(
  state: DashboardState,
  { item, charts, edit, newId }: Extract<DashboardAction, { type: 'hydrated' }>,
): DashboardState {
  const layout = placeMissingCharts(
    readLayout(item.position_json),
    charts.map((chart) => ({ id: chart.id, name: chart.slice_name, uuid: chart.uuid })),
    newId,
  );
  const named = charts.reduce((changed, chart) => namedIn(changed, chart.id, chart.slice_name), layout);
  return {
    ...emptyDashboard,
    id: item.id,
    version: item.version,
    base: contentOf(item),
    title: item.dashboard_title,
    history: startHistory(named),
    charts: new Map(charts.map((chart) => [chart.id, chart])),
    editMode: item.can_edit && edit,
    isPublished: item.published,
    metadata: readMetadata(item.json_metadata),
    ...(state.id === item.id
      ? {
          activeTabs: state.activeTabs,
          fullSizeChartId: state.fullSizeChartId,
          datasetsStatus: state.datasetsStatus,
          verboseNames: state.verboseNames,
          databases: state.databases,
        }
      : {}),
  };
}

function changeLayout(state: DashboardState, layout: Layout): DashboardState {
  const history = commit(state.history, layout);
  return history === state.history ? state : { ...state, history, hasUnsavedChanges: true };
}

/** [4.5-03] What a save resets. */
function settled({ title, layout, metadata }: DashboardContent): Partial<DashboardState> {
  return {
    isSaving: false,
    hasUnsavedChanges: false,
    editMode: false,
    colorSchemeUpdated: false,
    title,
    metadata,
    history: startHistory(layout),
  };
}

/** What a save leaves when the person went on while it was under way: an editor with what is not stored yet. */
function stillEdited(
  { history }: DashboardState,
  { title, layout, metadata }: DashboardContent,
): Partial<DashboardState> {
  return {
    isSaving: false,
    hasUnsavedChanges: true,
    title,
    metadata,
    history: awayFromSaved(layout === history.present ? history : startHistory(layout)),
  };
}

/** A chart that was renamed elsewhere has its new name in every place, in every step of the history. */
function renamed(history: LayoutHistory, chartId: number, name: string): LayoutHistory {
  const rename = (layout: Layout) => namedIn(layout, chartId, name);
  return {
    ...history,
    past: history.past.map(rename),
    present: rename(history.present),
    future: history.future.map(rename),
  };
}

/** A layout keeps the names that its charts had when it was saved; what is shown goes by those they have now. */
function namedIn(layout: Layout, chartId: number, name: string): Layout {
  return placesOfChart(layout, chartId).reduce(
    (changed, id) => (changed[id]?.meta.sliceName === name ? changed : updateMeta(changed, id, { sliceName: name })),
    layout,
  );
}

/** Every tab set around a component opens at the tab that holds it. */
export function tabsTowards(layout: Layout, id: string): Readonly<Record<string, string>> {
  const path = [...(componentOf(layout, id)?.parents ?? []), id];
  return Object.fromEntries(
    path.flatMap((tabId, at) => {
      const parent = path[at - 1];
      return componentOf(layout, tabId)?.type === 'TAB' && parent !== undefined ? [[parent, tabId]] : [];
    }),
  );
}

export const useDashboard = create<DashboardState & { readonly dispatch: (action: DashboardAction) => void }>(
  (set) => ({
    ...emptyDashboard,
    dispatch: (action) => set((state) => dashboardReducer(state, action)),
  }),
);

export const useLayout = (): Layout => useDashboard((state) => state.history.present);
