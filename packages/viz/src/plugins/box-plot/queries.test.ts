import { expect, test } from 'vitest';
import { boxPlotQueries } from './queries.ts';

const old = { viz_type: 'box_plot', metrics: ['m'], groupby: ['a'], granularity_sqla: 'day', time_grain_sqla: 'P1M' };
const day = { timeGrain: 'P1M', columnType: 'BASE_AXIS', sqlExpression: 'day', label: 'day', expressionType: 'SQL' };

test.each([{}, { columns: [] }, { columns: null }])(
  'boxes of older charts spread over their time, with its grain: %j',
  (columns) => {
    expect(boxPlotQueries({ ...old, ...columns })[0]).toMatchObject({ columns: [day, 'a'], series_columns: ['a'] });
  },
);

test('boxes spread over what is chosen', () => {
  expect(boxPlotQueries({ ...old, columns: ['b'] })[0]?.columns).toEqual(['b', 'a']);
});

test('without a time there is nothing to spread over', () => {
  expect(boxPlotQueries({ ...old, granularity_sqla: null })[0]?.columns).toEqual(['a']);
});
