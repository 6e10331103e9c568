import { rowsOf, tableOf } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { diffTables } from './diff-tables.ts';
import { diffView, diffWords } from './diff-view.ts';

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
  expect(diffWords(diff)).toBe(
    '1 row added, 1 row removed, and 1 row changed. Changed: v (1 cell). New columns: new. Columns that are gone: old.',
  );
  expect(diffWords(diffTables(after, after, ['id']))).toBe('No row differs.');
});
