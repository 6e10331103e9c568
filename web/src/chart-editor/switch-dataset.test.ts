import { expect, test } from 'vitest';
import { lines, trips } from './editor-fixtures.ts';
import { remapToDataset } from './switch-dataset.ts';

test.each([
  [{ granularity_sqla: 'departed' }, trips, { granularity_sqla: 'date' }],
  [{ granularity: 'departed' }, trips, { granularity: 'date' }],
  [{ granularity_sqla: 'departed' }, { ...trips, mainTimeColumn: null }, {}],
  [{ granularity_sqla: 'city' }, trips, { granularity_sqla: 'city' }],
])('[4.7-03] the time column %j of older forms is one that the other dataset has', (form, dataset, time) => {
  const next = remapToDataset({ viz_type: 'lines', ...form }, lines, dataset).form;
  const { granularity, granularity_sqla } = next;
  expect({ granularity, granularity_sqla }).toEqual({
    granularity: undefined,
    granularity_sqla: undefined,
    ...time,
  });
  expect(Object.values(next)).not.toContain('departed');
});
