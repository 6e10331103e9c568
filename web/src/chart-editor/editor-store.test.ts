import type { AnyViz } from '@tessera/viz/erase';
import { expect, test } from 'vitest';
import { simpleFilter } from '../controls/filters.ts';
import { flights, lines, ring, trips } from './editor-fixtures.ts';
import {
  drawnForm,
  emptyEditor,
  editChart,
  isStale,
  isStillShown,
  isUnsaved,
  needsLoading,
  type EditorAction,
  type EditorState,
  type Opened,
} from './editor-store.ts';
import type { SavedChart } from './draft.ts';

const form = {
  datasource: '7__table',
  viz_type: 'lines',
  x_axis: 'date',
  metrics: ['count'],
  groupby: ['origin'],
  row_limit: 100,
  opacity: 0.2,
};
const draft = { name: 'Delays', vizType: 'lines', form };
const chart: SavedChart = {
  id: 3,
  name: 'Delays',
  version: 1,
  ownerIds: [1],
  owners: [{ id: 1, name: 'Ana' }],
  dashboards: [],
  description: '',
  cacheTimeout: null,
  tags: [],
  certifiedBy: '',
  certificationDetails: '',
  changedOn: null,
  changedBy: null,
};
const opened: Opened = {
  address: '?slice_id=3',
  dataset: flights,
  chart,
  draft,
  base: draft,
  saved: draft,
  restored: null,
  runForm: form,
  refused: false,
};

const play = (...actions: readonly EditorAction[]): EditorState =>
  actions.reduce(editChart, editChart(emptyEditor, { type: 'opened', opened }));
const set = (key: string, value: unknown): EditorAction => ({ type: 'control_changed', key, value, viz: lines });

test('[5.0-03] a saved chart opens, runs and does not complain before a user edits', () => {
  const state = play();
  expect(state.edited).toBe(false);
  expect(state.run?.form).toBe(form);
  expect([isStale(state, lines), isUnsaved(state)]).toEqual([false, false]);
});

test('an edit makes the picture stale and the chart unsaved until it is run and saved', () => {
  const edited = play(set('row_limit', 10));
  expect([isStale(edited, lines), isUnsaved(edited), edited.edited]).toEqual([true, true, true]);
  const run = editChart(edited, { type: 'run_pressed' });
  expect([isStale(run, lines), isUnsaved(run)]).toEqual([false, true]);
  const saved = editChart(run, { type: 'saved', chart: { ...chart, version: 2 }, form: run.draft.form });
  expect([isStale(saved, lines), isUnsaved(saved)]).toEqual([false, false]);
});

test('pressing Update again asks again', () => {
  expect(play({ type: 'run_pressed' }, { type: 'run_pressed' }).run).toMatchObject({ number: 3, asked: 3 });
});

test('[4.7-02] a control that only draws changes the picture at once and asks for nothing', () => {
  const state = play(set('opacity', 0.9));
  expect(isStale(state, lines)).toBe(false);
  expect(drawnForm(state, lines)).toMatchObject({ opacity: 0.9, row_limit: 100 });
  expect(drawnForm(play(set('row_limit', 10)), lines)).toMatchObject({ row_limit: 100 });
});

test('a control that draws waits for Update where it needs what was not asked, and not where that is there', () => {
  const totals: AnyViz = {
    ...lines,
    prepare: () => null,
    buildQueries: ({ opacity }) => [{ columns: ['a'] }, ...(Number(opacity) > 0.5 ? [{ columns: [] }] : [])],
  };
  const more = play(set('opacity', 0.1), { type: 'run_pressed' }, set('opacity', 0.9));
  expect([isStale(more, totals), drawnForm(more, totals)]).toMatchObject([true, { opacity: 0.1 }]);
  const less = play(set('opacity', 0.9), { type: 'run_pressed' }, set('opacity', 0.1));
  expect([isStale(less, totals), drawnForm(less, totals)]).toMatchObject([false, { opacity: 0.1 }]);
});

test('an annotation layer is drawn without Update: it is asked for apart', () => {
  const layer = { name: 'Holidays', annotationType: 'EVENT', sourceType: 'NATIVE', value: 1 };
  const layered: AnyViz = {
    ...lines,
    prepare: () => null,
    buildQueries: ({ opacity }) => [{ columns: ['a'], annotation_layers: opacity === 1 ? [layer] : [] }],
  };
  const state = play(set('opacity', 0.5), { type: 'run_pressed' }, set('opacity', 1));
  expect([isStale(state, layered), drawnForm(state, layered)]).toMatchObject([false, { opacity: 1 }]);
});

