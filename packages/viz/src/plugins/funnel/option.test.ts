import { expect, test } from 'vitest';
import { drawSvg } from '../../draw-svg.ts';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { funnel } from './index.ts';

const phases = resultOf({
  'phase:string': ['Approach', 'Climb', 'Take-off run', 'Landing roll', 'Taxi'],
  'count:numeric': [4620, 1960, 1590, 1410, 18],
});

function drawn(size: readonly [number, number], more: object = {}): Promise<string> {
  return drawSvg(erase(funnel), [phases], { groupby: ['phase'], metric: 'count', ...more }, contextOf({ size }));
}

test('a narrow card shows the whole label of the widest step, inside it', async () => {
  const svg = await drawn([190, 190]);
  expect(svg).toContain('>Approach<');
  expect(svg).not.toContain('…');
});

test('a label that is too long for one line stands on two, with its numbers', async () => {
  const svg = await drawn([300, 330], { label_type: 5 });
  for (const text of ['Approach: 4.62k (100.0%)', '>Take-off run:<', '>1.59k (34.4%)<']) expect(svg).toContain(text);
});

test('where only a part of the numbers fits on the line, the whole name and the first number stand there', async () => {
  expect(await drawn([220, 120], { label_type: 5 })).toContain('>Climb: 1.96k<');
});
