import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { drawSvg } from '../../draw-svg.ts';
import { radar } from './index.ts';

const metrics = ['Average mass (g)', 'Flipper length (mm)', 'Beak length (mm)', 'Beak depth (mm)', 'Penguins'];

test('a narrow card shows whole names around the web', async () => {
  const result = resultOf({
    'species:string': ['Gentoo', 'Adelie'],
    ...Object.fromEntries(metrics.map((name, at) => [`${name}:numeric`, [4 + at, 2 + at]])),
  });
  const svg = await drawSvg(erase(radar), [result], { groupby: ['species'], metrics }, contextOf({ size: [220, 220] }));
  expect(svg).not.toContain('…');
});
