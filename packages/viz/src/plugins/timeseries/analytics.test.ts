import { expect, test } from 'vitest';
import { resultOf, months } from '../../testing/tables.ts';
import { createChartContext } from '../../shared/context.ts';
import { parseForm } from '../../parse-form.ts';
import { readAnnotations } from './annotations.ts';
import { familyControls, familyDefaults } from './controls.ts';
import { NO_DATA, readSeries } from './data.ts';
import { emptySeries, timeseriesNotes, truthful } from './honest.ts';
import { withPercents } from './shift.ts';
import { tooltipOf } from './tooltip.ts';

const context = createChartContext({ width: 640, height: 360, mode: 'light', additivity: () => 'additive' });
const formOf = (raw: Readonly<Record<string, unknown>>) =>
  withPercents(
    parseForm(familyControls, familyDefaults, { x_axis: 'month', time_grain_sqla: 'P1M', metrics: ['count'], ...raw }),
  );
const yearAgo = { time_compare: ['1 year ago'], comparison_type: 'values' };
const style = { mark: 'line', filled: false, horizontal: false, endLabelWidth: null, axis: 0 } as const;

function tooltipAt(result: ReturnType<typeof resultOf>, raw: Readonly<Record<string, unknown>>, index: number) {
  const form = formOf(raw);
  const data = readSeries(result, form, false, context);
  const { formatter } = tooltipOf([{ data, form, style }], readAnnotations(result, data, form), context);
  if (typeof formatter !== 'function') throw new TypeError('the tooltip has no formatter');
  const hovered = data.series.map(({ key }) => ({ seriesId: key, dataIndex: index }));
  return String(Reflect.apply(formatter, undefined, [hovered, '']));
}

const compared = resultOf(
  {
    'month:temporal': months(2024, 2),
    'Delta:numeric': [100, 110],
    'count__1 year ago, Delta:numeric': [80, 100],
  },
  { 'count__1 year ago, Delta': ['count__1 year ago', 'Delta'] },
);
const byCarrier = { ...yearAgo, groupby: ['carrier'], truncate_metric: true };

test('a series of another time has the dimensions and the colour of the present one', () => {
  const colorsOf = (raw: Readonly<Record<string, unknown>>) =>
    readSeries(compared, formOf({ ...byCarrier, ...raw }), false, context).series.map(
      ({ name, dimensions, colorName }) => ({
        name,
        dimensions,
        colorName,
      }),
    );
  expect(colorsOf({ time_shift_color: true })).toEqual([
    { name: 'Delta', dimensions: ['Delta'], colorName: 'Delta' },
    { name: 'Delta, 1 year ago', dimensions: ['Delta'], colorName: 'Delta' },
  ]);
  expect(colorsOf({ time_shift_color: false })[1]?.colorName).toBe('Delta, 1 year ago');
});

test('a tooltip says how the present differs, and adds up the present alone', () => {
  const html = tooltipAt(compared, byCarrier, 1);
  expect(html).toContain('+10.0% from 1 year ago');
  expect(html).not.toContain('Total');
});

test('a tooltip of many series says the change beside each value of the other time', () => {
  const names = ['AA', 'DL', 'UA', 'WN'];
  const then = names.map((name) => `count__1 year ago, ${name}`);
  const columns = [
    ...names.map((name) => [`${name}:numeric`, [110]]),
    ...then.map((name) => [`${name}:numeric`, [100]]),
  ];
  const labels = Object.fromEntries(then.map((name, at) => [name, ['count__1 year ago', names[at] ?? '']]));
  const many = resultOf({ 'month:temporal': months(2024, 1), ...Object.fromEntries(columns) }, labels);
  expect(tooltipAt(many, byCarrier, 0).split('now +10.0%')).toHaveLength(5);
});

