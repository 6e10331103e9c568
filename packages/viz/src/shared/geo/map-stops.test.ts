import { expect, test } from 'vitest';
import { stepStop, stopsInSight } from './map-stops.ts';

const size = { width: 400, height: 300 };
const view = { longitude: 10, latitude: 50, zoom: 3 };
const stop = (key: string, longitude: number, latitude: number) => ({ key, name: key, longitude, latitude });
const all = [
  stop('east', 20, 50),
  stop('west', 0, 50),
  stop('north', 10, 55),
  stop('south', 10, 45),
  stop('far', 170, 0),
];

test('stops in sight go from west to east, and from north to south', () => {
  expect(stopsInSight(all, view, size).map(({ key }) => key)).toEqual(['west', 'north', 'south', 'east']);
  const [west] = stopsInSight(all, view, size);
  expect(west?.y).toBeCloseTo(150);
  expect(west?.x).toBeLessThan(200);
});

test('arrows go from stop to stop and stay at the ends; other keys lead nowhere', () => {
  const stops = stopsInSight(all, view, size);
  const step = (from: string | null, key: string) => stepStop(stops, from, key)?.key ?? null;
  expect([step(null, 'ArrowRight'), step('west', 'ArrowRight'), step('north', 'ArrowDown')]).toEqual([
    'west',
    'north',
    'south',
  ]);
  expect([step('east', 'ArrowRight'), step('west', 'ArrowLeft'), step('south', 'ArrowUp')]).toEqual([
    'east',
    'west',
    'north',
  ]);
  expect([step('south', 'Home'), step('west', 'End'), step('gone', 'ArrowLeft')]).toEqual(['west', 'east', 'west']);
  expect([step('west', 'Enter'), step('west', 'constructor'), stepStop([], null, 'ArrowRight')]).toEqual([
    null,
    null,
    null,
  ]);
});
