import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packedColumn, tableOf } from '../table.ts';
import { inWallClock, wallOf, wallText } from './wall-clock.ts';
import { toWall } from './zone.ts';

test('many instants in a wall clock are each as by itself', () => {
  const zone = fc.constantFrom('America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC');
  const instants = fc.array(fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2100, 0, 1) }), { maxLength: 20 });
  fc.assert(
    fc.property(zone, instants, (name, moments) => {
      const wall = wallOf(name);
      expect(moments.map(wall)).toEqual(moments.map((at) => toWall(at, name)));
    }),
  );
  const change = Date.UTC(2024, 10, 3, 6);
  const hours = [-2, -1, 0, 1].map((hour) => change + hour * 3_600_000);
  expect(hours.map(wallOf('America/New_York')).map(wallText)).toEqual([
    '2024-11-03T00:00:00',
    '2024-11-03T01:00:00',
    '2024-11-03T01:00:00',
    '2024-11-03T02:00:00',
  ]);
});

test('what is no instant stays as it is', () => {
  const table = tableOf([
    { name: 'tz', kind: 'temporal', values: [Date.UTC(2024, 2, 10, 9) + 0.25, 'soon', null, 9e15] },
    packedColumn('packed', 'temporal', [0, null, 0, 0]),
    packedColumn('n', 'numeric', [0, 1, 2, 3]),
  ]);
  const moved = inWallClock(table, ['tz', 'packed', 'absent'], 'America/New_York');
  expect(moved.columns.get('tz')?.values).toEqual([Date.UTC(2024, 2, 10, 5) + 0.25, 'soon', null, 9e15]);
  expect([...(moved.columns.get('packed')?.values ?? [])]).toEqual([-18_000_000, NaN, -18_000_000, -18_000_000]);
  expect(moved.columns.get('n')).toBe(table.columns.get('n'));
  expect(inWallClock(table, ['tz'], null)).toBe(table);
});
