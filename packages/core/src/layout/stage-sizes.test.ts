import { expect, test } from 'vitest';
import { placeMissingCharts } from './charts.ts';
import { hasExactSizes, stageSizes } from './stage-sizes.ts';
import { readLayout } from './stored.ts';
import { emptyLayout, type ComponentType } from './types.ts';

let count = 0;
const newId = (type: ComponentType) => `${type}-${(count += 1)}`;
const twelve = placeMissingCharts(
  emptyLayout,
  Array.from({ length: 3 }, (_, at) => ({ id: at + 1, name: `Chart ${at + 1}` })),
  newId,
);
const room = { width: 1425, beside: 0, isCompact: false };

test('three cards of four columns share the width of a page, less gaps, borders and padding', () => {
  // (1425 − 48 − 32) / 3 = 448.33 for a card; 2 of borders and 24 of padding; 400 high with a head of 40.
  expect(stageSizes(twelve, room)).toMatchObject([
    { chartId: 1, size: { width: 422, height: 346 } },
    { chartId: 2, size: { width: 422, height: 346 } },
    { chartId: 3, size: { width: 422, height: 346 } },
  ]);
  expect(stageSizes(twelve, { ...room, beside: 280 })[0]?.size.width).toBe(329);
});

test('on a phone a card takes the whole width, and no more height than it may', () => {
  expect(stageSizes(twelve, { ...room, width: 390 })[0]?.size).toEqual({ width: 340, height: 346 });
});

test('columns, white frames and tabs take their part; only the first tab counts', () => {
  const component = (id: string, type: string, meta: object, children: readonly string[]) => ({
    [id]: { id, type, meta, children },
  });
  const layout = readLayout(
    JSON.stringify({
      ...component('ROOT_ID', 'ROOT', {}, ['TABS-1']),
      ...component('TABS-1', 'TABS', {}, ['TAB-1', 'TAB-2']),
      ...component('TAB-1', 'TAB', { text: 'One' }, ['ROW-1']),
      ...component('TAB-2', 'TAB', { text: 'Two' }, ['ROW-2']),
      ...component('ROW-1', 'ROW', { background: 'BACKGROUND_WHITE' }, ['COLUMN-1']),
      ...component('ROW-2', 'ROW', {}, ['CHART-2']),
      ...component('COLUMN-1', 'COLUMN', { width: 6 }, ['ROW-3']),
      ...component('ROW-3', 'ROW', {}, ['CHART-1']),
      ...component('CHART-1', 'CHART', { chartId: 1, width: 3, height: 25 }, []),
      ...component('CHART-2', 'CHART', { chartId: 2, width: 12, height: 25 }, []),
    }),
  );
  // Inside 1377 a white row leaves 1343; its half is 663.5; the half of that 323.75.
  expect(stageSizes(layout, room)).toEqual([{ componentId: 'CHART-1', chartId: 1, size: { width: 298, height: 146 } }]);
});

test('rows that wrap have sizes of their own', () => {
  expect([1425, 800, 390].map((width) => hasExactSizes({ ...room, width }))).toEqual([true, false, true]);
});
