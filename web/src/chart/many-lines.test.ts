import type { EChartsOption } from 'echarts';
import { expect, test } from 'vitest';
import type { DrawnLine } from './canvas-marks.ts';
import { isManyLines, pathOf, pointsAt, withoutListening } from './many-lines.ts';

const line = (id: string, points: readonly number[], isStraight = true): DrawnLine => ({
  id,
  name: id,
  at: 0,
  points: new Float32Array(points),
  rawIndex: (index) => index,
  isStraight,
});
const GAP = Number.NaN;
const lines = [line('a', [0, 5, 10, 15, 20, 25]), line('b', [0, 50, 10, GAP, 20, 70]), line('c', [10, 1])];

test('the points of all lines at the place that is nearest are found, whatever each line has', () => {
  const at = (x: number) => {
    const over = pointsAt(lines, x);
    return over && [over.x, ...over.points.map(({ line, index, y }) => `${line.id}${index}: ${y}`)];
  };
  expect(at(-100)).toEqual([0, 'a0: 5', 'b0: 50']);
  expect(at(11)).toEqual([10, 'a1: 15', 'c0: 1']);
  expect(at(16)).toEqual([20, 'a2: 25', 'b2: 70']);
  expect(pointsAt([line('empty', [3, GAP])], 3)).toBeNull();
  const over = pointsAt(lines, 11);
  expect([pointsAt(lines, 9, over) === over, pointsAt(lines, 2, over) === over]).toEqual([true, false]);
});

test('a line is a path with its gaps; one that is not straight has none', () => {
  expect(pathOf(line('a', [0, 5, 10, 15, 20, GAP, 30, 35]))).toBe('M0.0 5.0L10.0 15.0M30.0 35.0');
  expect(pathOf(line('a', [0, 5, 10, 15], false))).toBe('');
});

const lineOption = (count: number, type: 'line' | 'bar' = 'line'): EChartsOption => ({
  xAxis: { type: 'time' },
  tooltip: { trigger: 'axis', formatter: () => 'tip' },
  series: Array.from({ length: count }, (_, at) => ({ type, id: `s${at}`, data: [[0, at]] })),
});

test('only many lines under a tooltip in common are left to the page', () => {
  expect(isManyLines(lineOption(101))).toBe(true);
  expect(isManyLines(lineOption(100))).toBe(false);
  expect(isManyLines(lineOption(500, 'bar'))).toBe(false);
  expect(isManyLines({ ...lineOption(500), tooltip: { trigger: 'item' } })).toBe(false);
});

test('the library hears nothing of the pointer then', () => {
  const { tooltip, series } = withoutListening(lineOption(2));
  expect(tooltip).toMatchObject({ trigger: 'axis', triggerOn: 'none' });
  expect(series).toMatchObject([{ silent: true, emphasis: { disabled: true } }, { silent: true }]);
});
