import { tableOf } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { cellAtPlace, moveCell, placeOfCell } from './grid-cursor.ts';

const numbers = () =>
  tableOf([
    { name: 'n', kind: 'numeric', values: Float64Array.of(10, 20, 30, 40) },
    { name: 'm', kind: 'numeric', values: Float64Array.of(1, 2, 3, 4) },
  ]);
const table = numbers();
const all = Uint32Array.of(0, 1, 2, 3);

test('the active cell goes with its row when the grid is sorted or searched', () => {
  const marked = cellAtPlace({ row: 2, column: 1 }, table, all);
  expect(marked).toEqual({ of: table, row: 2, column: 1 });
  expect(placeOfCell(marked, table, all)).toEqual({ row: 2, column: 1 });
  expect(placeOfCell(marked, table, Uint32Array.of(3, 2, 1, 0))).toEqual({ row: 1, column: 1 });
  expect(placeOfCell(marked, table, Uint32Array.of(2))).toEqual({ row: 0, column: 1 });
});

test('no cell is active that is not shown: its row was not found, or the rows are others', () => {
  const marked = cellAtPlace({ row: 3, column: 1 }, table, all);
  expect(placeOfCell(marked, table, Uint32Array.of(0, 1))).toBeNull();
  expect(placeOfCell(marked, table, new Uint32Array())).toBeNull();
  expect(placeOfCell(marked, numbers(), all)).toBeNull();
  expect(placeOfCell(null, table, all)).toBeNull();
  expect(cellAtPlace({ row: 9, column: 0 }, table, all)).toBeNull();
});

test('keys lead to the edges and no further, and nowhere among no rows', () => {
  const size = { rows: 4, columns: 2, page: 3 };
  const press = (
    key: string,
    from: { readonly row: number; readonly column: number } | null = { row: 1, column: 0 },
    more = {},
  ) => moveCell(from, { key, ctrlKey: false, metaKey: false, altKey: false, ...more }, size);
  expect([
    press('ArrowDown'),
    press('ArrowUp', { row: 0, column: 1 }),
    press('PageDown'),
    press('End'),
    press('ArrowDown', null),
  ]).toEqual([
    { row: 2, column: 0 },
    { row: 0, column: 1 },
    { row: 3, column: 0 },
    { row: 1, column: 1 },
    { row: 0, column: 0 },
  ]);
  expect([
    press('ArrowDown', undefined, { ctrlKey: true }),
    press('x'),
    press('ArrowDown', undefined, { altKey: true }),
  ]).toEqual([{ row: 3, column: 0 }, null, null]);
  expect(
    moveCell(null, { key: 'ArrowDown', ctrlKey: false, metaKey: false, altKey: false }, { ...size, rows: 0 }),
  ).toBeNull();
});
