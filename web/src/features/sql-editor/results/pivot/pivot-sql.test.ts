import { expect, test } from 'vitest';
import { pivotSql, totalsOf, valueLabel } from './pivot-sql.ts';

test('a pivot is a question over the rows that were stored; its names are quoted', () => {
  expect(pivotSql({ rows: ['a"b'], columns: ['day', 'a"b'], value: 'n', aggregate: 'distinct' })).toBe(
    'SELECT "a""b", "day", count(DISTINCT "n") AS "distinct(n)"\nFROM result\nGROUP BY "a""b", "day"\n' +
      'ORDER BY "a""b", "day"\nLIMIT 20000',
  );
  expect(pivotSql({ rows: [], columns: [], value: null, aggregate: 'sum' })).toBe(
    'SELECT count(*) AS "count"\nFROM result\nLIMIT 20000',
  );
});

test('the value has a name that no dimension has', () => {
  expect(valueLabel({ rows: ['count'], columns: [], value: null, aggregate: 'sum' })).toBe('count ');
});

test('totals are made of cells only where cells tell them', () => {
  const of = (aggregate: Parameters<typeof totalsOf>[0]['aggregate']) =>
    totalsOf({ rows: [], columns: [], value: 'n', aggregate });
  expect([of('sum'), of('count'), of('min'), of('max'), of('avg'), of('distinct')]).toEqual([
    'Sum',
    'Sum',
    'Minimum',
    'Maximum',
    null,
    null,
  ]);
});
