import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { timeTable } from './index.ts';

queryTests(timeTable, queryCases);

test('groups that the row limit cut are asked once more as whole ones, and what is left is said', () => {
  const viz = erase(timeTable);
  const raw = { viz_type: 'time_table', granularity_sqla: 'ds', groupby: ['g'], metrics: ['n'], row_limit: 6 };
  const queries = viz.buildQueries(raw, { ownState: {} });
  // Three months of the first group, two of the second, one of the third.
  const [one = 0, two = 0, three = 0] = months(2024, 3);
  const cut = {
    ...resultOf({
      '__timestamp:temporal': [one, two, three, one, two, one],
      'g:string': ['a', 'a', 'a', 'b', 'b', 'c'],
      'n:numeric': [9, 8, 7, 6, 5, 4],
    }),
    sqlRowCount: 6,
    rowLimit: 6,
  };
  const whole = viz.again([cut], raw, queries);
  expect(whole?.queries[0]).toMatchObject({ series_limit: 2, series_columns: ['g'] });
  const rest = viz.again([{ ...cut, additivity: { n: 'additive' } }], raw, queries);
  expect(rest?.queries[0]).toMatchObject({ series_limit: 1, group_others_when_limit_reached: true });
  const counted = { ...cut, ...resultOf({ 'rowcount:numeric': [5] }) };
  const taken = whole?.take([{ ...cut, sqlRowCount: 5 }, counted]) ?? [];
  expect(viz.notes(taken, raw, contextOf({}))).toContain('2 of 5 series; the rest is left out');
  expect(viz.again([{ ...cut, sqlRowCount: 5 }], raw, queries)).toBeNull();
});
