import { expect, test } from 'vitest';
import { flights, lines, ring, trips } from './explore-fixtures.ts';
import { firstForm, firstMetric, firstVizType } from './first-form.ts';

test('a new chart shows something at once: the count over the main time column', () => {
  expect(firstForm(lines, flights)).toMatchObject({ datasource: '7__table', viz_type: 'lines', x_axis: 'date', metrics: ['count'], row_limit: 100 });
});

test('a type without an axis is broken down by the first column of words', () => {
  expect(firstForm(ring, flights)).toMatchObject({ metric: 'count', groupby: ['origin'] });
});

test('without saved metrics the rows are counted', () => {
  expect(firstMetric(trips)).toMatchObject({ expressionType: 'SQL', sqlExpression: 'COUNT(*)' });
});

test('what is given is kept', () => {
  expect(firstForm(lines, flights, { metrics: ['delay'], x_axis: 'origin' })).toMatchObject({ metrics: ['delay'], x_axis: 'origin' });
});

test('a dataset with time begins with a line, one without with a table', () => {
  expect(firstVizType(flights)).toBe('echarts_timeseries_line');
  expect(firstVizType({ ...flights, columns: flights.columns.slice(1) })).toBe('table');
});
