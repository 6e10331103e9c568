import { expect, test } from 'vitest';
import { fitting } from '../../shared/geo/mercator.ts';
import { clustersOf, MAX_APART } from './clusters.ts';
import type { MapPoint } from './points.ts';

const size = { width: 1200, height: 700 };
const world = { longitude: 0, latitude: 0, zoom: 1 };
/** Points on a lattice over the world, so that they lie everywhere. */
const many: readonly MapPoint[] = Array.from({ length: 100_000 }, (_, row) => ({
  row,
  longitude: ((row * 7919) % 36_000) / 100 - 180,
  latitude: ((row * 104_729) % 16_000) / 100 - 80,
  label: null,
  radius: null,
}));

test('points that are too many to be drawn apart leave one for each place, and say how many they hide', () => {
  const spots = clustersOf(many, 0)(world, size);
  expect(spots.length).toBeGreaterThan(MAX_APART / 4);
  expect(spots.length).toBeLessThanOrEqual(MAX_APART + 200);
  expect(spots.length + spots.reduce((sum, { hides }) => sum + hides, 0)).toBeLessThanOrEqual(many.length);
  expect(spots.every(({ point }) => point !== null)).toBe(true);
});

test('whoever comes near sees each of them, and nothing that lies elsewhere is drawn', () => {
  const close = clustersOf(many, 0)({ longitude: 10, latitude: 45, zoom: 7 }, size);
  expect(close.length).toBeGreaterThan(0);
  expect(close.length).toBeLessThanOrEqual(MAX_APART);
  expect(close.every(({ hides }) => hides === 0)).toBe(true);
  const few = many.slice(0, 50);
  expect(clustersOf(few, 0)({ longitude: 0, latitude: 0, zoom: 0 }, size)).toHaveLength(50);
});

test('a map opens where it shows every place, else with most of them in sight', () => {
  const places = [
    [-120, 35],
    [-118, 36],
    [-122, 37],
    [170, -40],
    [-60, -20],
  ] as const;
  expect(fitting(places, { width: 1200, height: 700 })).toMatchObject({ longitude: expect.closeTo(24) });
  expect(fitting(places, { width: 320, height: 300 })).toMatchObject({ longitude: expect.closeTo(-50.5), zoom: 0 });
});
