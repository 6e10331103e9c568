import { expect, test } from 'vitest';
import { placesOfChart } from './charts.ts';
import type { Layout } from './types.ts';

test('a layout is looked through once, however many of its charts are asked for', () => {
  const chart = (id: string, chartId: number) => ({ id, type: 'CHART' as const, children: [], meta: { chartId } });
  const layout = { a: chart('a', 1), b: chart('b', 2), c: chart('c', 1) } as unknown as Layout;
  let looks = 0;
  const watched = new Proxy(layout, {
    ownKeys: (target) => {
      looks += 1;
      return Reflect.ownKeys(target);
    },
  });
  expect([1, 2, 3].map((id) => placesOfChart(watched, id))).toEqual([['a', 'c'], ['b'], []]);
  expect(looks).toBe(1);
});
