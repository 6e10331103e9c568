import { noProperties } from '@tessera/core/dashboard/document';
import { countedIds } from '@tessera/core/dashboard/fixtures';
import { difference } from '@tessera/core/dashboard/operations';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { createComponent, deleteComponent } from '@tessera/core/layout/drop';
import { resizeComponent } from '@tessera/core/layout/resize';
import { GRID_ID, type Layout } from '@tessera/core/layout/types';
import { expect, test } from 'vitest';
import { dashboardItem } from './dashboard-fixtures.ts';
import {
  createDashboardStore,
  dashboardReducer,
  emptyDashboard,
  isUnsaved,
  type DashboardState,
} from './dashboard-store.ts';

const newId = countedIds();
const placed = (...ids: readonly number[]) => ids.map((id) => ({ id, name: `Chart ${id}`, uuid: `u${id}` }));
const opened = (edit = false, item = dashboardItem()): DashboardState =>
  dashboardReducer(emptyDashboard, { type: 'hydrated', item, charts: placed(1, 2, 3, 4), edit, newId });
const layoutOf = (state: DashboardState) => state.history.present.layout;
const chart = (layout: Layout, chartId: number) =>
  Object.values(layout).find((component) => component.meta.chartId === chartId)?.id ?? '';
const edited = (state: DashboardState, changes: Partial<DashboardState['saved']>) =>
  dashboardReducer(state, {
    type: 'edited',
    step: difference(state.history.present, { ...state.history.present, ...changes }),
  });
const wider = (state: DashboardState, width: number) =>
  edited(state, { layout: resizeComponent(layoutOf(state), chart(layoutOf(state), 4), { width }) });
const undone = (state: DashboardState) => dashboardReducer(state, { type: 'undone' });

test('[4.5-01] [3.8-01] after loading nothing is unsaved, and edit mode needs the right and the wish', () => {
  expect(opened()).toMatchObject({ editMode: false, isRefreshing: false, isSaving: false, fullSizeId: null });
  expect(isUnsaved(opened())).toBe(false);
  expect(opened(true).editMode).toBe(true);
  expect(opened(true, dashboardItem({ can_edit: false })).editMode).toBe(false);
});

