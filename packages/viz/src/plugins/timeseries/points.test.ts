import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { createChartContext } from '../../shared/context.ts';
import { drawSvg } from '../../draw-svg.ts';
import { resultOf } from '../../testing/tables.ts';
import { echartsArea, echartsTimeseriesLine } from './index.ts';

const viz = erase(echartsTimeseriesLine);
const context = createChartContext({
  mode: 'light',
  width: 600,
  height: 300,
  color: () => '#123456',
  inputs: NO_INPUTS,
});
const draw = (values: readonly (number | null)[], form = {}) =>
  drawSvg(
    viz,
    [resultOf({ 'at:temporal': values.map((_, day) => day * 86_400_000), 'n:numeric': values })],
    { x_axis: 'at', metrics: ['n'], y_axis_format: ',d', ...form },
    context,
  );

test('a line writes its values where its author asks for them', async () => {
  const svg = await draw([1234, 5678, 4321], { show_value: true });
  expect([...svg.matchAll(/>(1,234|5,678|4,321)</g)]).toHaveLength(3);
});

test('only the value between two gaps has a symbol', async () => {
  const symbols = async (values: readonly (number | null)[]) => (await draw(values)).split('M1 0A1 1 0 1 1').length - 1;
  const whole = await symbols([1, 2, 3, 4, 5, 6]);
  expect(await symbols([1, 2, null, 4, null, 6])).toBe(whole + 2);
});

test('on a logarithmic axis the value between two that have no place on it has a symbol', async () => {
  const symbols = async (values: readonly (number | null)[]) =>
    (await draw(values, { logAxis: true })).split('M1 0A1 1 0 1 1').length - 1;
  const whole = await symbols([1, 2, 3, 4, 5, 6]);
  expect(await symbols([1, 2, -3, 4, 0, 6])).toBe(whole + 2);
});

test('in a stacked area what is absent where others are adds nothing; elsewhere it is a gap', () => {
  const result = {
    ...resultOf({
      'at:temporal': [0, 1, 2].map((day) => day * 86_400_000),
      'a:numeric': [1, 2, null],
      'b:numeric': [3, null, null],
    }),
    labelMap: { a: ['a'], b: ['b'] },
  };
  const drawn = (stack: string | null) => {
    const area = erase(echartsArea);
    if (area.drawing.kind !== 'option') throw new TypeError('an area is an option');
    const form = { x_axis: 'at', metrics: ['n'], groupby: ['kind'], stack };
    const option = area.drawing.toOption([result], form, { ...context, additivity: () => 'additive' });
    const series = Array.isArray(option.series) ? option.series : [];
    return series.map(({ data }) =>
      Array.isArray(data) ? data.map((point) => (Array.isArray(point) ? point[1] : point)) : [],
    );
  };
  expect(drawn('Stack')).toEqual([
    [1, 2, '-'],
    [3, 0, '-'],
  ]);
  expect(drawn('Expand')[1]?.slice(1)).toEqual([0, '-']);
  expect(drawn(null).flat()).toContain('-');
});
