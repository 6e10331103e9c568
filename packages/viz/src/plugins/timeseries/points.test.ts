import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { createChartContext } from '../../shared/context.ts';
import { drawSvg } from '../../draw-svg.ts';
import { resultOf } from '../../testing/tables.ts';
import { echartsTimeseriesLine } from './index.ts';

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
