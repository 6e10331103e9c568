import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../fixtures/runs.ts';
import { toWall } from './zone.ts';
import { zoneOffsets } from './zone-offsets.ts';

const since = Date.UTC(1850, 0, 1);
const until = Date.UTC(2100, 0, 1);

test('the offsets of a zone are those of its clocks at every instant', () => {
  const zones = fc.constantFrom(
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Africa/Casablanca',
    'Pacific/Apia',
    'Africa/Monrovia',
    'Asia/Tehran',
    'Europe/Dublin',
    'Antarctica/Troll',
    'Pacific/Chatham',
    ...Intl.supportedValuesOf('timeZone'),
  );
  const instants = fc.integer({ min: since / 1000, max: until / 1000 - 1 }).map((seconds) => seconds * 1000);
  fc.assert(
    fc.property(
      zones,
      instants,
      instants,
      fc.array(instants, { minLength: 5, maxLength: 20 }),
      (zone, one, other, asked) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
        const { first, changes } = zoneOffsets(zone, from, to);
        const around = changes.flatMap(({ at }) => [at - 1000, at]);
        for (const at of [...asked, ...around].filter((each) => each >= from && each < to)) {
          const offset = changes.findLast((change) => change.at <= at)?.offset ?? first;
          expect([zone, at, offset]).toEqual([zone, at, (toWall(at, zone) - at) / 1000]);
        }
      },
    ),
    { numRuns: runs(60) },
  );
});

test('offsets by name: half hours, quarters, and seconds before there were zones', () => {
  const offsetsOf = (zone: string, year: number) => {
    const { first, changes } = zoneOffsets(zone, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1));
    return [first, ...changes.map(({ at, offset }) => `${new Date(at).toISOString()} ${offset}`)];
  };
  expect(offsetsOf('America/New_York', 2024)).toEqual([
    -18_000,
    '2024-03-10T07:00:00.000Z -14400',
    '2024-11-03T06:00:00.000Z -18000',
  ]);
  expect(offsetsOf('Australia/Lord_Howe', 2024)).toEqual([
    39_600,
    '2024-04-06T15:00:00.000Z 37800',
    '2024-10-05T15:30:00.000Z 39600',
  ]);
  expect(offsetsOf('Asia/Kathmandu', 2024)).toEqual([20_700]);
  expect(offsetsOf('America/New_York', 1883)).toEqual([-17_762, '1883-11-18T17:00:00.000Z -18000']);
  expect(() => zoneOffsets('Nowhere/Else', 0, 1)).toThrow(RangeError);
});
