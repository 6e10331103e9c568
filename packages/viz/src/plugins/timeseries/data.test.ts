import { expect, test } from 'vitest';
import { parseForm } from '../../parse-form.ts';
import { createChartContext } from '../../shared/context.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { familyControls, familyDefaults } from './controls.ts';
import { readSeries, type Series } from './data.ts';
import { sharedSlots, streamBaseline, totalsOf, toShares } from './stack.ts';

const context = createChartContext({ width: 600, height: 300, mode: 'light', verboseNames: { count: 'Flights' } });
const form = (raw: Readonly<Record<string, unknown>>) =>
  parseForm(familyControls, familyDefaults, { x_axis: 'ds', metrics: ['count'], ...raw });
const read = (raw: Readonly<Record<string, unknown>>, result = twoSeries) =>
  readSeries(result, form(raw), false, context);
const twoSeries = resultOf({ 'ds:temporal': months(2024, 3), 'low:numeric': [1, 2, 3], 'high:numeric': [5, 5, 5] });

test('[9.0-08] series come by their sum, the greatest first, unless the author says otherwise', () => {
  expect(read({ groupby: ['g'] }).series.map(({ key }) => key)).toEqual(['high', 'low']);
  expect(
    read({ groupby: ['g'], sort_series_type: 'name', sort_series_ascending: true }).series.map(({ key }) => key),
  ).toEqual(['high', 'low']);
  expect(
    read({ groupby: ['g'], sort_series_type: 'min', sort_series_ascending: true }).series.map(({ key }) => key),
  ).toEqual(['low', 'high']);
});

test('what a limit gathers stands last, in each of the times that are compared', () => {
  const compared = { time_compare: ['1 year ago'], comparison_type: 'values' };
  const names = ['count, a', 'count, Others', 'count__1 year ago, a', 'count__1 year ago, Others'];
  const result = resultOf(
    {
      'ds:temporal': months(2024, 1),
      ...Object.fromEntries(names.map((name, at) => [`${name}:numeric`, [[1, 9, 2, 8][at] ?? 0]])),
    },
    Object.fromEntries(names.map((name) => [name, name.split(', ')])),
  );
  const order = (more: object, cut = {}) =>
    read({ groupby: ['g'], ...compared, ...more }, { ...result, ...cut }).series.map(({ key }) => key);
  const last = ['count__1 year ago, a', 'count, a', 'count, Others', 'count__1 year ago, Others'];
  expect(order({ limit: 1, group_others_when_limit_reached: true })).toEqual(last);
  expect(order({}, { seriesCut: { shown: 1, of: 9, hasOthers: true } })).toEqual(last);
  // Without a limit somebody may be called that.
  expect(order({})[0]).toBe('count, Others');
});

test('names: the verbose name of a metric, the values of dimensions, and both when several metrics share them', () => {
  const flattened = resultOf(
    { 'ds:temporal': months(2024, 1), 'count, a:numeric': [1], 'delay, a:numeric': [2] },
    { 'count, a': ['count', 'a'], 'delay, a': ['delay', 'a'] },
  );
  expect(read({ groupby: ['g'], metrics: ['count', 'delay'] }, flattened).series.map(({ name }) => name)).toEqual([
    'delay, a',
    'Flights, a',
  ]);
  expect(read({}, resultOf({ 'ds:temporal': months(2024, 1), 'count:numeric': [1] })).series[0]?.name).toBe('Flights');
});

test('an SQL metric goes by the label that its author gave it, not by its expression', () => {
  const metric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'Rows', hasCustomLabel: true };
  const result = resultOf({ 'ds:temporal': months(2024, 1), 'Rows:numeric': [1] }, { Rows: ['COUNT(*)'] });
  expect(read({ metrics: [metric] }, result).series.map(({ name, metric: of }) => [name, of])).toEqual([
    ['Rows', 'Rows'],
  ]);
});

