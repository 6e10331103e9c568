import { expect, test } from 'vitest';
import { drawSvg } from '../draw-svg.ts';
import { erase } from '../erase.ts';
import { heatmap } from '../plugins/heatmap-v2/index.ts';
import { echartsTimeseriesBar } from '../plugins/timeseries/index.ts';
import { contextOf } from '../testing/golden.ts';
import { resultOf } from '../testing/tables.ts';

const bar = erase(echartsTimeseriesBar);
const cells = erase(heatmap);
const metrics = [{ expressionType: 'SIMPLE', aggregate: 'AVG', column: { column_name: 'n' }, label: 'n' }];
const DAY = 86_400_000;

/** Places of all marks from top to bottom, as the outlines of bars and cells begin. */
async function extent(viz: typeof bar, form: object, result: ReturnType<typeof resultOf>, size: [number, number]) {
  await viz.prepare({ ...form });
  const svg = await drawSvg(viz, [result], { ...form }, contextOf({ size }));
  const shapes = [...svg.matchAll(/<path d="M[\d.]+ ([\d.]+)L?[^"]*" fill="(?:#|rgb)[^"]*"/g)].map((found) =>
    Number(found[1]),
  );
  return { svg, top: Math.min(...shapes), bottom: Math.max(...shapes) };
}

test.each([31, 90, 365])('%i horizontal bars over time use the height that is there', async (days) => {
  const result = resultOf({
    'day:temporal': Array.from({ length: days }, (_, at) => Date.UTC(2024, 0, 1) + at * DAY),
    'n:numeric': Array.from({ length: days }, (_, at) => 100 + ((at * 13) % 101)),
  });
  for (const rotation of [0, 45]) {
    const form = { x_axis: 'day', time_grain_sqla: 'P1D', metrics, groupby: [], orientation: 'horizontal' };
    const turned = { ...form, xAxisLabelRotation: rotation };
    const { svg, top, bottom } = await extent(bar, turned, result, [400, 250]);
    expect(top).toBeLessThan(45);
    expect(bottom).toBeGreaterThan(180);
    expect(svg).toContain('>n</text>');
  }
});

test('a heatmap of many rows uses the height that is there', async () => {
  const names = Array.from({ length: 99 }, (_, at) => `row ${at + 10}`);
  const result = resultOf({
    'x:string': names.map(() => 'x'),
    'y:string': names,
    'n:numeric': names.map((_, at) => at),
  });
  const form = { x_axis: 'x', groupby: 'y', metric: metrics[0], sort_y_axis: 'alpha_asc' };
  const { top, bottom } = await extent(cells, form, result, [400, 300]);
  expect(top).toBeLessThan(45);
  expect(bottom).toBeGreaterThan(200);
});
