import { expect, test } from 'vitest';
import { flights, lines, ring, trips } from './editor-fixtures.ts';
import { firstForm, firstMetric, firstVizType } from './first-form.ts';

test('a new chart shows something at once: the count over the main time column', () => {
  expect(firstForm(lines, flights)).toMatchObject({
    datasource: '7__table',
    viz_type: 'lines',
    x_axis: 'date',
    metrics: ['count'],
    row_limit: 100,
  });
});

test('a type without an axis is broken down by the first column of words', () => {
  expect(firstForm(ring, flights)).toMatchObject({ metric: 'count', groupby: ['origin'] });
});

test('without saved metrics the rows are counted', () => {
  expect(firstMetric(trips)).toMatchObject({ expressionType: 'SQL', sqlExpression: 'COUNT(*)' });
});

const metric = (name: string, expression: string) => ({
  name,
  label: name,
  expression,
  description: null,
  certifiedBy: null,
  warning: null,
});

test('the first metric besides the count of rows is shown: a row per day would be a flat line', () => {
  const weather = {
    ...flights,
    metrics: [metric('count', 'COUNT(*)'), metric('avg_high', 'AVG(temp_max)'), metric('rain', 'SUM(precipitation)')],
  };
  expect(firstForm(lines, weather)).toMatchObject({ metrics: ['avg_high'] });
  expect(firstMetric({ ...flights, metrics: [metric('rows', ' count( 1 ) ')] })).toBe('rows');
});

test('parts of a whole are of a metric that adds up', () => {
  const weather = {
    ...flights,
    metrics: [
      metric('count', 'COUNT(*)'),
      metric('avg_high', 'AVG(temp_max)'),
      metric('cities', 'COUNT(DISTINCT city)'),
      metric('rain', 'SUM(precipitation)'),
    ],
  };
  expect(firstForm(ring, weather)).toMatchObject({ metric: 'rain' });
  expect(firstMetric({ ...weather, metrics: weather.metrics.slice(0, 3) }, true)).toBe('count');
  expect(firstMetric({ ...weather, metrics: weather.metrics.slice(1, 3) }, true)).toMatchObject({
    sqlExpression: 'COUNT(*)',
  });
});

test('rows that are groups are added up and not counted, unless the authors saved what to measure', () => {
  const grouped = { ...flights, additiveColumns: ['delay'] };
  const sum = { expressionType: 'SIMPLE', column: { column_name: 'delay' }, aggregate: 'SUM', label: 'SUM(delay)' };
  expect(firstForm(lines, grouped)).toMatchObject({ metrics: [sum] });
  expect(firstForm(ring, grouped)).toMatchObject({ metric: sum });
  expect(firstMetric({ ...grouped, metrics: [...flights.metrics, metric('late', 'AVG(delay)')] })).toBe('late');
});

test('what is given is preserved', () => {
  expect(firstForm(lines, flights, { metrics: ['delay'], x_axis: 'origin' })).toMatchObject({
    metrics: ['delay'],
    x_axis: 'origin',
  });
});

test('to a form that says what the chart is of nothing is added that the type can do without', () => {
  expect(firstForm(ring, flights, { metric: 'delay', groupby: [] })).toMatchObject({ metric: 'delay', groupby: [] });
  expect(firstForm(ring, flights, { metric: 'delay' })['groupby'] ?? []).toEqual([]);
  expect(firstForm(ring, flights, { groupby: ['origin'] })).toMatchObject({ metric: 'count', groupby: ['origin'] });
  // A range of time says nothing of that.
  expect(firstForm(ring, flights, { time_range: 'Last week' })).toMatchObject({ groupby: ['origin'] });
});

test('a dataset with time begins with a line, one without with a table', () => {
  expect(firstVizType(flights)).toBe('echarts_timeseries_line');
  expect(firstVizType({ ...flights, columns: flights.columns.slice(1) })).toBe('table');
});
