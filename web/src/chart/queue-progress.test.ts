import { expect, test } from 'vitest';
import { progressOf as progressOfAll, type Asked, type DatabaseQueue } from './queue-progress.ts';

const OPEN = 5;
const progressOf = (all: readonly Asked[], told: readonly DatabaseQueue[]) => progressOfAll(all, told, OPEN);
const asked = (count: number, databaseId: number | null = 1): readonly Asked[] =>
  Array.from({ length: count }, (_, index) => ({ ask: `${databaseId}-${index}`, databaseId }));
const queue = (more: Partial<DatabaseQueue>): DatabaseQueue => ({
  database_id: 1,
  places: [],
  waits: [],
  own: [],
  ...more,
});
const waits = (...places: readonly (readonly [number, string])[]) =>
  places.map(([place, ask]) => ({ place, asks: [ask] }));
const places = (...args: Parameters<typeof progressOf>) =>
  [...progressOf(...args)].map(([ask, { place }]) => [ask, place]);

test('a query gets its own position, whoever asked first', () => {
  expect(places(asked(3), [queue({ places: [2, 4], waits: waits([2, '1-2'], [4, '1-0']) })])).toEqual([
    ['1-0', 4],
    ['1-2', 2],
  ]);
});

test('what runs is reported as far as the database tells it', () => {
  const own = [
    { share: 0.38, rows: 4_100_000, asks: ['1-1'] },
    { share: null, rows: null, asks: ['1-0'] },
    { share: 0.9, rows: 5, asks: [] },
  ];
  expect([...progressOf(asked(2), [queue({ own })])]).toEqual([['1-1', { place: null, share: 0.38, rows: 4_100_000 }]]);
});

test('nothing of another page, of an older question or of no question is shown on a chart', () => {
  const own = [
    { share: 0.5, rows: 9, asks: ['of-another-page'] },
    { share: 0.6, rows: 9, asks: [] },
  ];
  expect(progressOf(asked(1), [queue({ own, places: [1, 2], waits: waits([1, 'older']) })]).size).toBe(0);
  expect(progressOf([], [queue({ own })]).size).toBe(0);
});

test('charts that share a query get the same of it', () => {
  const progress = progressOf(asked(2), [queue({ own: [{ share: 0.25, rows: 10, asks: ['1-0', '1-1'] }] })]);
  expect([progress.get('1-0'), progress.get('1-1')]).toEqual([
    { place: null, share: 0.25, rows: 10 },
    { place: null, share: 0.25, rows: 10 },
  ]);
});

test('of several queries of a chart the slowest counts, and no share is reported that leaves one out', () => {
  const run = (share: number | null, rows: number | null) => ({ share, rows, asks: ['1-0'] });
  const of = (more: Partial<DatabaseQueue>) => progressOf(asked(1), [queue(more)]).get('1-0');
  expect(of({ own: [run(0.8, 10), run(0.2, 5)] })).toEqual({ place: null, share: 0.2, rows: 15 });
  expect(of({ own: [run(0.8, 10), run(null, null)] })).toEqual({ place: null, share: null, rows: 10 });
  expect(of({ own: [run(0.8, 10)], waits: waits([3, '1-0']) })).toEqual({ place: null, share: null, rows: 10 });
  expect(of({ waits: waits([3, '1-0'], [5, '1-0']) })).toEqual({ place: 5, share: null, rows: null });
});

test('what the page holds back stands behind what waits at the server', () => {
  const all = asked(OPEN + 2);
  const told = queue({ places: [1, 2], waits: waits([1, '1-3'], [2, '1-4']) });
  expect(places(all, [told])).toEqual([
    ['1-3', 1],
    ['1-4', 2],
    ['1-5', 3],
    ['1-6', 4],
  ]);
  // One that came through all the same, as a job, is where the server says.
  expect(places(all, [queue({ places: [1, 2], waits: waits([1, '1-3'], [2, '1-6']) })])).toEqual([
    ['1-3', 1],
    ['1-6', 2],
    ['1-5', 3],
  ]);
});

test('a query that the page queues counts at its own database, or at the only one with a queue', () => {
  const all = [...asked(OPEN), { ask: 'other', databaseId: 7 }, { ask: 'unknown', databaseId: null }];
  const busy = queue({ places: [4], waits: waits([4, '1-4']) });
  expect(places(all, [busy])).toEqual([
    ['1-4', 4],
    ['unknown', 5],
  ]);
  expect(places(all, [busy, queue({ database_id: 7, places: [1] })])).toEqual([
    ['1-4', 4],
    ['other', 2],
  ]);
});

test('a page that sends all at once holds nothing back', () => {
  expect(
    progressOfAll(asked(20), [queue({ places: [1], waits: waits([1, '1-19']) })], Number.POSITIVE_INFINITY),
  ).toEqual(new Map([['1-19', { place: 1, share: null, rows: null }]]));
});
