import { expect, test } from 'vitest';
import { createChartContext } from '../../shared/context.ts';
import { erase } from '../../erase.ts';
import { parseForm } from '../../parse-form.ts';
import { resultOf } from '../../testing/tables.ts';
import { tableControls, tableDefaults } from './controls.ts';
import { table } from './index.ts';
import { tableModel } from './model.ts';
import { arrangeRows, nextSort, rowTexts, visibleRows } from './rows.ts';

const context = createChartContext({ width: 600, height: 300, mode: 'light' });
const result = resultOf({ 'name:string': ['item 10', 'item 2', null, 'Other'], 'n:numeric': [3, null, 1, 2] });
const model = tableModel(
  [result],
  parseForm(tableControls, tableDefaults, { groupby: ['name'], metrics: ['n'] }),
  context,
  '',
);

test('rows are sorted as users count, those without a value last either way', () => {
  expect(arrangeRows(model, '', { column: 0, desc: false })).toEqual([1, 0, 3, 2]);
  expect(arrangeRows(model, '', { column: 1, desc: false })).toEqual([2, 3, 0, 1]);
  expect(arrangeRows(model, '', { column: 1, desc: true })).toEqual([0, 3, 2, 1]);
});

test('decimals that travel as text are sorted by size, to the last digit, and written in the format of numbers', () => {
  const cells = [75.6, '53.2142857142857143', 157, '-84.2142857142857143', null, '53.2142857142857142'];
  const averages = tableModel(
    [resultOf({ 'n:numeric': cells })],
    parseForm(tableControls, tableDefaults, { metrics: ['n'] }),
    context,
    '',
  );
  expect(arrangeRows(averages, '', { column: 0, desc: true })).toEqual([2, 0, 1, 5, 3, 4]);
  expect(arrangeRows(averages, '', { column: 0, desc: false })).toEqual([3, 5, 1, 0, 2, 4]);
  expect(averages.cell(1, 0).text).toBe('53.21');
});

test('adaptive numbers of a column have one precision, the total and the exact value among them', () => {
  const form = parseForm(tableControls, tableDefaults, { metrics: ['n', 'whole'], show_totals: true });
  const rows = resultOf({ 'n:numeric': [1.5, 2, 0.333], 'whole:numeric': [1, 20, 300] });
  const sums = resultOf({ 'n:numeric': [3.833], 'whole:numeric': [321] });
  const written = tableModel([rows, sums], form, context, '');
  const columnOf = (column: number) => [0, 1, 2].map((row) => written.cell(row, column).text);
  expect(columnOf(0)).toEqual(['1.50', '2.00', '0.33']);
  expect(columnOf(1)).toEqual(['1', '20', '300']);
  expect(written.totals).toEqual(['3.83', '321']);
  // A cell says its value in full where the text rounds it, and only there.
  expect([0, 1, 2].map((row) => written.cell(row, 0).title)).toEqual([null, null, '0.333']);
});

test('a format that an author chose stays as it is', () => {
  const config = { n: { d3NumberFormat: '~g' } };
  const form = parseForm(tableControls, tableDefaults, { metrics: ['n'], column_config: config });
  const written = tableModel([resultOf({ 'n:numeric': [1.5, 2] })], form, context, '');
  expect([0, 1].map((row) => written.cell(row, 0).text)).toEqual(['1.5', '2']);
});

test('search looks into every column and ignores case', () => {
  expect(arrangeRows(model, ' ITEM ', null)).toEqual([0, 1]);
  expect(arrangeRows(model, '3', null)).toEqual([0]);
  expect(arrangeRows(model, 'nothing like it', null)).toEqual([]);
});

test('texts that are written down once find the same rows, and the work on them can be stopped', async () => {
  const pause = () => Promise.resolve();
  const texts = await rowTexts(model, new AbortController().signal, pause);
  for (const search of [' ITEM ', '3', '3\n', 'nothing like it'])
    expect(arrangeRows(model, search, null, texts)).toEqual(arrangeRows(model, search, null));
  expect(await rowTexts(model, AbortSignal.abort(), pause)).toBeNull();
});

