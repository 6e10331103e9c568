import { expect, test } from 'vitest';
import { drawSvg } from '../../draw-svg.ts';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { bullet } from './index.ts';

test('the scale of a negative measure ends at zero, and not at what the computer was off by', async () => {
  const result = resultOf({ 'balance:numeric': [-49.74438] });
  const svg = await drawSvg(erase(bullet), [result], { metric: 'balance' }, contextOf({ size: [448, 300] }));
  expect([...svg.matchAll(/>(-?[\d.]+[a-zµ]?)<\/text>/gu)].map(([, text]) => text)).toEqual(
    expect.arrayContaining(['-54.72', '0']),
  );
});
