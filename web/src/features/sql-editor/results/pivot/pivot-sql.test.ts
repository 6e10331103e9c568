import { expect, test } from 'vitest';
import { aggregates, hasTotals, pivotSql, valueLabel } from './pivot-sql.ts';

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

test('there are totals where cells add up to them', () => {
  const adds = aggregates.filter((aggregate) => hasTotals({ rows: [], columns: [], value: 'n', aggregate }));
  expect(adds).toEqual(['sum', 'count']);
  expect(hasTotals({ rows: [], columns: [], value: null, aggregate: 'avg' })).toBe(true);
});
