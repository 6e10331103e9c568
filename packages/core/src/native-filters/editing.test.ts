import { describe, expect, test } from 'vitest';
import { GRID_ID, ROOT_ID, type Layout } from '../layout/types.ts';
import { readLayout } from '../layout/stored.ts';
import {
  changedConfiguration,
  contestedFilters,
  filterChanges,
  filterFaults,
  hasChanges,
  possibleParents,
  scopeOfCharts,
  withType,
} from './config.ts';
import { configureCrossFilters, crossFilterConfig, type CrossFilterChart } from './cross-filters.ts';
import { newDivider, newNativeFilter, type FilterEntry, type NativeFilter } from './definition.ts';
import { beginEditing, editFilters, faultsIn, remainingEntries, shownEntry, type FilterEditing } from './editing.ts';

const filter = (id: string, changes: Partial<NativeFilter> = {}): NativeFilter => ({
  ...newNativeFilter(id),
  name: id,
  datasetId: 1,
  column: 'region',
  ...changes,
});

/** Two tabs, the first with the charts 1 and 2, the second with 3; a third is empty. */
const layout: Layout = readLayout({
  [ROOT_ID]: { id: ROOT_ID, type: 'ROOT', children: ['TABS-1'], parents: [] },
  'TABS-1': { id: 'TABS-1', type: 'TABS', children: ['TAB-a', 'TAB-b', 'TAB-c'], parents: [ROOT_ID], meta: {} },
  ...tab('a', [1, 2]),
  ...tab('b', [3]),
  ...tab('c', []),
});

function tab(name: string, charts: readonly number[]) {
  const parents = [ROOT_ID, 'TABS-1', `TAB-${name}`];
  const row = `ROW-${name}`;
  return {
    [`TAB-${name}`]: {
      id: `TAB-${name}`,
      type: 'TAB',
      children: charts.length > 0 ? [row] : [],
      parents: parents.slice(0, 2),
      meta: { text: name },
    },
    ...(charts.length === 0
      ? {}
      : { [row]: { id: row, type: 'ROW', children: charts.map((id) => `CHART-${id}`), parents, meta: {} } }),
    ...Object.fromEntries(
      charts.map((id) => [
        `CHART-${id}`,
        {
          id: `CHART-${id}`,
          type: 'CHART',
          children: [],
          parents: [...parents, row],
          meta: { chartId: id, width: 4, height: 50 },
        },
      ]),
    ),
  };
}

const run = (
  entries: readonly FilterEntry[],
  ...actions: readonly Parameters<typeof editFilters>[1][]
): FilterEditing => actions.reduce(editFilters, beginEditing(entries));

describe('the dialog of filters', () => {
  test('[5.0-13] a faulty filter is shown with its settings when somebody saves', () => {
    const state = run(
      [filter('a'), filter('b', { name: ' ' })],
      { type: 'part_shown', part: 'scope' },
      { type: 'checked' },
    );
    expect([shownEntry(state)?.id, state.part, state.isChecked]).toEqual(['b', 'settings', true]);
    expect(run([filter('a')], { type: 'part_shown', part: 'scope' }, { type: 'checked' }).part).toBe('scope');
  });

  test('[9.0-25] a removed filter is left out, restored with what it had, or dropped', () => {
    const child = filter('b', { parentIds: ['a'] });
    const removed = run([filter('a'), child], { type: 'removed', id: 'a' });
    expect(shownEntry(removed)?.id).toBe('b');
    expect(remainingEntries(removed)).toEqual([{ ...child, parentIds: [] }]);
    expect(remainingEntries(editFilters(removed, { type: 'restored', id: 'a' }))).toEqual([filter('a'), child]);
    const dropped = editFilters(removed, { type: 'dropped', id: 'a' });
    expect([dropped.entries.map(({ id }) => id), [...dropped.removed]]).toEqual([['b'], []]);
  });

  test('the neighbour is shown after a removal, another one stays shown', () => {
    const three = [filter('a'), filter('b'), filter('c')];
    const chosen = (id: string, gone: string) =>
      shownEntry(run(three, { type: 'selected', id }, { type: 'removed', id: gone }))?.id;
    expect([chosen('b', 'b'), chosen('c', 'c'), chosen('a', 'c')]).toEqual(['c', 'b', 'a']);
    const nothing = run([filter('a')], { type: 'removed', id: 'a' });
    expect(shownEntry(nothing)).toBeNull();
  });

  test('moves stay within the list', () => {
    const order = (to: number) =>
      run([filter('a'), filter('b'), filter('c')], { type: 'moved', id: 'a', to })
        .entries.map(({ id }) => id)
        .join('');
    expect([order(1), order(2), order(3), order(-1)]).toEqual(['bac', 'bca', 'abc', 'abc']);
  });

  test('a copy of a filter with a default value has one too', () => {
    const withValue = filter('a', { defaultMask: { extraFormData: {}, filterState: { value: ['EU'] } } });
    const state = run([withValue], { type: 'added', entry: { ...withValue, id: 'b' } });
    expect([...state.withDefault]).toEqual(['a', 'b']);
    const cleared = { ...withValue, defaultMask: { extraFormData: {}, filterState: {} } };
    expect(faultsIn(editFilters(state, { type: 'changed', entry: cleared })).map(({ field }) => field)).toEqual([
      'default',
    ]);
  });
});

