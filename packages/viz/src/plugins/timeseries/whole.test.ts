import { expect, test } from 'vitest';
import type { ChartContext } from '../../define.ts';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { echartsArea, echartsTimeseriesBar, echartsTimeseriesLine } from './index.ts';
import { mixedTimeseries } from './mixed.ts';

const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'n' }, label: 'n' };
const additive: ChartContext = { ...contextOf({}), additivity: () => 'additive' };
const states = (values: readonly number[], names: readonly string[]) =>
  resultOf({ 'state:string': [...names], 'n:numeric': [...values] });
const whole = [states([40, 30, 20], ['CA', 'TX', 'NY'])];
const part = states([15, 10], ['TX', 'CA']);
const form = { x_axis: 'state', metrics: [sum], groupby: [] };
const bar = erase(echartsTimeseriesBar);

type Drawn = { readonly id: string; readonly data: readonly unknown[]; readonly silent?: boolean; readonly z?: number };
function seriesOf(result: typeof part, raw: object, context: ChartContext) {
  if (bar.drawing.kind !== 'option') throw new TypeError('not an option');
  return bar.drawing.toOption([result], { ...form, ...raw }, context).series as readonly Drawn[];
}

test('what is selected stands before the whole, at the same places', () => {
  const drawn = seriesOf(part, {}, { ...additive, whole });
  expect(drawn.map(({ id, data, silent }) => [id, data, silent ?? false])).toEqual([
    ['n', [15, 10], false],
    ['whole', [30, 40], true],
  ]);
  expect(bar.marks([part], form, { ...additive, whole }).map(({ name }) => name)).toEqual([
    'n, TX: 15 of 30 without the selection (50.0%)',
    'n, CA: 10 of 40 without the selection (25.0%)',
  ]);
  expect(bar.notes([part], form, { ...additive, whole })).toEqual(['Pale bars: without the selection']);
  expect(bar.describe([part], form, { ...additive, whole })).toContain('Pale bars: without the selection');
});

test('stacks over time stand before the sum of the whole, also where nothing is selected', () => {
  const carriers = (rows: number) =>
    resultOf({
      'month:temporal': months(2024, rows),
      'Delta:numeric': Array.from({ length: rows }, () => 10),
      'United:numeric': Array.from({ length: rows }, () => 5),
    });
  const raw = { x_axis: 'month', time_grain_sqla: 'P1M', groupby: ['carrier'], truncate_metric: true, stack: 'Stack' };
  const all = seriesOf(carriers(2), raw, { ...additive, whole: [carriers(3)] }).find(({ id }) => id === 'whole');
  expect(all?.data).toHaveLength(3);
  expect(all?.data[0]).toEqual([expect.any(Number), 15]);
});

const nowhere: readonly (readonly [string, object, ChartContext])[] = [
  ['without a selection', {}, additive],
  ['of what does not add up', {}, { ...additive, whole, additivity: () => 'non_additive' }],
  ['of shares', { contributionMode: 'column' }, { ...additive, whole }],
  ['of what is negative', {}, { ...additive, whole: [states([-4, 30], ['CA', 'TX'])] }],
];

test.each(nowhere)('there is no whole %s', (_, raw, context) => {
  expect(seriesOf(part, raw, context).map(({ id }) => id)).toEqual(['n']);
});

const mixed = erase(mixedTimeseries);
const lines = { seriesType: 'line', seriesTypeB: 'bar', yAxisIndexB: 1, metrics_b: [sum], groupby_b: [] };

test('of two queries the whole stands behind the only bars, by their own axis', () => {
  const raw = { ...form, ...lines };
  const context: ChartContext = { ...additive, whole: [whole[0], whole[0]].flatMap((one) => one ?? []) };
  if (mixed.drawing.kind !== 'option') throw new TypeError('not an option');
  const drawn = mixed.drawing.toOption([part, part], raw, context).series as readonly (Drawn & { yAxisIndex?: 1 })[];
  expect(drawn.find(({ id }) => id === 'whole')).toMatchObject({ data: [30, 40], yAxisIndex: 1, silent: true });
  const names = mixed.marks([part, part], raw, context).map(({ name }) => name);
  expect(names.filter((name) => name.includes('without the selection'))).toHaveLength(2);
  expect(names).toHaveLength(4);
  expect(mixed.notes([part, part], raw, context)).toContain('Pale bars: without the selection');
  const twoBars = mixed.drawing.toOption([part, part], { ...raw, seriesType: 'bar' }, context).series;
  expect((twoBars as readonly Drawn[]).map(({ id }) => id)).not.toContain('whole');
});

const daily = (values: readonly number[]) =>
  resultOf({ 'month:temporal': months(2024, values.length), 'n:numeric': [...values] });
const overTime = { x_axis: 'month', time_grain_sqla: 'P1M', metrics: [sum], groupby: [] };

test.each([
  ['a line', erase(echartsTimeseriesLine), {}, false],
  ['an area', erase(echartsArea), {}, true],
] as const)('%s that a selection narrows stands before that of the whole', (_, viz, raw, isFilled) => {
  if (viz.drawing.kind !== 'option') throw new TypeError('not an option');
  const context: ChartContext = { ...additive, whole: [daily([40, 30, 20])] };
  const asked = { ...overTime, ...raw };
  const drawn = viz.drawing.toOption([daily([10, 9])], asked, context).series as readonly (Drawn & {
    areaStyle?: object;
  })[];
  const pale = drawn.find(({ id }) => id === 'whole');
  expect(pale).toMatchObject({ type: 'line', silent: true });
  expect(pale?.data).toHaveLength(3);
  expect(pale !== undefined && 'areaStyle' in pale).toBe(isFilled);
  expect(viz.notes([daily([10, 9])], asked, context)).toContain('Pale line: without the selection');
  expect(viz.marks([daily([10, 9])], asked, context)[0]?.name).toContain('of 40 without the selection (25.0%)');
  // A small part would lie flat beneath it.
  const small = viz.drawing.toOption([daily([4, 3])], asked, context).series as readonly Drawn[];
  expect(small.map(({ id }) => id)).not.toContain('whole');
});

test('of several lines nothing says which part is whose', () => {
  const viz = erase(echartsTimeseriesLine);
  if (viz.drawing.kind !== 'option') throw new TypeError('not an option');
  const two = resultOf({ 'month:temporal': months(2024, 2), 'Delta:numeric': [1, 2], 'United:numeric': [3, 4] });
  const raw = { ...overTime, groupby: ['carrier'], truncate_metric: true };
  const drawn = viz.drawing.toOption([two], raw, { ...additive, whole: [two] }).series as readonly Drawn[];
  expect(drawn.map(({ id }) => id)).not.toContain('whole');
});