test('[4.7-01] another chart type regenerates the form: shared values stay, new controls get defaults', () => {
  const state = play({ type: 'viz_changed', from: lines, to: ring });
  expect(state.draft.vizType).toBe('ring');
  expect(state.draft.form).toEqual({
    datasource: '7__table',
    viz_type: 'ring',
    metric: 'count',
    groupby: ['origin'],
    adhoc_filters: [],
    row_limit: 100,
    donut: false,
  });
  expect(isStale(state, ring)).toBe(true);
});

test('[4.7-04] what the other type has no control for comes back with the first type', () => {
  const away = play(set('opacity', 0.7), { type: 'viz_changed', from: lines, to: ring });
  expect(away.memory.left.get('lines')?.form).toMatchObject({ x_axis: 'date', opacity: 0.7 });
  const back = editChart(away, { type: 'viz_changed', from: ring, to: lines });
  expect(back.draft.form).toMatchObject({
    viz_type: 'lines',
    x_axis: 'date',
    metrics: ['count'],
    opacity: 0.7,
    groupby: ['origin'],
  });
  expect(back.draft.form).not.toHaveProperty('donut');
});

test('[4.7-04] a control that hides leaves its value in the stash and takes it back when it shows again', () => {
  const shown = play(set('sort_metric', 'count'), set('order_desc', false));
  const hidden = editChart(shown, set('sort_metric', null));
  expect(hidden.draft.form).not.toHaveProperty('order_desc');
  expect(hidden.stash).toEqual({ order_desc: false });
  expect(editChart(hidden, set('sort_metric', 'count')).draft.form).toHaveProperty('order_desc', false);
});

test('[4.7-03] another dataset keeps what it has by name and says what was carried over', () => {
  const filters = [simpleFilter('origin', 'EQUALS', 'SEA'), simpleFilter('date', 'TEMPORAL_RANGE', 'No filter')];
  const state = play(set('adhoc_filters', filters), { type: 'dataset_changed', dataset: trips, viz: lines });
  expect(state.draft.form).toMatchObject({
    datasource: '8__table',
    x_axis: 'date',
    metrics: [],
    groupby: [],
    adhoc_filters: [filters[1]],
  });
  expect(state.carried).toEqual({
    by: 'dataset',
    transferred: ['x_axis'],
    dropped: ['metrics', 'groupby', 'adhoc_filters'],
    lost: [
      { control: 'Metrics', values: ['count'] },
      { control: 'Dimensions', values: ['origin'] },
      { control: 'Filters', values: ['origin is SEA'] },
    ],
  });
  expect(editChart(state, { type: 'carried_seen' }).carried).toBeNull();
});

test('[4.7-03] undo brings the former dataset back with its settings, redo the other one', () => {
  const before = play(set('groupby', ['origin', 'delay']));
  const over = editChart(before, { type: 'dataset_changed', dataset: trips, viz: lines });
  const changed = editChart(over, set('groupby', ['city']));
  const undone = editChart(changed, { type: 'stepped', by: -2 });
  expect(undone).toMatchObject({ dataset: flights, draft: before.draft, carried: null });
  expect(undone.memory).toBe(before.memory);
  const redone = editChart(undone, { type: 'redone' });
  expect(redone).toMatchObject({ dataset: trips, draft: over.draft });
  expect(editChart(redone, { type: 'redone' })).toMatchObject({ dataset: trips, draft: changed.draft });
  const first = editChart(redone, { type: 'stepped', by: -9 });
  expect([first.dataset, first.draft, isUnsaved(first)]).toEqual([flights, draft, false]);
});

test('[4.7-01] another type lists what it has no place for, and nothing where all came along', () => {
  const away = play({ type: 'viz_changed', from: lines, to: ring });
  expect(away.carried).toMatchObject({ by: 'type', lost: [{ control: 'X axis', values: ['date'] }] });
  const back = editChart(away, { type: 'viz_changed', from: ring, to: lines });
  expect(back.carried).toBeNull();
});

