import { expect, test } from 'vitest';
import { drawSvg } from '../../draw-svg.ts';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { heatmap } from './index.ts';

test('the scale of one value ends at it, and not at a number that no cell has', async () => {
  const result = resultOf({ 'month:string': ['Jan'], 'carrier:string': ['Delta'], 'delay:numeric': [16.66] });
  const form = { x_axis: 'month', groupby: 'carrier', metric: 'delay' };
  const svg = await drawSvg(erase(heatmap), [result], form, contextOf({}));
  expect(svg).toContain('16.66');
  expect(svg).not.toContain('17.66');
});
