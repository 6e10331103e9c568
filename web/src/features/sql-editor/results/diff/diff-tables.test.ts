import { tableOf, type Cell, type Table } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { diffTables, guessKey, isSameCell } from './diff-tables.ts';

const goods = (rows: readonly (readonly [id: number, name: string | null, price: Cell])[]): Table =>
  tableOf([
    { name: 'name', kind: 'string', values: rows.map(([, name]) => name) },
    { name: 'id', kind: 'numeric', values: Float64Array.from(rows, ([id]) => id) },
    { name: 'price', kind: 'numeric', values: rows.map(([, , price]) => price) },
  ]);
const before = goods([
  [1, 'tea', 3],
  [2, 'milk', 1.2],
  [3, 'salt', null],
  [4, 'rice', '2.50'],
]);

test('rows are added, removed and changed by their key, whatever order they come in', () => {
  const after = goods([
    [4, 'rice', 2.5],
    [5, 'oil', 9],
    [1, 'tea', 4],
    [3, null, 7],
  ]);
  const diff = diffTables(before, after, guessKey(before, after));
  expect(diff).toMatchObject({
    key: ['id'],
    counts: { added: 1, removed: 1, changed: 2, same: 1 },
    changes: [
      { column: 'price', cells: 2 },
      { column: 'name', cells: 1 },
    ],
  });
  // What is gone stands behind the row that it stood behind.
  expect([...diff.order]).toEqual([0, 1, 2, -2, 3]);
  expect([...diff.was]).toEqual([3, -1, 0, 2]);
  expect([...diff.isChanged]).toEqual([0, 0, 1, 1]);
});

test('columns that come and go are said, and compare nothing', () => {
  const other = tableOf([
    { name: 'id', kind: 'numeric', values: Float64Array.of(1, 2, 3, 4) },
    { name: 'stock', kind: 'numeric', values: [1, 2, 3, 4] },
  ]);
  const diff = diffTables(before, other, ['id', 'nonsense']);
  expect([diff.columns, diff.counts.same, diff.key]).toEqual([
    { added: ['stock'], removed: ['name', 'price'] },
    4,
    ['id'],
  ]);
});

test('without a key whole rows are compared, equal rows as often as they are there', () => {
  const rows = (names: readonly (string | null)[]) => tableOf([{ name: 'a', kind: 'string', values: names }]);
  const diff = diffTables(rows(['x', 'x', null, 'null']), rows(['null', 'x', null, 'x', 'x']), []);
  expect(diff.counts).toEqual({ added: 1, removed: 0, changed: 0, same: 4 });
  expect([...diffTables(rows(['x', 'y']), rows([]), []).order]).toEqual([-1, -2]);
  expect(diffTables(rows([]), rows(['x']), []).counts).toEqual({ added: 1, removed: 0, changed: 0, same: 0 });
});

test('rows of one key are distinguished by their order', () => {
  const rows = (prices: readonly number[]) => goods(prices.map((price) => [1, 'tea', price]));
  expect(diffTables(rows([1, 2]), rows([1, 3, 4]), ['id']).counts).toEqual({
    added: 1,
    removed: 0,
    changed: 1,
    same: 1,
  });
});

test('a key is guessed: by name and uniqueness, by dimensions together, or not at all; no measure is one', () => {
  const table = (columns: Readonly<Record<string, readonly Cell[]>>) =>
    tableOf(
      Object.entries(columns).map(([name, values]) => ({
        name,
        kind: typeof values[0] === 'number' ? ('numeric' as const) : ('string' as const),
        values: typeof values[0] === 'number' ? Float64Array.from(values, Number) : values,
      })),
    );
  const guess = (columns: Readonly<Record<string, readonly Cell[]>>) => guessKey(table(columns), table(columns));
  expect(guess({ name: ['a', 'b'], order_id: [7, 8] })).toEqual(['order_id']);
  expect(guess({ share: [0.1, 0.2], name: ['a', 'b'] })).toEqual(['name']);
  expect(guess({ country: ['a', 'a', 'b'], device: ['x', 'y', 'x'], n: [1, 1, 2] })).toEqual(['country', 'device']);
  expect(guess({ share: [0.1, 0.2], name: ['a', 'a'] })).toEqual([]);
});

test('cells are the same by what they are: digits, not the way that they travel', () => {
  expect([
    isSameCell(1n, 1),
    isSameCell('1.50', 1.5),
    isSameCell('1.50', '1.5'),
    isSameCell(null, ''),
    isSameCell({ a: [1n] }, { a: [1n] }),
    isSameCell(true, 1),
  ]).toEqual([true, true, false, false, true, false]);
});

test('a hundred thousand rows are compared with one row of work each', () => {
  const ids = Array.from({ length: 100_000 }, (_, row) => row);
  const table = (from: number) =>
    tableOf([
      { name: 'id', kind: 'numeric', values: Float64Array.from(ids, (id) => id + from) },
      { name: 'v', kind: 'string', values: ids.map((id) => `v${(id + from) % 1000 === 0 ? from : id + from}`) },
    ]);
  expect(diffTables(table(0), table(10), ['id']).counts).toEqual({ added: 10, removed: 10, changed: 99, same: 99_891 });
});
