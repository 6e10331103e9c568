import { chartIdsOf } from '@tessera/core/layout/charts';
import { createComponent, deleteComponent } from '@tessera/core/layout/drop';
import { resizeComponent } from '@tessera/core/layout/resize';
import { GRID_ID, type Layout } from '@tessera/core/layout/types';
import { expect, test } from 'vitest';
import { chartItem, countedIds, dashboardItem } from './dashboard-fixtures.ts';
import { dashboardReducer, emptyDashboard, tabsTowards, type DashboardState } from './dashboard-store.ts';

const newId = countedIds();
const opened = (edit = false, item = dashboardItem()): DashboardState =>
  dashboardReducer(emptyDashboard, {
    type: 'hydrated',
    item,
    charts: [chartItem(1), chartItem(2), chartItem(3), chartItem(4)],
    edit,
    newId,
  });
const chart = (layout: Layout, chartId: number) =>
  Object.values(layout).find((component) => component.meta.chartId === chartId)?.id ?? '';
const wider = (state: DashboardState, width: number) =>
  dashboardReducer(state, {
    type: 'layout_changed',
    layout: resizeComponent(state.history.present, chart(state.history.present, 4), { width }),
  });

test('[4.5-01] [3.8-01] after loading nothing is unsaved, and edit mode needs the right and the wish', () => {
  expect(opened()).toMatchObject({
    editMode: false,
    hasUnsavedChanges: false,
    isRefreshing: false,
    datasetsStatus: 'loading',
    isPublished: false,
  });
  expect(opened(true).editMode).toBe(true);
  expect(opened(true, dashboardItem({ can_edit: false })).editMode).toBe(false);
  expect(opened(false, dashboardItem({ published: true })).isPublished).toBe(true);
});

