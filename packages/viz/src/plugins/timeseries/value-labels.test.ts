import { expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { drawSvg } from '../../draw-svg.ts';
import { erase } from '../../erase.ts';
import { createChartContext } from '../../shared/context.ts';
import { resultOf } from '../../testing/tables.ts';
import { echartsTimeseriesBar } from './index.ts';

const rows = resultOf({ 'state:string': ['A', 'B', 'C'], 'n:numeric': [1.5, 2, 0.333] });

async function labels(more: RawForm): Promise<readonly string[]> {
  const context = createChartContext({ width: 640, height: 360, mode: 'light', locale: 'en-US' });
  const form = { x_axis: 'state', metrics: ['n'], show_value: true, ...more };
  const svg = await drawSvg(erase(echartsTimeseriesBar), [rows], form, context);
  return [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text ?? '');
}

test('adaptive labels of bars have one precision', async () => {
  expect(await labels({})).toEqual(expect.arrayContaining(['1.50', '2.00', '0.33']));
});

test('labels in the format of the author stay as it says', async () => {
  expect(await labels({ y_axis_format: '.1f' })).toEqual(expect.arrayContaining(['1.5', '2.0', '0.3']));
});
