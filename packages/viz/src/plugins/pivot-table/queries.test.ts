import type { QueryObject } from '@tessera/core/query-object';
import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { CHART_ALONE, isOfChart } from '../../saved-queries.ts';
import { resultOf } from '../../testing/tables.ts';
import { queryTests } from '../../testing/queries.ts';
import { queryCases } from './fixtures/queries.ts';
import { pivotTable } from './index.ts';

queryTests(pivotTable, queryCases);

const raw = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['a'],
  groupbyColumns: ['c'],
  metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(n)', label: 'n' }],
  rowTotals: true,
  colTotals: true,
  row_limit: 3,
};
const columnsOf = (queries: readonly QueryObject[]) => queries.map(({ columns }) => columns);

test('a pivot table whose cells were cut asks all of its totals, once, and readers of a dashboard may', () => {
  const viz = erase(pivotTable);
  const [cells = {}] = viz.buildQueries(raw, { ownState: {} });
  const cut = { ...resultOf({ 'a:string': ['x', 'x', 'y'], 'n:numeric': [1, 2, 3] }), sqlRowCount: 3, rowLimit: 3 };
  const again = viz.again([cut], raw, [cells]);
  expect(columnsOf(again?.queries ?? [])).toEqual([['c', 'a'], ['a'], ['c'], []]);
  expect(again?.take([cut, cut, cut, cut])).toHaveLength(4);
  const saved = { form: raw, queries: [], viz, capabilities: null };
  expect(isOfChart(saved, again?.queries ?? [], CHART_ALONE)).toEqual({ ok: true });
  expect(viz.again([cut, cut, cut, cut], raw, again?.queries ?? [])).toBeNull();
  expect(viz.again([{ ...cut, rowLimit: 4 }], raw, [cells])).toBeNull();
  expect(viz.again([cut], { ...raw, aggregateFunction: 'Average' }, [cells])).toBeNull();
});