test('a category has the colour of its own name, however its series is called', () => {
  const flattened = resultOf(
    { 'ds:temporal': months(2024, 1), 'COUNT(*), rain:numeric': [1], 'COUNT(*), sun:numeric': [2] },
    { 'COUNT(*), rain': ['COUNT(*)', 'rain'], 'COUNT(*), sun': ['COUNT(*)', 'sun'] },
  );
  expect(read({ groupby: ['g'], metrics: ['COUNT(*)'] }, flattened).series.map(({ colorName }) => colorName)).toEqual([
    'sun',
    'rain',
  ]);
  const shared = resultOf(
    { 'ds:temporal': months(2024, 1), 'count, a:numeric': [1], 'delay, a:numeric': [2] },
    { 'count, a': ['count', 'a'], 'delay, a': ['delay', 'a'] },
  );
  expect(
    read({ groupby: ['g'], metrics: ['count', 'delay'] }, shared).series.map(({ colorName }) => colorName),
  ).toEqual(['delay, a', 'Flights, a']);
});

test('the metric that only sorts the axis is not drawn', () => {
  const result = resultOf({ 'ds:string': ['a'], 'count:numeric': [1], 'delay:numeric': [2] });
  expect(read({ timeseries_limit_metric: 'delay', x_axis_sort: 'delay' }, result).series.map(({ key }) => key)).toEqual(
    ['count'],
  );
});

test('the axis is of time, of numbers or of categories', () => {
  expect(read({}).x.kind).toBe('time');
  expect(read({ xAxisForceCategorical: true }).x.kind).toBe('category');
  const numbers = resultOf({ 'ds:numeric': [1, 2], 'count:numeric': [1, 2] });
  expect(readSeries(numbers, form({}), false, context).x.kind).toBe('number');
  expect(readSeries(numbers, form({}), true, context).x.kind).toBe('category');
});

test('decimals that travel as text have their place on an axis of numbers, and their value in a series', () => {
  const result = resultOf({ 'ds:numeric': [1, '53.2142857142857143'], 'count:numeric': ['0.1428571428571428571', 2] });
  const { x, series } = readSeries(result, form({}), false, context);
  expect([x.kind, x.cells, x.labelAt(1), series[0]?.values]).toEqual([
    'number',
    [1, 53.214285714285715],
    '53.2142857142857143',
    [1 / 7, 2],
  ]);
});

test('a row without a time has no place on an axis of time, but is a category', () => {
  const result = resultOf({ 'ds:temporal': [null, Date.UTC(2024, 0, 1)], 'count:numeric': [7, 8] });
  expect(read({}, result).series[0]?.values).toEqual([8]);
  expect(read({ xAxisForceCategorical: true }, result).x.labelAt(0)).toBe('<NULL>');
});

test('stacks: totals, shares that never exceed the whole, and a stream around its middle', () => {
  const series = [{ values: [1, null, 2] }, { values: [3, null, -2] }].map((one, index) => ({
    key: String(index),
    name: '',
    colorName: '',
    metric: null,
    dimensions: [],
    shift: null,
    forecast: null,
    ...one,
  }));
  expect(totalsOf(series, 3)).toEqual([4, null, 0]);
  const form = { stack: 'Expand', stackDimension: null, groupby: [] } as const;
  expect([...toShares(series, form, 3).values()]).toEqual([
    [0.25, null, 0.5],
    [0.75, null, -0.5],
  ]);
  expect(streamBaseline(series, 3)).toEqual([-2, 0, 0]);
});

test('bars that never stand at the same place share one', () => {
  const of = (values: readonly (number | null)[]): Series => ({
    key: '',
    name: '',
    colorName: '',
    metric: null,
    dimensions: [],
    values,
    shift: null,
    forecast: null,
  });
  const [west, south, east] = [of([1, null, null]), of([null, 2, 3]), of([null, null, 4])];
  const slots = sharedSlots([west, south, east]);
  expect([west, south, east].map((series) => slots?.get(series))).toEqual([0, 0, 1]);
  expect(sharedSlots([of([1, 2]), of([3, 4])])).toBeNull();
});
