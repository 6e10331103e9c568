import { expect, test } from 'vitest';
import { drawSvg } from '../../draw-svg.ts';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { treemap } from './index.ts';

test('a box of a very long name has its beginning and its value, where it is wide', async () => {
  const viz = erase(treemap);
  const name = `A very long name ${'that goes on and on '.repeat(10)}`;
  const result = resultOf({ 'carrier:string': [name, 'Delta'], 'count:numeric': [6200, 4100] });
  const form = { groupby: ['carrier'], metric: 'count', show_labels: true, label_type: 'key_value' };
  await viz.prepare(form);
  const svg = await drawSvg(viz, [result], form, contextOf({}));
  const label = [...svg.matchAll(/<text[^>]*transform="translate\((-?\d+)[^>]*>([^<]*)</g)];
  const beginning = label.find(([, , text = '']) => text.startsWith('A very long name'));
  expect(Number(beginning?.[1])).toBeGreaterThanOrEqual(0);
});