test('a header is pressed up, down, and off', () => {
  const up = nextSort(null, 1);
  expect(up).toEqual({ column: 1, desc: false });
  expect(nextSort(up, 1)).toEqual({ column: 1, desc: true });
  expect(nextSort({ column: 1, desc: true }, 1)).toBeNull();
  expect(nextSort(up, 0)).toEqual({ column: 0, desc: false });
});

test('only rows in sight are drawn, whatever the length', () => {
  const { first, end } = visibleRows(100_000, 32, 32_000, 320);
  expect(first).toBe(992);
  expect(end - first).toBeLessThan(40);
  expect(visibleRows(5, 32, 0, 320)).toEqual({ first: 0, end: 5 });
});

test('pages of the server ask for their rows, their order and their search, and how many rows there are', () => {
  const viz = erase(table);
  const form = {
    query_mode: 'raw',
    all_columns: ['name', 'n'],
    server_pagination: true,
    server_page_length: 20,
    row_limit: 50,
  };
  const [rows, count] = viz.buildQueries(form, { ownState: { currentPage: 2, sortBy: [{ key: 'n', desc: true }] } });
  expect(rows).toMatchObject({ row_limit: 10, row_offset: 40, orderby: [['n', false]] });
  expect(count).toMatchObject({ is_rowcount: true, row_limit: 50, row_offset: 0 });
  expect(viz.buildQueries(form, { ownState: { currentPage: 2 }, forExport: true })).toMatchObject([{ row_limit: 50 }]);
});

test('rows are counted without the steps behind them: a count has no columns to make shares of', () => {
  const form = { query_mode: 'aggregate', groupby: ['name'], percent_metrics: ['n'], server_pagination: true };
  const [rows, count] = erase(table).buildQueries(form, { ownState: {} });
  expect(rows?.post_processing).toMatchObject([{ operation: 'contribution' }]);
  expect(count).toMatchObject({ is_rowcount: true, post_processing: [] });
});

test('totals come from a query of their own, without dimensions', () => {
  const queries = erase(table).buildQueries(
    { query_mode: 'aggregate', groupby: ['name'], metrics: ['n'], show_totals: true },
    { ownState: {} },
  );
  expect(queries).toHaveLength(2);
  expect(queries[1]).toMatchObject({ columns: [], metrics: ['n'], row_limit: 0, post_processing: [] });
});

test('a temporal dimension takes the grain and stands first', () => {
  const form = {
    query_mode: 'aggregate',
    groupby: ['name', 'day'],
    metrics: ['n'],
    time_grain_sqla: 'P1M',
    temporal_columns_lookup: { day: true },
  };
  expect(erase(table).buildQueries(form, { ownState: {} })[0]?.columns).toEqual([
    { timeGrain: 'P1M', columnType: 'BASE_AXIS', sqlExpression: 'day', label: 'day', expressionType: 'SQL' },
    'name',
  ]);
});

test('adaptive dates of rows are as fine as the finest of their column', () => {
  const textOf = (values: readonly number[], raw = {}) =>
    tableModel(
      [resultOf({ 'at:temporal': values })],
      parseForm(tableControls, tableDefaults, { query_mode: 'raw', all_columns: ['at'], ...raw }),
      context,
      '',
    ).cell(0, 0).text;
  const day = Date.UTC(2024, 1, 29);
  expect(textOf([day])).toBe('2024-02-29');
  expect(textOf([day, day + 60_000])).toBe('2024-02-29 00:00');
  expect(textOf([day, day + 1000])).toBe('2024-02-29 00:00:00');
  expect(textOf([day], { table_timestamp_format: '%d.%m.%Y' })).toBe('29.02.2024');
  const byMonth = { query_mode: 'aggregate', groupby: ['at'], time_grain_sqla: 'P1M' };
  expect(textOf([day], { ...byMonth, temporal_columns_lookup: { at: true } })).toBe('Feb 2024');
  // No other column was grouped by it.
  expect(textOf([day], byMonth)).toBe('2024-02-29');
  expect(textOf([day], { ...byMonth, groupby: ['on', 'at'], temporal_columns_lookup: { on: true, at: true } })).toBe(
    '2024-02-29',
  );
});
