import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import { standalone } from '@tessera/core/effective-query/sources';
import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import { rowsOf, tableFromRows } from '@tessera/core/table';
import { expect, test } from 'vitest';
import type { ChartRequest } from '../../../chart/chart-actions.ts';
import { fakeLoaded, resultOf } from '../../../chart/session/session-fixtures.ts';
import type { Shown } from '../../../chart/use-chart.ts';
import { vizEntry } from '../../../chart/use-viz.ts';
import { notesTable, rowsInFile } from './rows-in-file.ts';

const place = { datasource: { id: 1, type: 'table' }, dashboardId: 9 };
const table = (text: string) => tableFromRows([{ text }], ['text'], ['string']);

/** A chart that shows a row for each of its queries: `query 1`, `query 2` … */
async function shownOf(form: RawForm & { readonly viz_type: string }, ownState: RawForm = {}): Promise<Shown> {
  const viz = await vizEntry(form.viz_type)?.load();
  if (!viz) throw new Error(`${form.viz_type} is not registered`);
  const effective = effectiveQuery({ ...standalone(form, 7), ownState }, viz.buildQueries);
  const results = effective.queries.map((_, at) => resultOf(`query ${at + 1}`));
  return { key: '', loaded: { ...fakeLoaded(form.viz_type), viz }, effective, form: effective.form, results };
}

/** What a file holds of a chart: names, texts and whether it is one page, and the queries that were asked for it. */
async function fileOf(shown: Shown, answer: () => Promise<readonly ReturnType<typeof table>[]>) {
  const asked: QueryObject[] = [];
  const found = await rowsInFile(shown, place, (request: ChartRequest) => {
    expect(request).toMatchObject({ ...place, chartId: 7 });
    asked.push(...request.queries);
    return answer();
  });
  return { asked, found: found.map(({ name, table: rows, isPage }) => [name, rowsOf(rows)[0]?.['text'], isPage]) };
}

const paged = {
  viz_type: 'table',
  query_mode: 'raw',
  all_columns: ['a'],
  row_limit: 1000,
  server_pagination: true,
  server_page_length: 10,
};

test('[2.4-01] a table that shows a page is asked for all its rows up to its limit', async () => {
  const shown = await shownOf(paged, { currentPage: 2 });
  const { asked, found } = await fileOf(shown, () => Promise.resolve([table('all')]));
  expect(found).toEqual([[null, 'all', false]]);
  expect(asked).toMatchObject([{ row_limit: 1000 }]);
  expect(asked[0]?.row_offset ?? 0).toBe(0);
});

test('where they cannot be had the page that was shown stays, and the file says so', async () => {
  const shown = await shownOf(paged);
  const { found } = await fileOf(shown, () => Promise.reject(new Error('gone')));
  expect(found).toEqual([[null, 'query 1', true]]);
  const rows = await rowsInFile(shown, place, () => Promise.resolve([]));
  const notes = notesTable([
    { title: 'Paged', rows },
    { title: 'Whole', rows: [{ name: null, table: table('all'), isPage: false }] },
  ]);
  expect(notes && rowsOf(notes)).toMatchObject([{ Chart: 'Paged' }]);
  expect(notesTable([])).toBeNull();
});

const average = { expressionType: 'SQL', sqlExpression: 'avg(x)', label: 'average' };
const never = () => Promise.reject(new Error('asked again'));

test('both queries of a mixed chart have their rows, by name, without another question', async () => {
  const mixed = {
    viz_type: 'mixed_timeseries',
    x_axis: 'day',
    metrics: ['count'],
    metrics_b: ['sum'],
    groupby_b: ['b'],
  };
  const { asked, found } = await fileOf(await shownOf(mixed), never);
  expect(found).toEqual([
    ['Query A', 'query 1', false],
    ['Query B', 'query 2', false],
  ]);
  expect(asked).toEqual([]);
});

test.each([
  { viz_type: 'table', query_mode: 'aggregate', groupby: ['a'], metrics: ['count'], show_totals: true },
  { viz_type: 'pivot_table_v2', groupbyRows: ['a'], metrics: [average], colTotals: true },
  { viz_type: 'big_number', metric: 'count', x_axis: 'day', aggregation: 'raw' },
  { viz_type: 'handlebars', query_mode: 'aggregate', groupby: ['a'], metrics: ['count'], show_totals: true },
])('what only totals the rows of $viz_type is not among them', async (form) => {
  const shown = await shownOf(form);
  expect(shown.results.length).toBeGreaterThan(1);
  expect((await fileOf(shown, never)).found).toEqual([[null, 'query 1', false]]);
});
