import { expect, test } from 'vitest';
import { labelIn } from './label-in.ts';
import { verboseNamesOf } from './verbose-names.ts';

const verbose = { rain: 'Precipitation (mm)', date: 'Day', weather: 'Weather' };
const pivot = { operation: 'pivot', options: { index: ['date'], columns: ['weather'], aggregates: { n: {} } } };

test('columns and metrics that a query asks for have their verbose names', () => {
  const label = labelIn(verboseNamesOf({ columns: ['date'], metrics: ['rain'] }, verbose));
  expect(['date', 'rain', 'weather', 'toString'].map(label)).toEqual([
    'Day',
    'Precipitation (mm)',
    'weather',
    'toString',
  ]);
  expect(verboseNamesOf({ groupby: ['weather'], post_processing: [null] }, verbose)).toEqual({ weather: 'Weather' });
});

test('a series that is called as a metric of the dataset keeps its name', () => {
  const query = { columns: ['date', 'weather'], metrics: ['rain'], post_processing: [pivot] };
  expect(verboseNamesOf(query, verbose)).toEqual({ date: 'Day' });
  const alone = { ...pivot, options: { ...pivot.options, columns: [] } };
  expect(verboseNamesOf({ ...query, columns: ['date'], post_processing: [alone] }, verbose)).toEqual({
    date: 'Day',
    rain: 'Precipitation (mm)',
  });
});