test('undo and redo step over edits, and a new edit ends the future', () => {
  const edited = play(set('row_limit', 10), set('row_limit', 50));
  const undone = editChart(edited, { type: 'undone' });
  expect(undone.draft.form['row_limit']).toBe(10);
  expect(editChart(undone, { type: 'redone' }).draft.form['row_limit']).toBe(50);
  expect(editChart(editChart(undone, set('row_limit', 7)), { type: 'redone' }).draft.form['row_limit']).toBe(7);
  expect(editChart(play(), { type: 'undone' }).draft).toEqual(draft);
});

test('an address that the page wrote itself is not loaded, going back to an older one is', () => {
  const left = play({ type: 'addressed', address: '?form_data_key=a&slice_id=3' });
  expect([
    needsLoading(left, '?slice_id=3'),
    needsLoading(left, '?form_data_key=a&slice_id=3'),
    needsLoading(left, '?slice_id=9'),
  ]).toEqual([false, false, true]);
  const arrived = editChart(left, { type: 'arrived' });
  expect([needsLoading(arrived, '?slice_id=3'), needsLoading(arrived, '?form_data_key=a&slice_id=3')]).toEqual([
    true,
    false,
  ]);
});

test('a new name alone is an unsaved change, and a chart that was never saved is unsaved once touched', () => {
  expect(isUnsaved(play({ type: 'renamed', name: 'Late flights' }))).toBe(true);
  const fresh = editChart(emptyEditor, { type: 'opened', opened: { ...opened, chart: null, saved: null } });
  expect(isUnsaved(fresh)).toBe(false);
  expect(isUnsaved(editChart(fresh, set('row_limit', 10)))).toBe(true);
});

test('[5.0-03] settings of an address that cannot be run stay as they are', () => {
  const wrong = { ...draft, form: { ...form, row_limit: -1 } };
  const state = editChart(emptyEditor, {
    type: 'opened',
    opened: { ...opened, chart: null, saved: null, draft: wrong, base: wrong, runForm: null, refused: true },
  });
  expect(state).toMatchObject({ refused: true, edited: false, run: null, draft: { form: { row_limit: -1 } } });
  expect(isUnsaved(state)).toBe(false);
});

test('the address follows a run that the page still shows', () => {
  const run = { vizType: 'lines', form, number: 3, asked: 1, isKnown: false };
  const asked = { number: 3, chartId: null };
  expect(isStillShown({ run, chart: null }, asked)).toBe(true);
  expect(isStillShown({ run: null, chart: null }, asked), 'left').toBe(false);
  expect(isStillShown({ run: { ...run, number: 4 }, chart: null }, asked), 'run anew').toBe(false);
  expect(isStillShown({ run, chart }, asked), 'saved').toBe(false);
});

test('what a chart was when it was opened stays, whatever is saved', () => {
  const state = editChart(emptyEditor, { type: 'opened', opened });
  const changed = editChart(state, {
    type: 'saved',
    chart: { ...chart, id: 4 },
    form: { ...form, color_scheme: 'warm' },
  });
  expect(changed.opened).toEqual(draft);
  expect(changed.saved?.form).toMatchObject({ color_scheme: 'warm' });
});

test('undo to a state that was run shows its picture again, asks nothing anew and clears the mark', () => {
  const changed = play(set('row_limit', 10), { type: 'followed' });
  expect([isUnsaved(changed), changed.run?.asked, changed.run?.isKnown]).toEqual([true, 1, false]);
  const back = editChart(changed, { type: 'undone' });
  expect(back.run).toMatchObject({ form, asked: 1, isKnown: true });
  expect([isStale(back, lines), isUnsaved(back)]).toEqual([false, false]);
  // What was never run waits until it is.
  const unseen = play(set('row_limit', 10), set('row_limit', 50), { type: 'followed' }, { type: 'undone' });
  expect([unseen.draft.form['row_limit'], unseen.run?.form['row_limit']]).toEqual([10, 50]);
});

test('several steps are taken at once, and letters typed into one control are one step until they are run', () => {
  const three = play(set('row_limit', 10), set('row_limit', 50), set('row_limit', 7));
  expect(editChart(three, { type: 'stepped', by: -2 }).draft.form['row_limit']).toBe(10);
  expect(editChart(editChart(three, { type: 'stepped', by: -9 }), { type: 'stepped', by: 9 }).draft).toEqual(
    three.draft,
  );
  const dragged = play(set('opacity', 0.3), set('opacity', 0.4), set('opacity', 0.5));
  expect(dragged.past).toHaveLength(1);
  const seen = play(set('opacity', 0.3), { type: 'followed' }, set('opacity', 0.4));
  expect(seen.past).toHaveLength(2);
});