test('[5.0-13] what is wrong with filters, in their order', () => {
  const wrong = filterFaults(
    [
      filter('a', { name: '' }),
      filter('b', { datasetId: null, column: null }),
      filter('c', { filterType: 'filter_time', datasetId: null, column: null }),
      newDivider('d'),
      filter('e', { parentIds: ['f'] }),
      filter('f', { parentIds: ['e'] }),
    ],
    new Set(['c']),
  );
  expect(wrong.map(({ id, field }) => `${id} ${field}`)).toEqual([
    'a name',
    'b dataset',
    'b column',
    'c default',
    'd name',
    'e parents',
    'f parents',
  ]);
});

describe('changes of filters', () => {
  const before = [filter('a'), filter('b'), filter('c')];

  test('[7.4-04] only what is different is written', () => {
    expect(hasChanges(filterChanges(before, before, layout))).toBe(false);
    const changes = filterChanges(before, [filter('c'), filter('a', { name: 'Area' })], layout);
    expect(changes.modified.map(({ id, name }) => [id, name])).toEqual([['a', 'Area']]);
    expect([changes.deleted, changes.reordered]).toEqual([['b'], ['c', 'a']]);
    expect(changes.modified[0]).toMatchObject({ chartsInScope: [1, 2, 3], tabsInScope: ['TAB-a', 'TAB-b'] });
  });

  test('the list after them: replaced in place, added at the end, ordered as asked', () => {
    const present = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
    const after = changedConfiguration(present, {
      modified: [
        { id: 'b', name: 'B' },
        { id: 'd', name: 'D' },
      ],
      deleted: ['a'],
      reordered: ['c', 'b'],
    });
    expect(after).toEqual([{ id: 'c' }, { id: 'b', name: 'B' }, { id: 'd', name: 'D' }]);
  });

  test('somebody else wrote the same filter: changed or removed by both, not where they touched others', () => {
    const stored = [
      { id: 'a', name: 'a' },
      { id: 'b', name: 'b' },
    ];
    const changes = { modified: [{ id: 'a', name: 'mine' }], deleted: ['b'], reordered: [] };
    expect(contestedFilters(stored, [...stored, { id: 'c' }], changes)).toEqual([]);
    expect(contestedFilters(stored, [{ id: 'a', name: 'theirs' }], changes)).toEqual(['a', 'b']);
  });
});

