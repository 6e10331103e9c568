import { expect, test } from 'vitest';
import { parseForm } from '../../parse-form.ts';
import { createChartContext } from '../../shared/context.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { readAnnotations } from './annotations.ts';
import { familyControls, familyDefaults } from './controls.ts';
import { readSeries } from './data.ts';
import { tooltipOf } from './tooltip.ts';

const additive = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'n' }, label: 'count' };
const context = createChartContext({ width: 600, height: 300, mode: 'light' });

/** The tooltip of the second point over all series of a chart. */
function tip(
  raw: Readonly<Record<string, unknown>>,
  result: ReturnType<typeof resultOf>,
  pointer?: readonly number[],
): string {
  const form = parseForm(familyControls, familyDefaults, {
    x_axis: 'ds',
    time_grain_sqla: 'P1M',
    metrics: [additive],
    ...raw,
  });
  const data = readSeries(result, form, false, context);
  const style = { mark: 'line', filled: false, horizontal: false, endLabelWidth: null, axis: 0 } as const;
  const { formatter } = tooltipOf([{ data, form, style }], readAnnotations(result, data, form), context);
  if (typeof formatter !== 'function') throw new TypeError('the tooltip has no formatter');
  const hovered = data.series.map((series, seriesIndex) => ({
    seriesId: series.key,
    seriesIndex,
    dataIndex: 1,
    pointer,
  }));
  return String(Reflect.apply(formatter, undefined, [hovered, '']));
}

const carriers = resultOf({
  'ds:temporal': months(2024, 2),
  '<b>Delta</b>:numeric': [1, 30],
  'United:numeric': [2, 10],
  'Silent:numeric': [3, null],
});

test('a tooltip names the time, the values, their shares and their total; series without a value are left out', () => {
  const html = tip({ groupby: ['carrier'], showTooltipPercentage: true }, carriers);
  expect(html).toContain('Feb 2024');
  expect(html).toContain('&lt;b&gt;Delta&lt;/b&gt;');
  expect(html).toContain('75.0%');
  expect(html).toMatch(/Total of the 2 shown<\/td><td align="right">40</);
  expect(html).not.toContain('Silent');
});

test('a tooltip says the number itself where the axis is short, and keeps to the format of the author', () => {
  const many = resultOf({
    'ds:temporal': months(2024, 2),
    'ORD:numeric': [1, 28_413],
    'Late:numeric': [1, 0.208_931],
    'Delay:numeric': [1, 6.704_12],
  });
  const html = tip({ groupby: ['origin'], showTooltipTotal: false }, many);
  expect(html).toContain('>28,413<');
  expect(html).toContain('>0.2089<');
  expect(html).toContain('>6.7<');
  expect(tip({ groupby: ['origin'], y_axis_format: '.3s' }, many)).toContain('>28.4k<');
});

test('the author may leave out total and percentages', () => {
  const html = tip({ groupby: ['carrier'], showTooltipTotal: false }, carriers);
  expect(html).not.toMatch(/Total|%/);
});

test('different metrics do not add up', () => {
  const html = tip(
    { metrics: ['count', 'delay'], showTooltipPercentage: true },
    resultOf({ 'ds:temporal': months(2024, 2), 'count:numeric': [1, 2], 'delay:numeric': [3, 4] }),
  );
  expect(html).toContain('delay');
  expect(html).not.toMatch(/Total|%/);
});

test('the order is that of the series, or by value where the author says so', () => {
  const positions = (html: string) => html.indexOf('Delta') < html.indexOf('United');
  const rising = { groupby: ['carrier'], sort_series_ascending: true };
  expect(positions(tip(rising, carriers))).toBe(false);
  expect(positions(tip({ ...rising, tooltipSortByMetric: true }, carriers))).toBe(true);
});

test('the value nearest to the pointer comes first and stands out; in a stack it is the band under the pointer', () => {
  const first = (html: string) => /<tr class="ts-tip-near"><td>.*?<td class="ts-tip-name">(.*?)</.exec(html)?.[1];
  const order = (html: string) => html.indexOf('United') < html.indexOf('Delta');
  const near = tip({ groupby: ['carrier'] }, carriers, [0, 12]);
  expect([first(near), order(near)]).toEqual(['United', true]);
  expect(first(tip({ groupby: ['carrier'] }, carriers, [0, 27]))).toBe('&lt;b&gt;Delta&lt;/b&gt;');
  const stacked = { groupby: ['carrier'], stack: 'Stack', sort_series_type: 'name', sort_series_ascending: true };
  expect(first(tip(stacked, carriers, [0, 35]))).toBe('United');
});

test('a total is shown for additive metrics alone: an average and an unknown metric have none', () => {
  const average = { expressionType: 'SIMPLE', aggregate: 'AVG', column: { column_name: 'n' }, label: 'count' };
  expect(tip({ groupby: ['carrier'], metrics: [average] }, carriers)).not.toContain('Total');
  expect(tip({ groupby: ['carrier'], metrics: ['count'] }, carriers)).not.toContain('Total');
});

test('averages have no total and no shares; a total of all there is is called one', () => {
  const average = { expressionType: 'SIMPLE', aggregate: 'AVG', column: { column_name: 'n' }, label: 'count' };
  const html = tip({ groupby: ['carrier'], metrics: [average], showTooltipPercentage: true }, carriers);
  expect(html).toContain('United');
  expect(html).not.toContain('Total');
  expect(html).not.toContain('%');
  const two = resultOf({ 'ds:temporal': months(2024, 2), 'A:numeric': [1, 30], 'B:numeric': [2, 10] });
  expect(tip({ groupby: ['carrier'] }, two)).toMatch(/<td>Total<\/td><td align="right">40</);
  expect(tip({ groupby: ['carrier'], limit: 2 }, two)).toContain('Total of the 2 shown');
  const cut = { shown: 2, of: 9 };
  expect(tip({ groupby: ['carrier'] }, { ...two, seriesCut: { ...cut, hasOthers: false } })).toContain(
    'of the 2 shown',
  );
  expect(tip({ groupby: ['carrier'] }, { ...two, seriesCut: { ...cut, hasOthers: true } })).toContain('<td>Total</td>');
});

test('the change from a target is said of one series, not of several, and not from a line that rises', () => {
  const level = { name: 'Goal', annotationType: 'FORMULA', sourceType: '', value: '40', show: true, style: 'solid' };
  const one = resultOf({ 'ds:temporal': months(2024, 2), 'count:numeric': [1, 30] });
  expect(tip({ annotation_layers: [level] }, one)).toContain('-25.0% from Goal');
  expect(tip({ annotation_layers: [{ ...level, value: 'x' }] }, one)).not.toContain('from Goal');
  expect(tip({ annotation_layers: [{ ...level, value: '0' }] }, one)).not.toContain('from Goal');
  expect(tip({ annotation_layers: [level], groupby: ['carrier'] }, carriers)).not.toContain('from Goal');
});