test('[4.5-08] charts that have no place get one in new rows, three to a row', () => {
  const { present } = opened().history;
  expect(chartIdsOf(present).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  expect(present[GRID_ID]?.children).toHaveLength(2);
});

test('[4.5-02] a change by a person is unsaved; a name brought up to date is not', () => {
  const state = opened(true);
  expect(wider(state, 6).hasUnsavedChanges).toBe(true);
  const named = dashboardReducer(state, { type: 'component_updated', chartId: 1, name: 'New name' });
  expect(named.hasUnsavedChanges).toBe(false);
  expect(named.history.present[chart(named.history.present, 1)]?.meta.sliceName).toBe('New name');
  expect(dashboardReducer(state, { type: 'save_started' }).isSaving).toBe(true);
  expect(dashboardReducer(dashboardReducer(state, { type: 'save_started' }), { type: 'save_failed' }).isSaving).toBe(
    false,
  );
});

test('a chart that was renamed since the layout was saved goes by its new name in every place', () => {
  const position_json = JSON.stringify(opened().history.present);
  const again = dashboardReducer(emptyDashboard, {
    type: 'hydrated',
    item: dashboardItem({ position_json }),
    charts: [chartItem(1, 'Delays'), chartItem(2)],
    edit: true,
    newId,
  });
  expect(again.history.present[chart(again.history.present, 1)]?.meta.sliceName).toBe('Delays');
  expect(again.hasUnsavedChanges).toBe(false);
});

test('[4.5-03] a save ends edit mode, clears the unsaved flag and the history, and keeps the layout', () => {
  const changed = wider(opened(true), 6);
  const content = { title: 'Flights', layout: changed.history.present, metadata: {} };
  const saved = dashboardReducer(changed, { type: 'saved', version: 4, content });
  expect(saved).toMatchObject({
    editMode: false,
    hasUnsavedChanges: false,
    isSaving: false,
    version: 4,
    history: { past: [], future: [], overflowed: false },
  });
  expect(saved.history.present).toBe(changed.history.present);
  expect(saved.base).toBe(content);
});

test('a write beside the layout moves the page on by its own version only: a later one holds what somebody else saved', () => {
  const state = dashboardReducer(
    { ...emptyDashboard, version: 5 },
    { type: 'published_set', published: true, version: 6 },
  );
  expect(state).toMatchObject({ version: 6, isPublished: true });
  expect(dashboardReducer(state, { type: 'published_set', published: false, version: 8 })).toMatchObject({
    version: 6,
    isPublished: false,
  });
  expect(
    dashboardReducer(state, { type: 'properties_saved', item: dashboardItem({ dashboard_title: 'Next', version: 7 }) }),
  ).toMatchObject({ version: 7, title: 'Next', base: { title: 'Next' } });
  expect(
    dashboardReducer(state, { type: 'properties_saved', item: dashboardItem({ dashboard_title: 'Next', version: 9 }) }),
  ).toMatchObject({ version: 6, title: 'Next', base: { title: '' } });
});

test('what is stored is what a merge begins with: charts that only the page placed are changes of this person', () => {
  const state = opened(true);
  expect(chartIdsOf(state.base.layout)).toEqual([]);
  expect(chartIdsOf(state.history.present)).toHaveLength(4);
});

test('a draft comes back as it was left: in edit mode, unsaved, on the version that it was made on', () => {
  const left = wider(opened(true), 6);
  const draft = { title: 'Mine', layout: left.history.present, base: left.base, version: 2 };
  expect(dashboardReducer(opened(), { type: 'draft_restored', draft })).toMatchObject({
    editMode: true,
    hasUnsavedChanges: true,
    title: 'Mine',
    version: 2,
    history: { past: [], present: draft.layout },
  });
});

test('a new dashboard begins empty, in edit mode, with nothing to lose', () => {
  expect(dashboardReducer(opened(), { type: 'begun', title: 'Untitled' })).toMatchObject({
    id: null,
    title: 'Untitled',
    editMode: true,
    hasUnsavedChanges: false,
  });
});

test('[4.5-05] [4.5-06] undo to the beginning has nothing to save, redo has again', () => {
  const state = wider(opened(true), 6);
  const back = dashboardReducer(state, { type: 'undone' });
  expect(back.hasUnsavedChanges).toBe(false);
  expect(dashboardReducer(back, { type: 'redone' })).toMatchObject({
    hasUnsavedChanges: true,
    history: { present: state.history.present },
  });
});

test('[4.5-05] a title is not taken back by the undo of steps: it stays to be saved, until it is as it was', () => {
  const named = dashboardReducer(opened(true), { type: 'title_changed', title: 'Renamed' });
  const back = dashboardReducer(wider(named, 6), { type: 'undone' });
  expect(back).toMatchObject({ title: 'Renamed', hasUnsavedChanges: true });
  expect(dashboardReducer(back, { type: 'title_changed', title: 'Flights' }).hasUnsavedChanges).toBe(false);
});

test('a draft that came back stays unsaved when a step after it is taken back', () => {
  const left = wider(opened(true), 6);
  const again = dashboardReducer(opened(), {
    type: 'draft_restored',
    draft: { title: 'Flights', layout: left.history.present, base: left.base, version: 3 },
  });
  const back = dashboardReducer(wider(again, 5), { type: 'undone' });
  expect(back).toMatchObject({ hasUnsavedChanges: true, history: { present: left.history.present } });
});

test('[4.5-05] [9.0-26] after more steps than can be undone, undo never means saved', () => {
  let state = opened(true);
  for (let step = 0; step < 60; step += 1) state = wider(state, step % 2 === 0 ? 6 : 5);
  for (let step = 0; step < 60; step += 1) state = dashboardReducer(state, { type: 'undone' });
  expect(state.history.past).toEqual([]);
  expect(state.hasUnsavedChanges).toBe(true);
});

test('a change that changes nothing makes no step', () => {
  const state = opened(true);
  expect(dashboardReducer(state, { type: 'layout_changed', layout: state.history.present })).toBe(state);
  expect(dashboardReducer(state, { type: 'title_changed', title: 'Flights' })).toBe(state);
});

test('a deleted chart is gone from the layout and stays known', () => {
  const state = opened(true);
  const after = dashboardReducer(state, {
    type: 'layout_changed',
    layout: deleteComponent(state.history.present, chart(state.history.present, 4)),
  });
  expect(chartIdsOf(after.history.present)).not.toContain(4);
  expect(after.charts.has(4)).toBe(true);
  expect(after.history.present[GRID_ID]?.children).toHaveLength(1);
});

test('the tabs around a component lead to it', () => {
  const tabs = createComponent(opened(true).history.present, 'TABS', {}, { parentId: GRID_ID, index: 0 }, countedIds());
  const layout = tabs.ok ? tabs.layout : {};
  const tab = Object.values(layout).find((component) => component.type === 'TAB');
  expect(tabsTowards(layout, tab?.id ?? '')).toEqual({ [tab?.parents.at(-1) ?? '']: tab?.id });
});

test('reading the same dashboard anew keeps the open tabs and the names of columns', () => {
  const looked = dashboardReducer(
    dashboardReducer(opened(), { type: 'tab_chosen', tabsId: 'TABS-1', tabId: 'TAB-2' }),
    { type: 'datasets_loaded', datasets: [{ id: 1, verbose_map: { a: 'A' }, database: { id: 9 } }] },
  );
  const again = dashboardReducer(looked, {
    type: 'hydrated',
    item: dashboardItem({ version: 4 }),
    charts: [],
    edit: false,
    newId,
  });
  expect(again).toMatchObject({ version: 4, activeTabs: { 'TABS-1': 'TAB-2' }, datasetsStatus: 'complete' });
  const other = dashboardReducer(looked, {
    type: 'hydrated',
    item: dashboardItem({ id: 2 }),
    charts: [],
    edit: false,
    newId,
  });
  expect(other).toMatchObject({ activeTabs: {}, datasetsStatus: 'loading' });
});
