import { expect, test } from 'vitest';
import { fitting, pixelOf } from '../../shared/geo/mercator.ts';
import { clusterRadius, clustersOf, MAX_APART } from './clusters.ts';
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

/** Crowds of very different sizes beside each other, as cities are. */
const crowds: readonly MapPoint[] = Array.from({ length: 3000 }, (_, row) => {
  const place = (row * row) % 97;
  return {
    row,
    longitude: -120 + (place % 10) * 7 + ((row * 31) % 100) / 60,
    latitude: 10 + Math.floor(place / 10) * 5 + ((row * 17) % 100) / 80,
    label: row,
    radius: null,
  };
});

test.each([0, 0.7, 1.9, 3.4])('at zoom %d no circle of a cluster lies on another one, and no point is lost', (zoom) => {
  const view = { longitude: -90, latitude: 30, zoom };
  const spots = clustersOf(crowds, 60)(view, size);
  const most = Math.max(...spots.map(({ count }) => count));
  const circles = spots
    .filter(({ point }) => point === null)
    .map(({ longitude, latitude, count }) => {
      const [x, y] = pixelOf(view, size, longitude, latitude);
      return { x, y, r: clusterRadius(count, most, 60) };
    });
  const overlaps = circles.flatMap((one, at) =>
    circles.slice(at + 1).filter((other) => Math.hypot(one.x - other.x, one.y - other.y) < one.r + other.r - 1),
  );
  expect(circles.length).toBeGreaterThan(1);
  expect(overlaps).toEqual([]);
  if (zoom > 1) return;
  expect(spots.reduce((sum, { count }) => sum + count, 0)).toBe(crowds.length);
  expect(spots.reduce((sum, { sums }) => sum + (sums?.n ?? 0), 0)).toBe(crowds.length);
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
