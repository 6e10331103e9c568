import { expect, test } from 'vitest';
import type { QueryResult, RowFacts } from '../../define.ts';
import { queryTests } from '../../testing/queries.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { mixedQueryCases } from './fixtures/queries.ts';
import { mixedTimeseries } from './mixed.ts';
import { mixedAgain, mixedQueries } from './mixed-queries.ts';

queryTests(mixedTimeseries, mixedQueryCases);

test('only the query whose series were cut is requested again', () => {
  const queries = mixedQueries({
    x_axis: 'ds',
    metrics: ['n'],
    groupby: ['a'],
    metrics_b: ['m'],
    groupby_b: [],
    row_limit: 4,
  });
  const answer = (rows: number): QueryResult & RowFacts => ({
    ...resultOf({ 'ds:temporal': months(2024, 2), 'x:numeric': [1, 2] }),
    sqlRowCount: rows,
    rowLimit: 4,
    additivity: { n: 'additive', m: 'additive' },
  });
  const again = mixedAgain([answer(4), answer(2)], queries);
  expect(again?.queries).toHaveLength(4);
  expect(again?.queries[0]).toMatchObject({ series_limit: 1, group_others_when_limit_reached: true });
  expect(again?.queries[3]).toEqual(queries[1]);
  const counted = (count: number) => ({ ...answer(1), ...resultOf({ 'rowcount:numeric': [count] }) });
  const taken = again?.take([answer(4), counted(9), counted(2), answer(2)]);
  expect(taken).toHaveLength(2);
  expect(taken?.[0]?.seriesCut).toEqual({ shown: 1, of: 9, hasOthers: true });
  expect(mixedAgain([answer(2), answer(2)], queries)).toBeNull();
});
