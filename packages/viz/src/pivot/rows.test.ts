import { tableOf } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { readPivotForm } from './form.ts';
import { pivotTable } from './rows.ts';

const table = tableOf([
  { name: 'avg', kind: 'numeric', values: [75.6, '53.2142857142857143', '157.0000000000000001', -84.2] },
  { name: 'team', kind: 'string', values: ['a', 'b', 'c', 'd'] },
  { name: 'share', kind: 'numeric', values: ['0.2500000000000000001', '9.7500000000000000001', 100, 90] },
]);
const names = (form: Readonly<Record<string, unknown>>) => pivotTable(table, readPivotForm(form), {}).indexNames;

test('keys and values that travel as text are ordered by size', () => {
  expect(names({ groupbyRows: ['avg'], metrics: ['share'], rowOrder: 'key_a_to_z' })).toEqual([
    '-84.2',
    '53.2142857142857143',
    '75.6',
    '157.0000000000000001',
  ]);
  expect(names({ groupbyRows: ['team'], metrics: ['avg'], rowOrder: 'value_z_to_a' })).toEqual(['c', 'a', 'b', 'd']);
});

test('a fraction of a decimal that travels as text is a number', () => {
  const shown = pivotTable(
    table,
    readPivotForm({ groupbyRows: ['team'], metrics: ['share'], aggregateFunction: 'Sum as Fraction of Total' }),
    {},
  ).table;
  expect([...shown.columns.values()].flatMap(({ values }) => [...values])).toEqual([0.25 / 200, 9.75 / 200, 0.5, 0.45]);
});

test('lists of integers beyond 2^53 are counted as values', () => {
  const lists = tableOf([
    { name: 'team', kind: 'string', values: ['a', 'a'] },
    { name: 'list', kind: 'string', values: [[9007199254740993n], [9007199254740994n]] },
  ]);
  const shown = pivotTable(
    lists,
    readPivotForm({ groupbyRows: ['team'], metrics: ['list'], aggregateFunction: 'Count Unique Values' }),
    {},
  ).table;
  expect([...shown.columns.values()].flatMap(({ values }) => [...values])).toEqual([2]);
});