test('[4.5-08] charts that have no place get one in new rows, three to a row', () => {
  const layout = layoutOf(opened());
  expect(chartIdsOf(layout).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  expect(layout[GRID_ID]?.children).toHaveLength(2);
});

test('[4.5-02] a change by a user is unsaved; a name brought up to date is not', () => {
  const state = opened(true);
  expect(isUnsaved(wider(state, 6))).toBe(true);
  const named = dashboardReducer(state, { type: 'chart_renamed', chartId: 1, name: 'New name' });
  expect(isUnsaved(named)).toBe(false);
  expect(layoutOf(named)[chart(layoutOf(named), 1)]?.meta.sliceName).toBe('New name');
  expect(dashboardReducer(state, { type: 'save_started' }).isSaving).toBe(true);
  expect(dashboardReducer(dashboardReducer(state, { type: 'save_started' }), { type: 'save_failed' }).isSaving).toBe(
    false,
  );
});

test('a chart that was renamed since the layout was saved goes by its new name in every place', () => {
  const position_json = JSON.stringify(layoutOf(opened()));
  const again = dashboardReducer(emptyDashboard, {
    type: 'hydrated',
    item: dashboardItem({ position_json }),
    charts: [{ id: 1, name: 'Delays' }],
    edit: true,
    newId,
  });
  expect(layoutOf(again)[chart(layoutOf(again), 1)]?.meta.sliceName).toBe('Delays');
  expect(isUnsaved(again)).toBe(false);
});

test('[4.5-03] a save ends edit mode, leaves nothing unsaved and no history, and keeps the layout', () => {
  const changed = wider(opened(true), 6);
  const document = changed.history.present;
  const saved = dashboardReducer(changed, { type: 'saved', version: 4, document });
  expect(saved).toMatchObject({ editMode: false, isSaving: false, version: 4, history: { past: [], future: [] } });
  expect(isUnsaved(saved)).toBe(false);
  expect([saved.history.present, saved.stored]).toEqual([document, document]);
});

test('a write beside the document moves the page on by its own version only', () => {
  const written = (state: DashboardState, version: number) =>
    dashboardReducer(state, { type: 'version_written', version });
  const state = written({ ...emptyDashboard, version: 5 }, 6);
  expect([state.version, written(state, 8).version]).toEqual([6, 6]);
  const named = (version: number) =>
    dashboardReducer(state, { type: 'properties_saved', version, title: 'Next', properties: noProperties });
  expect(named(7)).toMatchObject({ version: 7, history: { present: { title: 'Next' } }, stored: { title: 'Next' } });
  expect(named(9)).toMatchObject({ version: 6, history: { present: { title: 'Next' } }, stored: { title: '' } });
  expect([isUnsaved(named(7)), isUnsaved(named(9))]).toEqual([false, false]);
});

test('what is stored is what a merge begins with: charts that only the page placed are changes of this user', () => {
  const state = opened(true);
  expect(chartIdsOf(state.stored.layout)).toEqual([]);
  expect(chartIdsOf(layoutOf(state))).toHaveLength(4);
});

test('a draft comes back as it was left: in edit mode, unsaved, on the version that it was made on', () => {
  const left = edited(wider(opened(true), 6), { title: 'Mine' });
  const draft = { document: left.history.present, base: left.stored, version: 2 };
  const again = dashboardReducer(opened(), { type: 'draft_restored', draft });
  expect(again).toMatchObject({ editMode: true, version: 2, history: { past: [], present: draft.document } });
  expect(isUnsaved(again)).toBe(true);
  expect(isUnsaved(undone(wider(again, 5))), 'a step after it that is taken back').toBe(true);
});

test('a new dashboard begins empty, in edit mode, with nothing to lose', () => {
  const begun = dashboardReducer(opened(), { type: 'begun', title: 'Untitled' });
  expect(begun).toMatchObject({ id: null, editMode: true, history: { present: { title: 'Untitled' } } });
  expect(isUnsaved(begun)).toBe(false);
});

test('[4.5-05] [4.5-06] undo to the beginning has nothing to save, redo has again', () => {
  const state = wider(opened(true), 6);
  const back = undone(state);
  expect(isUnsaved(back)).toBe(false);
  const forth = dashboardReducer(back, { type: 'redone' });
  expect(forth.history.present).toEqual(state.history.present);
  expect(isUnsaved(forth)).toBe(true);
});

test('[4.5-05] title, properties, filters and colours are steps like any other', () => {
  const start = opened(true);
  const states = [start];
  for (const changes of [
    { title: 'Renamed' },
    { properties: { ...noProperties, description: 'Words', owners: [1] } },
    { settings: { native_filter_configuration: [{ id: 'f' }] } },
    { settings: { native_filter_configuration: [{ id: 'f' }], label_colors: { EU: '#123456' } } },
  ])
    states.push(edited(states.at(-1) ?? start, changes));
  let state = states.at(-1) ?? start;
  expect(state.history.past).toHaveLength(4);
  for (const before of states.slice(0, -1).toReversed()) {
    expect(isUnsaved(state)).toBe(true);
    state = undone(state);
    expect(state.history.present).toEqual(before.history.present);
  }
  expect(isUnsaved(state)).toBe(false);
});

test('what is made as it was by hand has nothing to save either', () => {
  const back = edited(edited(opened(true), { title: 'Renamed' }), { title: 'Flights' });
  expect([back.history.past.length, isUnsaved(back)]).toEqual([2, false]);
});

test('[4.5-05] [9.0-26] after more steps than can be undone, undo never means saved', () => {
  let state = opened(true);
  for (let step = 0; step < 61; step += 1) state = wider(state, step % 2 === 0 ? 6 : 5);
  for (let step = 0; step < 60; step += 1) state = undone(state);
  expect(state.history.past).toEqual([]);
  expect(isUnsaved(state)).toBe(true);
});

test('a change that changes nothing makes no step', () => {
  const state = opened(true);
  expect(edited(state, { layout: { ...layoutOf(state) } })).toBe(state);
  expect(edited(state, { title: 'Flights' })).toBe(state);
  expect(undone(state)).toBe(state);
});

const again2 = (type: string) => `${type}-again`;

test('a chart stands twice: each placement has its own life, and deleting one leaves the other', () => {
  const state = opened(true);
  const first = chart(layoutOf(state), 4);
  const again = createComponent(layoutOf(state), 'CHART', { chartId: 4 }, { parentId: GRID_ID, index: 0 }, again2);
  const both = edited(state, { layout: again.ok ? again.layout : {} });
  expect(chartIdsOf(layoutOf(both))).toHaveLength(4);
  const full = dashboardReducer(both, { type: 'full_size_set', id: 'CHART-again' });
  expect(full.fullSizeId).toBe('CHART-again');
  const one = edited(both, { layout: deleteComponent(layoutOf(both), first) });
  expect(
    Object.values(layoutOf(one))
      .filter(({ meta }) => meta.chartId === 4)
      .map(({ id }) => id),
  ).toEqual(['CHART-again']);
  expect(undone(one).history.present).toEqual(both.history.present);
});

test('reading the same dashboard anew keeps the open tabs', () => {
  const looked = dashboardReducer(opened(), { type: 'tab_chosen', tabsId: 'TABS-1', tabId: 'TAB-2' });
  const read = (item: ReturnType<typeof dashboardItem>) =>
    dashboardReducer(looked, { type: 'hydrated', item, charts: [], edit: false, newId });
  expect(read(dashboardItem({ version: 4 }))).toMatchObject({ version: 4, activeTabs: { 'TABS-1': 'TAB-2' } });
  expect(read(dashboardItem({ id: 2 }))).toMatchObject({ activeTabs: {} });
});

test('two dashboards on one page know nothing of each other', () => {
  const [one, other] = [createDashboardStore(), createDashboardStore()];
  one.getState().dispatch({ type: 'begun', title: 'One' });
  expect([one.getState().history.present.title, other.getState().history.present.title]).toEqual(['One', '']);
});
