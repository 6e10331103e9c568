import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resizeGivingWay } from './give-way.ts';
import { resizeComponent } from './resize.ts';
import { settle } from './tree.ts';
import { componentOf, emptyLayout, GRID_ID, type Layout, newComponent } from './types.ts';
import { occupiedWidth } from './widths.ts';

/** One row with charts of these widths: `CHART-0`, `CHART-1` … */
function row(...widths: readonly number[]): Layout {
  const charts = widths.map((width, at) => newComponent('CHART', `CHART-${at}`, { chartId: at + 1, width }));
  return settle({
    ...emptyLayout,
    [GRID_ID]: newComponent('GRID', GRID_ID, {}, ['ROW-a']),
    'ROW-a': newComponent(
      'ROW',
      'ROW-a',
      {},
      charts.map(({ id }) => id),
    ),
    ...Object.fromEntries(charts.map((chart) => [chart.id, chart])),
  });
}

const widthsIn = (layout: Layout) =>
  (componentOf(layout, 'ROW-a')?.children ?? []).map((id) => componentOf(layout, id)?.meta.width);

test.each([
  ['into free room nobody gives way', [4, 4], 0, 8, [8, 4]],
  ['the one behind gives way first', [4, 4, 4], 0, 6, [6, 2, 4]],
  ['then the one after that', [4, 4, 4], 0, 9, [9, 1, 2]],
  ['at last those before it, the nearest first', [4, 4, 4], 1, 9, [2, 9, 1]],
  ['until none can', [4, 4, 4], 0, 12, [10, 1, 1]],
  ['narrower takes from nobody', [4, 4, 4], 1, 2, [4, 2, 4]],
])('[4.6-07] %s', (_, widths, at, width, expected) => {
  expect(widthsIn(resizeGivingWay(row(...widths), `CHART-${at}`, { width }))).toEqual(expected);
});

test('a neighbour keeps what its type needs, and a height changes no neighbour', () => {
  const least = () => ({ width: 3, height: 10 });
  expect(widthsIn(resizeGivingWay(row(4, 4, 4), 'CHART-0', { width: 9 }, least))).toEqual([6, 3, 3]);
  const taller = resizeGivingWay(row(4, 4, 4), 'CHART-0', { height: 60 });
  expect(widthsIn(taller)).toEqual([4, 4, 4]);
  expect(componentOf(taller, 'CHART-0')?.meta.height).toBe(60);
});

test('whatever is pulled, a row is never wider than the grid, and what does not change stays the same object', () => {
  const widths = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(widths, fc.nat(3), fc.integer({ min: -5, max: 30 }), (all, at, width) => {
      fc.pre(at < all.length && all.reduce((sum, one) => sum + one, 0) <= 12);
      const before = row(...all);
      const after = resizeGivingWay(before, `CHART-${at}`, { width });
      expect(occupiedWidth(after, 'ROW-a')).toBeLessThanOrEqual(12);
      expect(widthsIn(after).every((one) => one !== undefined && one >= 1)).toBe(true);
      const same = all[at] === widthsIn(after)[at];
      if (same) expect(after).toBe(before);
      if (width <= (all[at] ?? 0)) expect(after).toEqual(resizeComponent(before, `CHART-${at}`, { width }));
    }),
  );
});
