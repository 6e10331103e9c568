import { expect, test } from 'vitest';
import { drawSvg } from '../../draw-svg.ts';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { echartsTimeseriesBar, echartsTimeseriesLine } from './index.ts';

const bar = erase(echartsTimeseriesBar);
const metrics = [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'n' }, label: 'n' }];

/** Where the axis of time has its labels; undefined where it finds its own. */
function labelled(grain: string, times: readonly number[]): readonly string[] | undefined {
  if (bar.drawing.kind !== 'option') throw new TypeError('not an option');
  const result = resultOf({ 'day:temporal': [...times], 'n:numeric': times.map(() => 1) });
  const form = { x_axis: 'day', time_grain_sqla: grain, metrics, groupby: [] };
  const { xAxis } = bar.drawing.toOption([result], form, contextOf({}));
  const { axisLabel } = xAxis as { readonly axisLabel?: { readonly customValues?: readonly number[] } };
  return axisLabel?.customValues?.map((time) => new Date(time).toISOString().slice(0, 10));
}

test('few quarters and weeks have their labels where they begin', () => {
  const quarters = [0, 3, 6, 9].map((month) => Date.UTC(2014, month, 1));
  expect(labelled('P3M', quarters)).toEqual(['2014-01-01', '2014-04-01', '2014-07-01', '2014-10-01']);
  const weeks = [6, 13, 20].map((day) => Date.UTC(2014, 0, day));
  expect(labelled('P1W', weeks)).toEqual(['2014-01-06', '2014-01-13', '2014-01-20']);
});

test('many weeks, and months, are labelled by the calendar', () => {
  const weeks = Array.from({ length: 52 }, (_, at) => Date.UTC(2014, 0, 6 + 7 * at));
  expect(labelled('P1W', weeks)).toBeUndefined();
  expect(labelled('P1M', [Date.UTC(2014, 0, 1), Date.UTC(2014, 1, 1)])).toBeUndefined();
});

test.each([
  [4, 640],
  [6, 900],
  [24, 640],
  [40, 300],
])('%i quarters on an axis that can be zoomed have each label once, where they begin', async (count, width) => {
  const line = erase(echartsTimeseriesLine);
  const times = Array.from({ length: count }, (_, at) => Date.UTC(2019, 3 * at, 1));
  const result = resultOf({ 'day:temporal': times, 'n:numeric': times.map((_, at) => at) });
  const form = { x_axis: 'day', time_grain_sqla: 'P3M', metrics, groupby: [], zoomable: true };
  await line.prepare(form);
  const svg = await drawSvg(line, [result], form, contextOf({ size: [width, 300] }));
  const labels = [...svg.matchAll(/>(\d{4} Q\d)</g)].map(([, label]) => label);
  expect(labels.length).toBeGreaterThan(1);
  expect(labels).toEqual([...new Set(labels)]);
});

test('within a period an axis that can be zoomed names none', () => {
  if (bar.drawing.kind !== 'option') throw new TypeError('not an option');
  const times = [0, 1, 2].map((month) => Date.UTC(2024, month, 1));
  const result = resultOf({ 'day:temporal': times, 'n:numeric': [1, 2, 3] });
  const form = { x_axis: 'day', time_grain_sqla: 'P1M', metrics, groupby: [], zoomable: true };
  const { xAxis } = bar.drawing.toOption([result], form, contextOf({}));
  const { axisLabel } = xAxis as { readonly axisLabel: { readonly formatter: (value: number) => string } };
  expect([Date.UTC(2024, 1, 1), Date.UTC(2024, 1, 12)].map(axisLabel.formatter)).toEqual(['Feb', '']);
});
