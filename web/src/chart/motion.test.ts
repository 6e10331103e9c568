import type { EChartsOption } from 'echarts';
import { PieChart, SunburstChart, TreemapChart } from 'echarts/charts';
import { init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { describe, expect, test } from 'vitest';
import { withMotion } from './motion.ts';

register([SVGRenderer, PieChart, SunburstChart, TreemapChart]);

const slices = (big: number) => [
  { name: 'a', value: big },
  { name: 'b', value: 2 },
];
const pictures: Readonly<Record<string, (big: number) => EChartsOption>> = {
  pie: (big) => ({ series: { type: 'pie', data: slices(big) } }),
  treemap: (big) => ({ series: [{ type: 'treemap', data: slices(big) }] }),
  sunburst: (big) => ({ series: [{ type: 'sunburst', data: slices(big) }] }),
};

/** Whether a second picture moves into the place of the first. */
function moves(picture: (big: number) => EChartsOption, isAllowed: boolean): boolean {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 300 });
  chart.setOption(withMotion(picture(1), false), { notMerge: true });
  chart.setOption(withMotion(picture(5), isAllowed), { notMerge: true });
  const { animation } = chart.getZr();
  const isMoving = !animation.isFinished();
  chart.dispose();
  return isMoving;
}

describe.each(Object.keys(pictures))('the second picture of a %s', (type) => {
  const picture = pictures[type] ?? (() => ({}));

  test('moves where that is allowed', () => {
    expect(moves(picture, true)).toBe(true);
  });

  test('stands at once where it is not, whatever its series would do by themselves', () => {
    expect(moves(picture, false)).toBe(false);
    expect(moves((big) => ({ ...picture(big), animation: false }), true)).toBe(false);
  });
});

test('every series moves for as long as the whole, and one that its author keeps still stays so', () => {
  const { series } = withMotion({ series: [{ type: 'treemap' }, { type: 'line', animation: false }] }, true);
  expect(series).toMatchObject([{ animation: true, animationDurationUpdate: 200 }, { animation: false }]);
});
