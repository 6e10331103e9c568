import { expect, test } from 'vitest';
import { erase } from './erase.ts';
import { newForm } from './new-form.ts';
import { parseForm } from './parse-form.ts';
import { familyControls, familyDefaults } from './plugins/timeseries/controls.ts';
import { echartsTimeseriesLine } from './plugins/timeseries/index.ts';
import { pieControls, pieDefaults } from './plugins/pie/controls.ts';

const panel = {
  columns: [
    { name: 'date', isTemporal: true, kind: 'temporal' },
    { name: 'origin', isTemporal: false, kind: 'string' },
  ],
  grains: [{ value: 'P1D', label: 'Day' }],
  mainTimeColumn: 'date',
};

test('a key that is missing in a saved chart takes the default form data', () => {
  expect(parseForm(familyControls, familyDefaults, {}).y_axis_title_position).toBe('Top');
  expect(newForm(familyControls, panel)['y_axis_title_position']).toBe('Left');
  expect(parseForm(familyControls, familyDefaults, {}).show_empty_columns).toBe(false);
  expect(newForm(familyControls, panel)['show_empty_columns']).toBe(true);
});

test('[5.0-04] a select with fixed choices drops values not among the choices', () => {
  expect(parseForm(pieControls, pieDefaults, { label_type: 'percent' }).label_type).toBe('percent');
  expect(parseForm(pieControls, pieDefaults, { label_type: 'rainbow' }).label_type).toBe('key');
});

test.each([
  { name: 'nothing', raw: {} },
  {
    name: 'wrong types',
    raw: {
      groupby: 7,
      metric: [],
      row_limit: 'many',
      show_legend: 'yes',
      outerRadius: {},
      currency_format: 3,
      number_format: null,
      adhoc_filters: 'x',
    },
  },
  {
    name: 'hostile keys',
    raw: JSON.parse('{"__proto__": {"groupby": ["x"]}, "constructor": 1}') as Record<string, unknown>,
  },
])('stored junk still gives a form that draws: $name', ({ raw }) => {
  const form = parseForm(pieControls, pieDefaults, raw);
  expect(form).toMatchObject({
    groupby: [],
    metric: null,
    row_limit: 100,
    show_legend: true,
    outerRadius: 70,
    currency_format: null,
    number_format: 'SMART_NUMBER',
    adhoc_filters: [],
  });
});

test('values come as charts have stored them through the years', () => {
  expect(
    parseForm(familyControls, familyDefaults, {
      x_axis: ['ds'],
      metrics: 'count',
      row_limit: '500',
      percentage_threshold: '2.5',
      legendMargin: '',
    }),
  ).toMatchObject({
    x_axis: 'ds',
    metrics: ['count'],
    row_limit: 500,
    percentage_threshold: 2.5,
    legendMargin: null,
  });
});

test('[9.0-07] a new chart filters its main time column by "No filter"', () => {
  const form = erase(echartsTimeseriesLine).newForm(panel);
  expect(form['adhoc_filters']).toEqual([
    { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'date', operator: 'TEMPORAL_RANGE', comparator: 'No filter' },
  ]);
  expect(form['x_axis']).toBe('date');
});

test('[9.0-10] a new chart on a time column takes the grain of one day', () => {
  expect(newForm(familyControls, panel)['time_grain_sqla']).toBe('P1D');
  expect(newForm(familyControls, { columns: [], grains: [] })['time_grain_sqla']).toBeNull();
});

test('[9.0-08] series are sorted by their sum, the greatest first', () => {
  expect(newForm(familyControls, panel)).toMatchObject({ sort_series_type: 'sum', sort_series_ascending: false });
});

test('[9.0-19] the fixed colour is teal', async () => {
  const { bigNumber } = await import('./plugins/big-number/index.ts');
  expect(erase(bigNumber).newForm(panel)['color_picker']).toEqual({ r: 0, g: 122, b: 135, a: 1 });
});
