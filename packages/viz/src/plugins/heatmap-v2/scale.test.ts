import { expect, test } from 'vitest';
import { drawSvg } from '../../draw-svg.ts';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { parseForm } from '../../parse-form.ts';
import { readCells } from './cells.ts';
import { heatmapControls } from './controls.ts';
import { heatmap } from './index.ts';

test('the scale of one value ends at it, and not at a number that no cell has', async () => {
  const result = resultOf({ 'month:string': ['Jan'], 'carrier:string': ['Delta'], 'delay:numeric': [16.66] });
  const form = { x_axis: 'month', groupby: 'carrier', metric: 'delay' };
  const svg = await drawSvg(erase(heatmap), [result], form, contextOf({}));
  expect(svg).toContain('16.66');
  expect(svg).not.toContain('17.66');
});

test('columns that a format writes alike are columns of their own', () => {
  const days = [Date.UTC(2012, 0), Date.UTC(2012, 1), Date.UTC(2013, 0)];
  const result = resultOf({
    'date:temporal': days,
    'weather:string': ['rain', 'rain', 'rain'],
    'd:numeric': [20, 23, 5],
  });
  const form = { x_axis: 'date', groupby: 'weather', metric: 'd', time_grain_sqla: 'P1M', x_axis_time_format: '%Y' };
  const { xs, cells } = readCells(result, parseForm(heatmapControls, {}, form), contextOf({}));
  expect(xs.map(({ text, sum }) => [text, sum])).toEqual([
    ['2012', 20],
    ['2012', 23],
    ['2013', 5],
  ]);
  expect(cells.map(({ x, value }) => [x, value])).toEqual([
    [0, 20],
    [1, 23],
    [2, 5],
  ]);
});
