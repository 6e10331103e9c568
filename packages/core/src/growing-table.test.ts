import { expect, test } from 'vitest';
import { appendRows, createGrowingTable, isSameResult, stateOf } from './growing-table.ts';
import { cellAt, rowsOf } from './table.ts';

const columns = [
  { name: 'n', kind: 'numeric' },
  { name: 't', kind: 'string' },
] as const;

test('rows that arrive later stand behind the ones before, and earlier states stay as they were', () => {
  const growing = createGrowingTable(columns);
  const first = appendRows(growing, [
    [1, null],
    ['a', null],
  ]);
  const second = appendRows(growing, [[3], ['c']]);
  expect(rowsOf(first).map((row) => ({ ...row }))).toEqual([
    { n: 1, t: 'a' },
    { n: null, t: null },
  ]);
  expect([first.rowCount, second.rowCount, stateOf(growing).rowCount]).toEqual([2, 3, 3]);
  expect([...second.columns.values()].map((column) => cellAt(column, 2))).toEqual([3, 'c']);
  expect(isSameResult(first, second)).toBe(true);
  expect(isSameResult(first, createGrowingTable(columns))).toBe(false);
});

test('numbers are packed over any count of rows, until one comes that a double cannot hold', () => {
  const growing = createGrowingTable(columns);
  const many = Array.from({ length: 5000 }, (_, row) => row);
  appendRows(growing, [many, many.map(String)]);
  const n = growing.columns.get('n');
  expect([n?.values instanceof Float64Array, n && cellAt(n, 4999)]).toEqual([true, 4999]);
  appendRows(growing, [[9007199254740993n, '0.10'], ['x']]);
  expect(n?.values.slice(4999)).toEqual([4999, 9007199254740993n, '0.10']);
  // A batch that is short of cells is filled up: rows of all columns stay side by side.
  expect(growing.columns.get('t')?.values.slice(5000)).toEqual(['x', null]);
});

test('a result without rows has its columns', () => {
  const empty = stateOf(createGrowingTable(columns));
  expect([empty.rowCount, [...empty.columns.keys()]]).toEqual([0, ['n', 't']]);
  expect(appendRows(createGrowingTable([]), []).rowCount).toBe(0);
});
