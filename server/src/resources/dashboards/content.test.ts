import { expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { remapCharts } from './copy.ts';
import { applyFilterChanges } from './filter-changes.ts';
import { splitMetadata } from './json-metadata.ts';
import { chartIdsIn, checkPositions, POSITION_LIMIT } from './positions.ts';
import { cleanSlug } from './slug.ts';

function refusal(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, params: error.params };
  }
  return null;
}

const chart = (id: string, chartId: number) => ({
  id,
  type: 'CHART',
  children: [],
  parents: [],
  meta: { chartId, width: 4, height: 50, uuid: 'u' },
});
const layout = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1', 'ROW-2'] },
  'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-a', 'CHART-b'], meta: {} },
  'ROW-2': { id: 'ROW-2', type: 'ROW', children: ['CHART-c'], meta: {} },
  'CHART-a': chart('CHART-a', 1),
  'CHART-b': chart('CHART-b', 2),
  'CHART-c': chart('CHART-c', 3),
};

test('[3.7-02] known settings pass, the layout inside them is taken out, and null is not set', () => {
  const { metadata, positions } = splitMetadata(
    JSON.stringify({
      color_scheme: null,
      refresh_frequency: 0,
      filter_bar_orientation: 'VERTICAL',
      show_native_filters: true,
      positions: layout,
    }),
  );
  expect(metadata).toEqual({ color_scheme: null, refresh_frequency: 0, filter_bar_orientation: 'VERTICAL' });
  expect(positions).toEqual(layout);
});

test('unknown and malformed settings are refused by name', () => {
  expect(refusal(() => splitMetadata('{"colour_scheme":"x","refresh_frequency":-1}'))).toEqual({
    code: 'invalid_fields',
    params: { fields: { json_metadata: ['colour_scheme: Unknown field.', 'refresh_frequency: Not a valid value.'] } },
  });
  expect(refusal(() => splitMetadata('{"__proto__":{"a":1}}'))).toMatchObject({
    params: { fields: { json_metadata: ['__proto__: Unknown field.'] } },
  });
  expect(refusal(() => splitMetadata('[1]'))).toMatchObject({ code: 'invalid_fields' });
  expect(refusal(() => splitMetadata('{'))).toMatchObject({ code: 'invalid_fields' });
});

test.each([
  { case: 'another version', positions: { ...layout, DASHBOARD_VERSION_KEY: 'v9' } },
  { case: 'an unknown type', positions: { ...layout, 'X-1': { id: 'X-1', type: 'IFRAME', children: [] } } },
  { case: 'a foreign id', positions: { ...layout, 'CHART-z': chart('CHART-a', 1) } },
  {
    case: 'a child that is not there',
    positions: { ...layout, GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-9'] } },
  },
  {
    case: 'a component in two places',
    positions: { ...layout, 'ROW-2': { id: 'ROW-2', type: 'ROW', children: ['CHART-a'], meta: {} } },
  },
  { case: 'a circle', positions: { ...layout, 'ROW-2': { id: 'ROW-2', type: 'ROW', children: ['ROW-2'], meta: {} } } },
  {
    case: 'a negative size',
    positions: { ...layout, 'CHART-a': { ...chart('CHART-a', 1), meta: { chartId: 1, width: -4 } } },
  },
  {
    case: 'a prototype',
    positions: JSON.parse('{"__proto__":{"id":"__proto__","type":"ROW","children":[]}}') as Record<string, unknown>,
  },
])('a layout is refused: $case', ({ positions }) => {
  expect(refusal(() => checkPositions(positions))).toMatchObject({ code: 'invalid_fields' });
});

test('[3.9-01] a layout with a cycle is refused, wherever it hangs', () => {
  const row = (id: string, ...children: readonly string[]) => ({ id, type: 'ROW', children, meta: {} });
  const complaintOf = (added: Readonly<Record<string, unknown>>) =>
    refusal(() => checkPositions({ ...layout, ...added }));
  expect(complaintOf({ a: row('a', 'b'), b: row('b', 'a') })).toMatchObject({
    params: { fields: { positions: ['b lies inside itself.'] } },
  });
  expect(complaintOf({ a: row('a', 'a') })).toMatchObject({
    params: { fields: { positions: ['a lies inside itself.'] } },
  });
  expect(complaintOf({ a: row('a', 'b'), b: row('b') })).toBeNull();
});

test('[9.0-24] a layout over 65535 characters is refused with its size and the limit', () => {
  const big = {
    ...layout,
    'MARKDOWN-1': { id: 'MARKDOWN-1', type: 'MARKDOWN', children: [], meta: { code: 'x'.repeat(POSITION_LIMIT) } },
  };
  expect(refusal(() => checkPositions(big))).toEqual({
    code: 'position_too_large',
    params: { size: JSON.stringify(big).length, limit: 65_535 },
  });
  expect(chartIdsIn(layout)).toEqual([1, 2, 3]);
});

test('a copy has the new charts, and nothing of those that were not copied', () => {
  const metadata = {
    expanded_slices: { 1: true, 3: true },
    timed_refresh_immune_slices: [2, 3],
    color_scheme: 'aurora',
    chart_configuration: {
      1: { id: 1, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [2, 3] }, chartsInScope: [2, 3] } },
      3: { id: 3, crossFilters: { scope: 'global', chartsInScope: [1] } },
    },
    native_filter_configuration: [
      { id: 'NATIVE_FILTER-1', scope: { rootPath: ['ROOT_ID'], excluded: [3, 1] }, chartsInScope: [2] },
    ],
  };
  const copy = remapCharts(
    { positions: layout, metadata },
    new Map([
      [1, 11],
      [2, 12],
    ]),
  );
  expect(copy.positions).not.toHaveProperty('ROW-2');
  expect(copy.positions['GRID_ID']).toMatchObject({ children: ['ROW-1'] });
  expect(copy.positions['CHART-a']).toMatchObject({ meta: { chartId: 11, width: 4 } });
  expect(chartIdsIn(copy.positions)).toEqual([11, 12]);
  expect(copy.metadata).toEqual({
    expanded_slices: { 11: true },
    timed_refresh_immune_slices: [12],
    color_scheme: 'aurora',
    chart_configuration: {
      11: { id: 11, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [12] }, chartsInScope: [12] } },
    },
    native_filter_configuration: [
      { id: 'NATIVE_FILTER-1', scope: { rootPath: ['ROOT_ID'], excluded: [11] }, chartsInScope: [12] },
    ],
  });
});

test('[7.4-04] filters are replaced, added, removed and put in order', () => {
  const present = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
    { id: 'c', name: 'C' },
  ];
  const modified = [
    { id: 'b', name: 'B2' },
    { id: 'd', name: 'D' },
  ];
  const after = applyFilterChanges(present, { modified, deleted: ['a'], reordered: ['d', 'c'] });
  expect(after).toEqual([
    { id: 'd', name: 'D' },
    { id: 'c', name: 'C' },
    { id: 'b', name: 'B2' },
  ]);
});

test.each([
  ['  Sales  2026 ', 'Sales--2026'],
  ['a/b?c#d"<e>', 'abcde'],
  ['über_uns', 'über_uns'],
  [' ', null],
  [null, null],
])('the slug of %j is %j', (text, want) => {
  expect(cleanSlug(text)).toBe(want);
});

test.each(['12', '00000000-0000-4000-8000-000000000000', 'p'])('the slug %s would hide another address', (slug) => {
  expect(refusal(() => cleanSlug(slug))).toMatchObject({ code: 'rejected_fields' });
});
