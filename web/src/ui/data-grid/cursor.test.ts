import { tableOf } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { cellAtPlace, HEAD_ROW, moveCell, placeOfCell, rangeOf } from './cursor.ts';

const numbers = () =>
  tableOf([
    { name: 'n', kind: 'numeric', values: Float64Array.of(10, 20, 30, 40) },
    { name: 'm', kind: 'numeric', values: Float64Array.of(1, 2, 3, 4) },
  ]);
const table = numbers();
const shown = (order = Uint32Array.of(0, 1, 2, 3), of = table, names = ['n', 'm']) => ({ table: of, order, names });

test('the active cell goes with its row when the grid is sorted or searched', () => {
  const marked = cellAtPlace({ row: 2, column: 1 }, shown());
  expect(marked).toEqual({ of: table, row: 2, column: 'm' });
  expect(placeOfCell(marked, shown())).toEqual({ row: 2, column: 1 });
  expect(placeOfCell(marked, shown(Uint32Array.of(3, 2, 1, 0)))).toEqual({ row: 1, column: 1 });
  expect(placeOfCell(marked, shown(Uint32Array.of(2)))).toEqual({ row: 0, column: 1 });
});

test('no cell is active that is not shown: its row was not found, or the rows are others', () => {
  const marked = cellAtPlace({ row: 3, column: 1 }, shown());
  expect(placeOfCell(marked, shown(Uint32Array.of(0, 1)))).toBeNull();
  expect(placeOfCell(marked, shown(new Uint32Array()))).toBeNull();
  expect(placeOfCell(marked, shown(undefined, numbers()))).toBeNull();
  expect(placeOfCell(null, shown())).toBeNull();
  expect(cellAtPlace({ row: 9, column: 0 }, shown())).toBeNull();
});

test('the active cell goes with its column when that is moved', () => {
  const marked = cellAtPlace({ row: 1, column: 0 }, shown());
  expect(placeOfCell(marked, shown(undefined, table, ['m', 'n']))).toEqual({ row: 1, column: 1 });
});

test('from the first row an arrow leads to the head, and a corner in the head takes whole columns', () => {
  const key = { key: 'ArrowUp', ctrlKey: false, metaKey: false, altKey: false };
  const size = { rows: 4, columns: 2, page: 3 };
  const head = moveCell({ row: 0, column: 1 }, key, size);
  expect(head).toEqual({ row: HEAD_ROW, column: 1 });
  expect(moveCell(head, { ...key, key: 'ArrowLeft' }, size)).toEqual({ row: HEAD_ROW, column: 0 });
  expect(placeOfCell(cellAtPlace({ row: HEAD_ROW, column: 1 }, shown()), shown())).toEqual(head);
  expect(rangeOf({ row: 2, column: 1 }, { row: 1, column: 0 }, 4)).toEqual({ rows: [1, 2], columns: [0, 1] });
  expect(rangeOf({ row: HEAD_ROW, column: 1 }, { row: 2, column: 0 }, 4)).toEqual({ rows: [0, 3], columns: [0, 1] });
});

test('keys lead to the edges and no further, and to the head among no rows', () => {
  const size = { rows: 4, columns: 2, page: 3 };
  const press = (
    key: string,
    from: { readonly row: number; readonly column: number } | null = { row: 1, column: 0 },
    more = {},
  ) => moveCell(from, { key, ctrlKey: false, metaKey: false, altKey: false, ...more }, size);
  expect([
    press('ArrowDown'),
    press('ArrowUp', { row: 1, column: 1 }),
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
  expect(press('ArrowDown', { row: HEAD_ROW, column: 0 }, {})).toEqual({ row: 0, column: 0 });
  const key = { key: 'ArrowDown', ctrlKey: false, metaKey: false, altKey: false };
  expect(moveCell(null, key, { ...size, columns: 0 })).toBeNull();
  // Among no rows there is the head.
  expect(moveCell(null, key, { ...size, rows: 0 })).toEqual({ row: HEAD_ROW, column: 0 });
});
