import { expect, test } from 'vitest';
import { type DropQuery, dropPosition, EDGE_THRESHOLD_PX, placeOf } from './drop-position.ts';
import { emptyLayout, GRID_ID, newComponent } from './types.ts';
import { settle } from './tree.ts';

const rect = { left: 100, top: 100, right: 500, bottom: 300 };

function over(
  target: Partial<DropQuery['target']>,
  dragged: DropQuery['dragged']['type'],
  pointer: DropQuery['pointer'],
  shallow = true,
) {
  return dropPosition({
    dragged: { id: 'dragged', type: dragged },
    target: {
      id: 'target',
      type: 'CHART',
      depth: 3,
      parentType: 'ROW',
      hasChildren: false,
      orientation: 'column',
      rect,
      ...target,
    },
    pointer,
    shallow,
  });
}

const centre = { x: 300, y: 200 };

test('[4.6-02] on itself: nothing; where nothing is valid: forbidden', () => {
  expect(
    dropPosition({
      dragged: { id: 'a', type: 'CHART' },
      target: { id: 'a', type: 'CHART', depth: 3, parentType: 'ROW', hasChildren: false, orientation: 'column', rect },
      pointer: centre,
      shallow: true,
    }),
  ).toBeNull();
  expect(over({}, 'TABS', centre)).toBe('forbidden');
});

test.each([
  [
    { x: 299, y: 200 },
    { side: 'left', as: 'sibling' },
  ],
  [
    { x: 301, y: 200 },
    { side: 'right', as: 'sibling' },
  ],
])('[4.6-02] only a sibling is valid: %o decides by the centre', (pointer, want) => {
  expect(over({}, 'CHART', pointer)).toEqual(want);
});

test.each([
  [false, 'row', 'left'],
  [true, 'row', 'right'],
  [false, 'column', 'top'],
  [true, 'column', 'bottom'],
] as const)('[4.6-02] only a child is valid: hasChildren %s in a %s gives %s', (hasChildren, orientation, side) => {
  expect(over({ type: 'GRID', parentType: 'ROOT', depth: 1, hasChildren, orientation }, 'CHART', centre)).toEqual({
    side,
    as: 'child',
  });
});

const row = { type: 'ROW', parentType: 'GRID', depth: 2, hasChildren: true, orientation: 'row' } as const;

test.each([
  [
    { x: 300, y: 119 },
    { side: 'top', as: 'sibling' },
  ],
  [
    { x: 300, y: 281 },
    { side: 'bottom', as: 'sibling' },
  ],
  [
    { x: 101, y: 200 },
    { side: 'right', as: 'child' },
  ],
  [
    { x: 300, y: 120 },
    { side: 'right', as: 'child' },
  ],
])('[9.0-27] both are valid: %o, beside within 20 px of an edge, else inside', (pointer, want) => {
  expect(EDGE_THRESHOLD_PX).toBe(20);
  expect(over(row, 'CHART', pointer)).toEqual(want);
});

test('over something inside the target, only its edges count', () => {
  expect(over(row, 'CHART', centre, false)).toBeNull();
  expect(over(row, 'CHART', { x: 300, y: 110 }, false)).toEqual({ side: 'top', as: 'sibling' });
});

test('a tab is a sibling of tabs at the same depth', () => {
  expect(over({ type: 'TAB', parentType: 'TABS', depth: 3, orientation: 'column' }, 'TAB', centre)).toEqual({
    side: 'right',
    as: 'sibling',
  });
});

test('a position is a place in the tree', () => {
  const layout = settle({
    ...emptyLayout,
    [GRID_ID]: newComponent('GRID', GRID_ID, {}, ['a', 'b']),
    a: newComponent('ROW', 'a', {}, ['c']),
    b: newComponent('ROW', 'b'),
    c: newComponent('CHART', 'c'),
  });
  expect(placeOf(layout, 'b', { side: 'top', as: 'sibling' })).toEqual({ parentId: GRID_ID, index: 1 });
  expect(placeOf(layout, 'b', { side: 'bottom', as: 'sibling' })).toEqual({ parentId: GRID_ID, index: 2 });
  expect(placeOf(layout, 'a', { side: 'right', as: 'child' })).toEqual({ parentId: 'a', index: 1 });
  expect([
    placeOf(layout, 'a', null),
    placeOf(layout, 'a', 'forbidden'),
    placeOf(layout, 'ROOT_ID', { side: 'top', as: 'sibling' }),
  ]).toEqual([null, null, null]);
});
