import { expect, test } from 'vitest';
import { erase } from './erase.ts';
import { pie } from './plugins/pie/index.ts';
import { table } from './plugins/table/index.ts';
import { echartsTimeseriesBar, echartsTimeseriesLine } from './plugins/timeseries/index.ts';

const panel = { columns: [{ name: 'date', isTemporal: true, kind: 'temporal' }], grains: [] };
const rules = { maxRowLimit: 100_000 };
const line = erase(echartsTimeseriesLine);
const good = { x_axis: 'date', metrics: ['count'], row_limit: 1000 };
const complaints = (form: Readonly<Record<string, unknown>>) => line.validate({ ...good, ...form }, panel, rules);

test('a form that can run has no complaints', () => {
  expect(complaints({})).toEqual({});
});

test.each([
  { row_limit: 100_000, says: undefined },
  { row_limit: '250', says: undefined },
  { row_limit: 100_001, says: ['Value cannot exceed 100000'] },
  { row_limit: 'ten', says: ['is expected to be an integer'] },
  { row_limit: 1.5, says: ['is expected to be an integer'] },
  { row_limit: Number.POSITIVE_INFINITY, says: ['is expected to be an integer'] },
  { row_limit: -1, says: ['cannot be negative'] },
])('[5.0-01] row limit $row_limit', ({ row_limit, says }) => {
  expect(complaints({ row_limit })['row_limit']).toEqual(says);
});

test('[5.0-03] a required list of which nothing can be read is an empty one', () => {
  expect(complaints({ metrics: [12, { a: 1 }] })['metrics']).toEqual(['cannot be empty']);
});

test('a number format that cannot be read is refused, a named or a written one is not', () => {
  const said = (y_axis_format: string) => complaints({ y_axis_format })['y_axis_format'];
  expect(['zz!', `${'9'.repeat(9)}d`].map(said)).toEqual([['Invalid format'], ['Invalid format']]);
  expect(['SMART_NUMBER', 'DURATION', ',.2f', ' ~g ', ''].map(said)).toEqual(Array(5).fill(undefined));
});

test('[5.0-01] the bound is the configured one', () => {
  expect(line.validate({ ...good, row_limit: 600 }, panel, { maxRowLimit: 500 })['row_limit']).toEqual([
    'Value cannot exceed 500',
  ]);
});

test('[5.0-02] the series limit is an integer', () => {
  expect(complaints({ limit: 'a few' })['limit']).toEqual(['is expected to be an integer']);
  expect(complaints({ limit: 25 })['limit']).toBeUndefined();
});

test.each([null, '', []])('[5.0-03] metrics %j cannot be empty', (metrics) => {
  expect(complaints({ metrics })['metrics']).toEqual(['cannot be empty']);
});

test('[5.0-03] metric and x-axis are required, too', () => {
  expect(complaints({ x_axis: null })['x_axis']).toEqual(['cannot be empty']);
  expect(erase(pie).validate({ groupby: ['a'] }, panel, rules)).toEqual({ metric: ['cannot be empty'] });
});

test('a chart from before x axes needs none', () => {
  expect(complaints({ x_axis: null, granularity_sqla: 'date' })).toEqual({});
});

test('[5.0-06] order-by entries that cannot be read', () => {
  const raw = erase(table).validate(
    { query_mode: 'raw', all_columns: ['a'], order_by_cols: ['["a", true]', '["a'] },
    panel,
    rules,
  );
  expect(raw['order_by_cols']).toEqual(['Found invalid orderby options']);
});

test('[5.0-10] "Sort descending" is there only with a sort metric', () => {
  for (const viz of [line, erase(echartsTimeseriesBar), erase(table)]) {
    const visible = viz.controls['order_desc']?.visible;
    expect(visible?.({ timeseries_limit_metric: 'count' }, panel)).toBe(true);
    expect(visible?.({}, panel)).toBe(false);
  }
});

test('a table needs columns of the kind that its mode shows', () => {
  const { validate } = erase(table);
  expect(validate({ query_mode: 'raw', all_columns: [] }, panel, rules)).toEqual({ all_columns: ['cannot be empty'] });
  expect(Object.keys(validate({ query_mode: 'aggregate' }, panel, rules))).toEqual(['groupby']);
  expect(validate({ query_mode: 'aggregate', metrics: ['count'] }, panel, rules)).toEqual({});
});
