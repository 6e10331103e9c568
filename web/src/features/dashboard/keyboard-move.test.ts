import { placeMissingCharts } from '@tessera/core/layout/charts';
import { createComponent } from '@tessera/core/layout/drop';
import { resizeComponent } from '@tessera/core/layout/resize';
import { anySize, componentOf, emptyLayout, GRID_ID, type Layout } from '@tessera/core/layout/types';
import { expect, test } from 'vitest';
import { countedIds } from '@tessera/core/dashboard/fixtures';
import { resizeLimit } from './edit/limit-words.ts';
import { moveByKey, nearestTo, resizeByKey, type Arrow } from './keyboard-move.ts';

const newId = countedIds();
const start = placeMissingCharts(
  emptyLayout,
  [1, 2, 3, 4].map((id) => ({ id, name: `Chart ${id}` })),
  newId,
);
const idOf = (layout: Layout, chartId: number) =>
  Object.values(layout).find((component) => component.meta.chartId === chartId)?.id ?? '';
/** Chart ids row by row. */
const rows = (layout: Layout) =>
  (layout[GRID_ID]?.children ?? []).map((row) => layout[row]?.children.map((id) => layout[id]?.meta.chartId));

function press(layout: Layout, chartId: number, ...keys: readonly Arrow[]): Layout {
  return keys.reduce((now, key) => {
    const change = moveByKey(now, idOf(now, chartId), key, newId);
    return change.ok ? change.layout : now;
  }, layout);
}

test('sideways a chart changes places with its neighbour, and stops at the edge', () => {
  expect(rows(start)).toEqual([[1, 2, 3], [4]]);
  expect(rows(press(start, 1, 'ArrowRight'))).toEqual([[2, 1, 3], [4]]);
  expect(rows(press(start, 3, 'ArrowLeft'))).toEqual([[1, 3, 2], [4]]);
  expect(press(start, 1, 'ArrowLeft')).toBe(start);
  expect(press(start, 3, 'ArrowRight')).toBe(start);
});

test('down goes into the next row where there is room, and the row left empty goes', () => {
  expect(rows(press(start, 1, 'ArrowDown'))).toEqual([
    [2, 3],
    [1, 4],
  ]);
  expect(rows(press(press(start, 1, 'ArrowDown'), 4, 'ArrowUp'))).toEqual([[2, 3, 4], [1]]);
});

test('where there is no room a new row is made between', () => {
  expect(rows(press(start, 4, 'ArrowUp'))).toEqual([[4], [1, 2, 3]]);
  expect(rows(press(start, 2, 'ArrowUp'))).toEqual([[2], [1, 3], [4]]);
});

test('alone at the edge there is nowhere to go', () => {
  expect(press(start, 4, 'ArrowDown')).toBe(start);
});

test('[4.6-07] shift and arrows resize by a step and stop at the bounds', () => {
  const id = idOf(start, 4);
  expect(resizeByKey(start, id, 'ArrowRight')[id]?.meta.width).toBe(5);
  expect(resizeByKey(start, id, 'ArrowLeft')[id]?.meta.width).toBe(3);
  expect(resizeByKey(start, id, 'ArrowDown')[id]?.meta.height).toBe(55);
  const full = resizeComponent(start, id, { width: 12 });
  expect(resizeByKey(full, id, 'ArrowRight')).toBe(full);
  const crowded = idOf(start, 1);
  expect(resizeByKey(start, crowded, 'ArrowRight')).toBe(start);
});

test('where a key resizes nothing the reason is reported: a full row, the whole width, the least and the most', () => {
  const [crowded, alone] = [idOf(start, 1), idOf(start, 4)];
  expect(resizeLimit(start, crowded, 'ArrowRight')).toBe(
    'The row is full: 12 of 12 columns are taken. With Ctrl as well, neighbours give way.',
  );
  expect(resizeLimit(start, crowded, 'ArrowRight', anySize, true)).toBe(
    'The row is full: 12 of 12 columns are taken, and no neighbour can be narrower.',
  );
  const given = resizeByKey(start, crowded, 'ArrowRight', anySize, true);
  expect(componentOf(given, crowded)?.meta.width).toBe((componentOf(start, crowded)?.meta.width ?? 0) + 1);
  expect(resizeLimit(resizeComponent(start, alone, { width: 12 }), alone, 'ArrowRight')).toBe(
    'The whole width: 12 of 12 columns.',
  );
  expect(resizeLimit(resizeComponent(start, alone, { width: 1 }), alone, 'ArrowLeft')).toBe(
    'As narrow as it can be: 1 column.',
  );
  expect(resizeLimit(resizeComponent(start, alone, { height: 5 }), alone, 'ArrowUp')).toBe(
    'As low as it can be: 40 px.',
  );
  expect(resizeLimit(resizeComponent(start, alone, { height: 100 }), alone, 'ArrowDown')).toBe(
    'As high as it can be: 800 px.',
  );
  expect(resizeLimit(start, start[GRID_ID]?.children[0] ?? '', 'ArrowDown')).toBe('Its size follows its content.');
});

test('a column is as wide as its content, and as high', () => {
  const column = createComponent(start, 'COLUMN', {}, { parentId: start[GRID_ID]?.children[1] ?? '', index: 1 }, newId);
  if (!column.ok) throw new Error(column.reason);
  const id = Object.values(column.layout).find(({ type }) => type === 'COLUMN')?.id ?? '';
  const filled = createComponent(column.layout, 'MARKDOWN', {}, { parentId: id, index: 0 }, newId);
  if (!filled.ok) throw new Error(filled.reason);
  expect(resizeByKey(filled.layout, id, 'ArrowLeft')).toBe(filled.layout);
  expect([resizeLimit(filled.layout, id, 'ArrowLeft'), resizeLimit(filled.layout, id, 'ArrowDown')]).toEqual([
    'Its content needs 4 columns.',
    'Its height follows its content.',
  ]);
});

test('where a chart is removed, the keyboard goes on at the chart beside it, or at the row beside its own', () => {
  const after = (layout: Layout, chartId: number) =>
    layout[nearestTo(layout, idOf(layout, chartId)) ?? '']?.meta.chartId ?? null;
  expect([1, 2, 3, 4].map((chartId) => after(start, chartId))).toEqual([2, 3, 2, 1]);
  const alone = placeMissingCharts(emptyLayout, [{ id: 1, name: 'Chart 1' }], newId);
  expect(after(alone, 1)).toBeNull();
});

test('keys stop at the size that a chart type declares, and say it', () => {
  const least = () => ({ width: 4, height: 48 });
  const id = idOf(start, 1);
  expect(resizeByKey(start, id, 'ArrowLeft', least)).toBe(start);
  const low = resizeByKey(start, id, 'ArrowUp', least);
  expect(low[id]?.meta.height).toBe(48);
  expect(resizeByKey(low, id, 'ArrowUp', least)).toBe(low);
  expect(resizeLimit(low, id, 'ArrowUp', least)).toBe('As low as it can be: 384 px.');
  expect(resizeLimit(low, id, 'ArrowLeft', least)).toBe('Its content needs 4 columns.');
});
