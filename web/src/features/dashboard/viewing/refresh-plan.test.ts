import { expect, test } from 'vitest';
import { newComponent } from '@tessera/core/layout/types';
import { planRefresh, refreshFrequency } from './refresh-plan.ts';

const layout = Object.fromEntries(
  ['a', 'b', 'c'].map((id, at) => [id, newComponent('CHART', id, { chartId: at + 1 })]),
);
const ids = ['a', 'b', 'c'];

test('a refresh asks all charts at once, unless the dashboard has them ask one after the other', () => {
  expect(planRefresh(ids, layout, {}, { isTimed: false })).toEqual(
    ids.map((placementId) => ({ placementId, delayMs: 0 })),
  );
  const staggered = { stagger_refresh: true };
  expect(planRefresh(ids, layout, staggered, { isTimed: false }).map(({ delayMs }) => delayMs)).toEqual([
    0, 2500, 5000,
  ]);
  expect(
    planRefresh(ids, layout, { ...staggered, stagger_time: 1000 }, { isTimed: false }).map(({ delayMs }) => delayMs),
  ).toEqual([0, 500, 1000]);
  expect(planRefresh(['a'], layout, staggered, { isTimed: false })).toEqual([{ placementId: 'a', delayMs: 0 }]);
});

test('[3.7-02] charts that are immune are left out of a refresh by the clock, and of no other', () => {
  const settings = { timed_refresh_immune_slices: [2, 'x'] };
  expect(planRefresh(ids, layout, settings, { isTimed: true }).map(({ placementId }) => placementId)).toEqual([
    'a',
    'c',
  ]);
  expect(planRefresh(ids, layout, settings, { isTimed: false })).toHaveLength(3);
});

test('[9.0-24] a dashboard refreshes by the clock when it says so', () => {
  expect(
    [{}, { refresh_frequency: 60 }, { refresh_frequency: -1 }, { refresh_frequency: 'x' }].map(refreshFrequency),
  ).toEqual([0, 60, 0, 0]);
});