test.each([
  { type: 'difference', column: 'difference__count__count__1 year ago', name: 'difference from 1 year ago' },
  { type: 'percentage', column: '1 year ago', name: 'change from 1 year ago' },
  { type: 'ratio', column: 'ratio__count__count__1 year ago', name: 'ratio to 1 year ago' },
])('a $type is named after what it compares with', ({ type, column, name }) => {
  const result = resultOf({ 'month:temporal': months(2024, 2), [`${column}:numeric`]: [0.5, Infinity] });
  const [series] = readSeries(result, formOf({ ...yearAgo, comparison_type: type }), false, context).series;
  expect(series).toMatchObject({ name: `count, ${name}`, metric: 'count', values: [0.5, null] });
});

test('[5.0-11] parts of one are written as percentages, whatever format and currency were chosen', () => {
  const currency = { symbol: 'EUR', symbolPosition: 'prefix' };
  const read = (raw: Readonly<Record<string, unknown>>) => formOf({ ...raw, currency_format: currency });
  const change = { ...yearAgo, comparison_type: 'percentage', y_axis_format: '.3s' };
  expect(read(change)).toMatchObject({ y_axis_format: '.1%', currency_format: null });
  expect(familyControls.y_axis_format.warn(change)).toEqual({
    text: 'The values are percentages and are written as such.',
    holds: '.1%',
  });
  expect(read({ contributionMode: 'row' })).toMatchObject({ y_axis_format: ',.1%', currency_format: null });
  expect(read({ contributionMode: 'row', y_axis_format: '.2%' }).y_axis_format).toBe('.2%');
  expect(formOf({ comparison_type: 'percentage' }).y_axis_format).toBe('SMART_NUMBER');
  expect(familyControls.y_axis_format.warn({ ...yearAgo, comparison_type: 'ratio' })).toBeNull();
});

test.each([
  { raw: { ...yearAgo, comparison_type: 'percentage' }, says: 'Percentage changes do not add up' },
  { raw: { ...yearAgo, comparison_type: 'ratio' }, says: 'Ratios do not add up' },
  { raw: { contributionMode: 'column' }, says: 'Shares of different series do not add up' },
  { raw: { rolling_type: 'std' }, says: 'Standard deviations do not add up' },
])('$says: they are not stacked', ({ raw, says }) => {
  const form = formOf({ ...raw, stack: 'Stack' });
  expect(truthful(form, context).stack).toBeNull();
  expect(timeseriesNotes(undefined, form, NO_DATA, context)).toEqual([`${says}: its series are not stacked`]);
  expect(truthful(formOf({ contributionMode: 'row', rolling_type: 'mean', stack: 'Stack' }), context).stack).toBe(
    'Stack',
  );
});

const told = resultOf({
  'month:temporal': months(2024, 3),
  'count:numeric': [10, 12, null],
  'count__yhat:numeric': [10, 12, 14],
  'count__yhat_lower:numeric': [8, 9, 11],
  'count__yhat_upper:numeric': [12, 15, 17],
});

test('a forecast belongs to its series, begins after its last value and names its band', () => {
  const { series } = readSeries(told, formOf({ forecastEnabled: true }), false, context);
  expect(series).toHaveLength(1);
  expect(series[0]?.forecast).toEqual({ expected: [null, null, 14], lower: [null, null, 11], upper: [null, null, 17] });
  const html = tooltipAt(told, { forecastEnabled: true }, 2);
  expect(html).toContain('count (forecast)');
  expect(html).toContain('14 (11 to 17)');
});

test('columns that only look like a forecast are series of their own', () => {
  expect(readSeries(told, formOf({}), false, context).series).toHaveLength(4);
});

test('rows without a number, or without one for a logarithm, say why nothing is drawn', () => {
  const rows = (values: readonly (number | null)[]) => [
    resultOf({ 'month:temporal': months(2024, values.length), 'count:numeric': values }),
  ];
  expect(emptySeries(rows([null, null]), { logAxis: false })).toBe('No series has a value at any point.');
  expect(emptySeries(rows([0, -3]), { logAxis: true })).toMatch(/^No value is above 0/);
  expect(emptySeries(rows([0, null]), { logAxis: false })).toBeNull();
  expect(emptySeries(rows([]), { logAxis: false })).toBeNull();
});
