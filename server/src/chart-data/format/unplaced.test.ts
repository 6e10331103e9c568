import { tableOf, type Cell } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { unplacedColumns } from './unplaced.ts';

const table = (days: readonly Cell[]) =>
  tableOf([
    { name: 'day', kind: 'temporal', values: days },
    { name: 'count', kind: 'numeric', values: days.map(() => 1) },
  ]);
const pivot = (more: Readonly<Record<string, unknown>> = {}) => [
  { operation: 'pivot', options: { index: ['day'], columns: [], aggregates: {}, ...more } },
];

test('rows without a time that a pivot drops are reported by their column, those that it keeps are not', () => {
  expect(unplacedColumns(pivot(), table([0, null]))).toEqual(['day']);
  expect(unplacedColumns(pivot({ drop_missing_columns: true }), table([null]))).toEqual(['day']);
  expect(unplacedColumns(pivot({ drop_missing_columns: false }), table([0, null]))).toEqual([]);
});

test('nothing is reported where no row is dropped, without a pivot, or of a column that is not there', () => {
  expect(unplacedColumns(pivot(), table([0, 1]))).toEqual([]);
  expect(unplacedColumns([{ operation: 'flatten', options: {} }], table([null]))).toEqual([]);
  expect(unplacedColumns(pivot({ index: ['gone', 7] }), table([null]))).toEqual([]);
});
