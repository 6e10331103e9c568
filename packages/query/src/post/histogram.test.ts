import { cellAt, tableOf } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { applyPostProcessing } from './apply.ts';

const table = tableOf([{ name: 'a', kind: 'numeric', values: [1, 2, 2, 5, 9, null] }]);
const counted = (options: object) => {
  const step = { operation: 'histogram', options: { column: 'a', groupby: null, ...options } };
  return [...applyPostProcessing(table, [step]).table.columns.values()].map((column) => [
    column.name,
    cellAt(column, 0),
  ]);
};

test('numbers are counted between edges that are given, and what lies outside of them is not', () => {
  expect(counted({ edges: [0, 2, 8.5], bins: 3 })).toEqual([
    ['0.0 - 2.0', 1],
    ['2.0 - 8.5', 3],
  ]);
  expect(counted({ edges: [1, 2, 9], cumulative: true })).toEqual([
    ['1.0 - 2.0', 1],
    ['2.0 - 9.0', 5],
  ]);
});

test.each([
  [[1]],
  [[2, 1]],
  [[1, 1]],
  [[1, 'x']],
  [[1, Infinity]],
  ['1, 2'],
  [Array.from({ length: 10_002 }, (_, at) => at)],
])('edges that are no rising numbers, or too many, are refused: %o', (edges) => {
  expect(() => counted({ edges })).toThrow('rising numbers');
});
