import type { PostStep } from '@tessera/core/query-object';
import { type Cell, cellAt, type Table, tableOf } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { applyPostProcessing } from './apply.ts';

// Averages of integers in PostgreSQL: those of many digits travel as text.
const averages: readonly Cell[] = [
  75.6,
  '53.2142857142857143',
  null,
  '38.1111111111111111',
  25.8,
  '157.0000000000000001',
  13.6,
  -84.2,
];
const ascending = [-84.2, 13.6, 25.8, '38.1111111111111111', '53.2142857142857143', 75.6, '157.0000000000000001'];
const table = tableOf([
  { name: 'team', kind: 'string', values: averages.map((_, row) => (row % 2 === 0 ? 'even' : 'odd')) },
  { name: 'avg', kind: 'numeric', values: averages },
  { name: 'big', kind: 'numeric', values: averages.map((_, row) => 9007199254740993n + BigInt(row)) },
]);
const after = (
  operation: string,
  options: Readonly<Record<string, unknown>>,
  from: Table = table,
): Readonly<Record<string, readonly Cell[]>> => {
  const step: PostStep = { operation, options };
  return Object.fromEntries(
    [...applyPostProcessing(from, [step]).table.columns.values()].map((column) => [
      column.name,
      Array.from(column.values, (_, row) => cellAt(column, row)),
    ]),
  );
};

test('decimals that travel as text are sorted by size, both ways', () => {
  expect(after('sort', { by: ['avg'] })['avg']).toEqual([...ascending, null]);
  expect(after('sort', { by: ['avg'], ascending: false })['avg']).toEqual([...ascending.toReversed(), null]);
});

test('text of digits in a column of texts is sorted as text', () => {
  const texts = tableOf([{ name: 't', kind: 'string', values: ['10', '9', '1e3'] }]);
  expect(after('sort', { by: ['t'] }, texts)['t']).toEqual(['10', '1e3', '9']);
});

test('groups of decimals come in the order of their size, as groups, as rows and as columns of a pivot', () => {
  expect(
    after('aggregate', { groupby: ['avg'], aggregates: { n: { operator: 'count', column: 'team' } } })['avg'],
  ).toEqual(ascending);
  expect(after('histogram', { column: 'big', groupby: ['avg'], bins: 1 })['avg']).toEqual([...ascending, null]);
  const aggregates = { big: { operator: 'max' } };
  const pivoted = applyPostProcessing(table, [
    { operation: 'pivot', options: { index: ['avg'], aggregates } },
    { operation: 'sort', options: { is_sort_index: true, ascending: false } },
    { operation: 'flatten' },
  ]).table;
  expect([...(pivoted.columns.get('avg')?.values ?? [])]).toEqual(ascending.toReversed());
  expect(Object.keys(after('pivot', { index: ['team'], columns: ['avg'], aggregates }))).toEqual(
    [...ascending, '<NULL>'].map((cell) => `big, ${String(cell)}`),
  );
});

test('least and greatest keep every digit, and compare as numbers', () => {
  const aggregates = {
    low: { operator: 'min', column: 'avg' },
    high: { operator: 'max', column: 'avg' },
    first: { operator: 'min', column: 'big' },
    last: { operator: 'nanmax', column: 'big' },
  };
  expect(after('aggregate', { groupby: ['team'], aggregates })).toEqual({
    team: ['even', 'odd'],
    low: [13.6, -84.2],
    high: [75.6, '157.0000000000000001'],
    first: [9007199254740993n, 9007199254740994n],
    last: [9007199254740999n, 9007199254741000n],
  });
});

test('every step that calculates reads decimals that travel as text as numbers', () => {
  const rows = tableOf([
    { name: 'a', kind: 'numeric', values: ['1.00000000000000001', 2, '3.00000000000000003'] },
    { name: 'b', kind: 'numeric', values: [1, '4.00000000000000004', 1] },
  ]);
  expect(after('cum', { operator: 'sum', columns: { a: 'a' } }, rows)['a']).toEqual([1, 3, 6]);
  expect(after('diff', { columns: { a: 'a' } }, rows)['a']).toEqual([null, 1, 1]);
  expect(
    after('compare', { source_columns: ['a'], compare_columns: ['b'], compare_type: 'difference' }, rows)[
      'difference__a__b'
    ],
  ).toEqual([0, -2, 2]);
  expect(after('contribution', { columns: ['b'] }, rows)['b']).toEqual([1 / 6, 4 / 6, 1 / 6]);
  expect(after('rank', { metric: 'a' }, rows)['rank']).toEqual([1 / 3, 2 / 3, 1]);
  expect(after('rolling', { rolling_type: 'sum', window: 2, min_periods: 0, columns: { a: 'a' } }, rows)['a']).toEqual([
    1, 3, 5,
  ]);
  expect(after('histogram', { column: 'a', bins: 2 }, rows)).toEqual({ '1.0 - 2.0': [1], '2.0 - 3.0': [2] });
  expect(after('boxplot', { groupby: [], metrics: ['a'], whisker_type: 'min/max' }, rows)).toMatchObject({
    a__min: [1],
    a__max: [3],
    a__median: [2],
  });
});

test('the rows without a key are a box of their own', () => {
  const rows = tableOf([
    { name: 'g', kind: 'string', values: ['a', null, 'a', null] },
    { name: 'v', kind: 'numeric', values: [1, 5, 3, 9] },
  ]);
  expect(after('boxplot', { groupby: ['g'], metrics: ['v'], whisker_type: 'min/max' }, rows)).toMatchObject({
    g: ['a', null],
    v__min: [1, 5],
    v__count: [2, 2],
  });
});

test('a median is none where a value is missing, and that of the others is asked for by name', () => {
  const values = tableOf([
    { name: 'g', kind: 'string', values: ['a', 'a', 'a', 'b'] },
    { name: 'v', kind: 'numeric', values: Float64Array.of(1, Number.NaN, 4, 7) },
  ]);
  const aggregates = { strict: { operator: 'median', column: 'v' }, others: { operator: 'nanmedian', column: 'v' } };
  expect(after('aggregate', { groupby: ['g'], aggregates }, values)).toEqual({
    g: ['a', 'b'],
    strict: [null, 7],
    others: [2.5, 7],
  });
});

test('lists and records of integers beyond 2^53 are distinguished and ordered, alone and beside other keys', () => {
  const [less, more] = [9007199254740993n, 9007199254740994n];
  const lists = tableOf([
    { name: 'list', kind: 'string', values: [[more], [less], [more]] },
    { name: 'doc', kind: 'string', values: [{ a: more }, { a: less }, { a: more }] },
    { name: 'n', kind: 'numeric', values: [1, 2, 4] },
  ]);
  const aggregates = { n: { operator: 'sum', column: 'n' } };
  expect(after('aggregate', { groupby: ['list'], aggregates }, lists)).toEqual({ list: [[less], [more]], n: [2, 5] });
  expect(after('aggregate', { groupby: ['list', 'doc'], aggregates }, lists)).toEqual({
    list: [[less], [more]],
    doc: [{ a: less }, { a: more }],
    n: [2, 5],
  });
  expect(after('sort', { by: ['doc'] }, lists)['n']).toEqual([2, 1, 4]);
});
