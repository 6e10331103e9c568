import { rowsOf, tableOf } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { countUnsure, diffTables } from './diff-tables.ts';
import { cutInView, diffView, diffWords } from './diff-view.ts';

const before = tableOf([
  { name: 'id', kind: 'numeric', values: Float64Array.of(1, 2, 3) },
  { name: 'v', kind: 'string', values: ['a', 'b', null] },
  { name: 'old', kind: 'string', values: ['x', 'y', 'z'] },
]);
const after = tableOf([
  { name: 'id', kind: 'numeric', values: Float64Array.of(1, 3, 4) },
  { name: 'v', kind: 'string', values: ['a', 'c', 'd'] },
  { name: 'new', kind: 'boolean', values: [true, true, false] },
]);
const diff = diffTables(before, after, ['id']);

test('rows of both results stand in one table, with what became of each', () => {
  const { table, marks } = diffView(before, after, diff, 'all');
  expect(rowsOf(table).map((row) => ({ ...row }))).toEqual([
    { id: 1, v: 'a', new: true, old: null },
    { id: 2, v: 'b', new: null, old: 'y' },
    { id: 3, v: 'c', new: true, old: null },
    { id: 4, v: 'd', new: false, old: null },
  ]);
  expect([0, 1, 2, 3].map(marks.row)).toEqual([null, 'removed', 'changed', 'added']);
  expect([marks.before(2, 'v'), marks.before(2, 'id'), marks.before(3, 'v')]).toEqual(['null', null, null]);
});

test('the view is narrowed to what differs, or to one kind of it', () => {
  const rows = (filter: Parameters<typeof diffView>[3]) => diffView(before, after, diff, filter).table.rowCount;
  expect([rows('differences'), rows('added'), rows('removed'), rows('changed')]).toEqual([3, 1, 1, 1]);
});

test('a comparison is said in words', () => {
  expect(diffWords(diff, 0)).toBe(
    '1 row added, 1 row removed, and 1 row changed. Changed: v (1 cell). New columns: new. Columns that are gone: old.',
  );
  expect(diffWords(diffTables(after, after, ['id']), 0)).toBe('No row differs.');
});

test('rows that were compared in part are not said to be the same', () => {
  const same = diffTables(after, after, ['id']);
  const cut = (column: string, ...rows: readonly number[]) => rows.map((row) => ({ column, row }));
  expect([countUnsure(same, [], []), countUnsure(same, cut('v', 0, 1), cut('v', 1, 2))]).toEqual([0, 3]);
  // The row of 3 is changed anyhow; the row of 2 is gone, and a column that is gone compares nothing.
  expect(countUnsure(diff, [...cut('v', 1, 2), ...cut('old', 0)], cut('v', 2))).toBe(0);
  expect(countUnsure(diff, cut('v', 0), [])).toBe(1);
  expect(diffWords(same, 2)).toBe(
    'No row differs as far as it is here. 2 rows may differ: they hold cells that are here in part and were compared ' +
      'by their beginnings alone.',
  );
});

test('cells in part of either result are found in the view, and read from where they are', async () => {
  const cutTable = (side: string, ...rows: readonly number[]) => ({
    cells: rows.map((row) => ({ column: 'v', row, bytes: 9 })),
    read: (column: string, row: number) => Promise.resolve(`${side} ${column} ${row}`),
  });
  const view = diffView(before, after, diff, 'differences');
  // Row 0 of both is the same, and out of the view; row 1 of the one before is gone.
  const found = cutInView(view, cutTable('before', 0, 1), cutTable('after', 0, 1));
  expect(found?.cells.map(({ row }) => row)).toEqual([1, 0]);
  const { signal } = new AbortController();
  expect([await found?.read('v', 0, signal), await found?.read('v', 1, signal)]).toEqual(['before v 1', 'after v 1']);
  expect([found?.isCut('v', 2), found?.isCut('v', 1)]).toEqual([false, true]);
  expect(cutInView(view, cutTable('before'), cutTable('after'))).toBeNull();
});
