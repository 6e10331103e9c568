import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { subtreeIds } from './tree.ts';
import { checkedPosition, layoutText } from './position-text.ts';
import { readLayout, storedLayout } from './stored.ts';
import { componentOf, COMPONENT_TYPES, emptyLayout, GRID_ID, ROOT_ID } from './types.ts';

test('[3.7-01] [3.9-01] what is stored is read back the same', () => {
  const stored = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-a'], parents: ['ROOT_ID'] },
    HEADER_ID: { type: 'HEADER', id: 'HEADER_ID', meta: { text: 'Flights' } },
    'ROW-a': {
      type: 'ROW',
      id: 'ROW-a',
      children: ['CHART-a'],
      parents: ['ROOT_ID', 'GRID_ID'],
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    },
    'CHART-a': {
      type: 'CHART',
      id: 'CHART-a',
      children: [],
      parents: ['ROOT_ID', 'GRID_ID', 'ROW-a'],
      meta: { chartId: 3, width: 6, height: 40, sliceName: 'x' },
    },
  };
  const layout = readLayout(JSON.stringify(stored));
  expect(storedLayout(layout)).toMatchObject(stored);
  expect(readLayout(layoutText(layout))).toEqual(layout);
});

test.each([[null], [''], ['no json'], ['[]'], [{}], [{ ROOT_ID: 5, GRID_ID: { type: 'NOPE' } }]])(
  '%o is read as an empty dashboard',
  (stored) => {
    expect(readLayout(stored)).toEqual(emptyLayout);
  },
);

test('a broken layout is repaired: lost children, double places, loops, orphans and sizes', () => {
  const layout = readLayout({
    ROOT_ID: { type: 'ROOT', children: ['gone', 'GRID_ID'] },
    GRID_ID: { type: 'GRID', children: ['ROW-a', 'ROW-b', 'gone', 5] },
    'ROW-a': { type: 'ROW', children: ['CHART-a', 'COLUMN-a'], parents: ['nonsense'] },
    'ROW-b': { type: 'ROW', children: ['CHART-a', 'ROW-b'] },
    'COLUMN-a': { type: 'COLUMN', children: ['ROW-a'], meta: { width: 40 } },
    'CHART-a': { type: 'CHART', meta: { chartId: 1, width: 'wide', height: -3 } },
    'CHART-lost': { type: 'CHART', meta: { chartId: 2 } },
    constructor: { type: 'ROW', children: ['toString'] },
  });
  expect(subtreeIds(layout, ROOT_ID)).toEqual(['ROOT_ID', 'GRID_ID', 'ROW-a', 'CHART-a', 'COLUMN-a', 'ROW-b']);
  expect(componentOf(layout, 'CHART-a')).toMatchObject({
    parents: [ROOT_ID, GRID_ID, 'ROW-a'],
    meta: { chartId: 1, width: 4, height: 5 },
  });
  expect(componentOf(layout, 'COLUMN-a')?.meta.width).toBe(12);
  expect(Object.keys(layout)).not.toContain('CHART-lost');
  expect(componentOf(layout, 'constructor')).toBeUndefined();
});

test('a nesting of thousands opens: it ends where no page can draw it, and is small enough for any stack', () => {
  const names = Array.from({ length: 3000 }, (_, at) => (at % 2 === 0 ? `ROW-${at}` : `COLUMN-${at}`));
  const nested = names.map((id, at) => [
    id,
    { id, type: id.split('-')[0], children: at + 1 < names.length ? [names[at + 1]] : [] },
  ]);
  const layout = readLayout({ GRID_ID: { type: 'GRID', children: [names[0]] }, ...Object.fromEntries(nested) });
  expect(subtreeIds(layout, ROOT_ID)).toHaveLength(51);
  expect(Object.keys(layout)).toHaveLength(51);
});

test('whatever is stored, the layout is a tree from the root with a grid', () => {
  const id = fc.constantFrom('ROOT_ID', 'GRID_ID', 'a', 'b', 'c', '__proto__', 'toString');
  const component = fc.record({
    type: fc.constantFrom(...COMPONENT_TYPES, 'X', 3),
    children: fc.oneof(fc.array(id), fc.constant('x')),
    meta: fc.oneof(fc.constant(null), fc.record({ width: fc.anything() })),
  });
  fc.assert(
    fc.property(fc.dictionary(id, component), (stored) => {
      const layout = readLayout(JSON.stringify(stored));
      const reached = subtreeIds(layout, ROOT_ID);
      expect(new Set(reached).size).toBe(reached.length);
      expect(
        Object.keys(layout)
          .filter((key) => key !== GRID_ID)
          .every((key) => reached.includes(key)),
      ).toBe(true);
      expect(readLayout(layoutText(layout))).toEqual(layout);
    }),
  );
});

test('[9.0-24] a layout over 65535 characters is refused with its size and the limit', () => {
  expect(checkedPosition('x'.repeat(65_535))).toHaveLength(65_535);
  expect(() => checkedPosition('x'.repeat(65_536))).toThrow(
    'The dashboard layout has 65536 characters; at most 65535 can be saved. Remove charts or split the dashboard.',
  );
});
