import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { commit, redo, startHistory, undo, UNDO_LIMIT, undoWarning, unsavedAfterUndo } from './history.ts';
import { subtreeIds } from './tree.ts';
import { checkedPosition, layoutText, readLayout, storedLayout } from './stored.ts';
import { componentOf, COMPONENT_TYPES, emptyLayout, GRID_ID, type Layout, ROOT_ID } from './types.ts';

const step = (n: number): Layout => ({
  ...emptyLayout,
  [`ROW-${n}`]: { id: `ROW-${n}`, type: 'ROW', children: [], parents: [], meta: {} },
});

function after(steps: number) {
  let history = startHistory(emptyLayout);
  for (let n = 1; n <= steps; n++) history = commit(history, step(n));
  return history;
}

test('[4.5-06] undo and redo walk the same steps; a new step forgets the redone ones', () => {
  const three = after(3);
  expect(undo(undo(three)).present).toEqual(step(1));
  expect(redo(undo(three))).toEqual(three);
  expect(commit(undo(three), step(9)).future).toEqual([]);
  expect([undo(after(0)), redo(after(1))]).toEqual([after(0), after(1)]);
  const same = after(2);
  expect(commit(same, same.present)).toBe(same);
});

test('[9.0-26] [4.5-06] 52 layouts are kept; the first one goes with the 52nd step', () => {
  expect(UNDO_LIMIT).toBe(50);
  expect(after(51)).toMatchObject({ overflowed: false });
  expect(after(51).past[0]).toBe(emptyLayout);
  expect(after(52)).toMatchObject({ overflowed: true });
  expect(after(52).past).toHaveLength(51);
});

test('[4.5-05] undo back to the start leaves nothing to save, unless the limit was exceeded or the colour scheme changed', () => {
  expect(unsavedAfterUndo(undo(after(2)), false)).toBe(true);
  expect(unsavedAfterUndo(undo(after(1)), false)).toBe(false);
  expect(unsavedAfterUndo(undo(after(1)), true)).toBe(true);
  let long = after(60);
  while (long.past.length > 0) long = undo(long);
  expect(unsavedAfterUndo(long, false)).toBe(true);
});

test('[8.3-05] the step that takes the last of 50 slots warns, once', () => {
  const warnings = Array.from({ length: 55 }, (_, n) => undoWarning(after(n), after(n + 1)));
  expect(warnings.filter((text) => text !== null)).toEqual([
    'You have used all 50 undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.',
  ]);
  expect(warnings[49]).not.toBeNull();
});

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