describe('the scope that takes in charts', () => {
  const of = (charts: readonly number[], ...more: readonly [Parameters<typeof scopeOfCharts>[2]?, (number | null)?]) =>
    scopeOfCharts(new Set(charts), layout, ...more);

  test.each([
    { name: 'all: the dashboard, empty tabs too', charts: [1, 2, 3], scope: { rootPath: [ROOT_ID], excluded: [] } },
    { name: 'a whole tab: the tab', charts: [1, 2], scope: { rootPath: ['TAB-a'], excluded: [] } },
    { name: 'a part of a tab: without the rest', charts: [2], scope: { rootPath: ['TAB-a'], excluded: [1] } },
    {
      name: 'of two tabs: both, without the rest',
      charts: [1, 3],
      scope: { rootPath: ['TAB-a', 'TAB-b'], excluded: [2] },
    },
    { name: 'none: the dashboard without any', charts: [], scope: { rootPath: [ROOT_ID], excluded: [1, 2, 3] } },
  ])('$name', ({ charts, scope }) => expect(of(charts)).toEqual(scope));

  test('layers of maps stay, and a chart that cannot be chosen is not missed', () => {
    const before = { rootPath: [ROOT_ID], excluded: [], selectedLayers: ['chart-9-layer-1'] };
    expect(of([3], before)).toEqual({ rootPath: ['TAB-b'], excluded: [], selectedLayers: ['chart-9-layer-1'] });
    expect(of([1, 2], undefined, 3)).toEqual({ rootPath: [ROOT_ID], excluded: [3] });
  });

  test('a dashboard without tabs goes by its root', () => {
    const plain = readLayout({
      [ROOT_ID]: { id: ROOT_ID, type: 'ROOT', children: [GRID_ID], parents: [] },
      [GRID_ID]: { id: GRID_ID, type: 'GRID', children: [], parents: [ROOT_ID] },
    });
    expect(scopeOfCharts(new Set(), plain)).toEqual({ rootPath: [ROOT_ID], excluded: [] });
  });
});

test('another type of filter: the dataset stays where it takes one, values do not', () => {
  const chosen = filter('a', {
    sortMetric: 'count',
    defaultMask: { extraFormData: {}, filterState: { value: ['x'] } },
  });
  expect(withType(chosen, 'filter_timegrain')).toMatchObject({ datasetId: 1, column: null, sortMetric: null });
  expect(withType(chosen, 'filter_time')).toMatchObject({ datasetId: null, defaultMask: { filterState: {} } });
});

test('a filter may depend on those that do not depend on it', () => {
  const all = [filter('a'), filter('b', { parentIds: ['a'] }), filter('c', { parentIds: ['b'] })];
  const possible = (id: string) =>
    all.filter((one) => one.id === id).flatMap((one) => possibleParents(one, all).map((parent) => parent.id));
  expect([possible('a'), possible('b'), possible('c')]).toEqual([[], ['a'], ['a', 'b']]);
});

describe('scoping of selections', () => {
  const charts: readonly CrossFilterChart[] = [
    { id: 1, emits: true, datasetId: 1 },
    { id: 2, emits: true, datasetId: 2 },
    { id: 3, emits: false, datasetId: 1 },
  ];
  const stored = {
    chart_configuration: {
      '1': { id: 1, note: 'x', crossFilters: { scope: { rootPath: [ROOT_ID], excluded: [2] }, chartsInScope: [3] } },
      '3': { id: 3, crossFilters: { scope: { rootPath: ['TAB-b'], excluded: [] }, chartsInScope: [3] } },
      '77': { id: 77, crossFilters: { scope: 'global', chartsInScope: [] } },
    },
    global_chart_configuration: { scope: { rootPath: [ROOT_ID], excluded: [] }, chartsInScope: [1, 2, 3], later: 1 },
  };

  test('what is stored of other charts and under other keys stays', () => {
    const written = configureCrossFilters(crossFilterConfig(stored), stored, layout, charts);
    expect(written).toMatchObject({
      chart_configuration: { '1': { note: 'x' }, '3': stored.chart_configuration['3'], '77': { id: 77 } },
      global_chart_configuration: { later: 1 },
    });
    expect(crossFilterConfig({ ...written })).toEqual(crossFilterConfig(stored));
  });

  test('charts of other datasets are reached only where the author says so', () => {
    const config = crossFilterConfig({});
    const reached = (otherDatasets: boolean) =>
      configureCrossFilters({ ...config, everywhere: { ...config.everywhere, otherDatasets } }, {}, layout, charts);
    expect(reached(false)).toMatchObject({ chart_configuration: { '1': { crossFilters: { chartsInScope: [3] } } } });
    expect(reached(true)).toMatchObject({ chart_configuration: { '1': { crossFilters: { chartsInScope: [2, 3] } } } });
  });

  test('an own scoping that is given up follows the others again', () => {
    const config = crossFilterConfig(stored);
    const written = configureCrossFilters({ ...config, charts: new Map() }, stored, layout, charts);
    expect(written).toMatchObject({ chart_configuration: { '1': { crossFilters: { scope: 'global' } } } });
  });
});
