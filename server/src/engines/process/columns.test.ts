import { expect, test } from 'vitest';
import type { Cell, Column } from '@tessera/core/table';
import { joinColumns, partsOf, unpack } from '../values/columns.ts';

const ROWS = 50_000;
const cells = (of: (row: number) => Cell): readonly Cell[] => Array.from({ length: ROWS }, (_, row) => of(row));

test.each([
  ['texts that repeat', cells((row) => (row % 7 === 0 ? null : `word ${row % 200}`)), 'dict'],
  ['texts that do not', cells((row) => `a text of its own ${row}`), 'cells'],
  [
    'texts and others',
    cells((row) => (row % 3 === 0 ? BigInt(row) : row % 3 === 1 ? `word ${row % 5}` : null)),
    'cells',
  ],
  ['lists', cells((row) => [row, null]), 'cells'],
  ['no rows', [], 'dict'],
] as const)('a column of %s goes in parts and comes back as it was', (_, values, form) => {
  const column: Column = { name: 'c', kind: 'string', values };
  const parts = [...partsOf(column)];
  expect(parts.map((part) => part.form)).toEqual(parts.map(() => form));
  expect(parts).toHaveLength(Math.max(1, Math.ceil(values.length / 20_000)));
  expect(joinColumns(parts.map(unpack))).toEqual(column);
});

test('numbers go as they are', () => {
  const column: Column = {
    name: 'n',
    kind: 'numeric',
    values: Float64Array.from({ length: ROWS }, (_, row) => (row % 9 === 0 ? Number.NaN : row / 3)),
  };
  const parts = [...partsOf(column)];
  expect([parts.length, joinColumns(parts.map(unpack))]).toEqual([1, column]);
});
