import { expect, test } from 'vitest';
import { OPEN_REQUESTS, placesOf, type Asked } from './queue-places.ts';

const asked = (count: number, databaseId: number | null = 1): readonly Asked[] => Array.from({ length: count }, (_, index) => ({ ticket: `${databaseId}-${index}`, databaseId }));
const queue = (places: readonly number[], database = 1) => ({ database_id: database, running: 1, waiting: places.length, places });

test('the newest questions are those that wait, in the order in which they were asked', () => {
  expect([...placesOf(asked(3), [queue([2, 4])])]).toEqual([['1-1', 2], ['1-2', 4]]);
  expect([...placesOf(asked(1), [queue([3])])]).toEqual([['1-0', 3]]);
});

test('nobody waits: no places', () => {
  expect(placesOf(asked(3), []).size).toBe(0);
  expect(placesOf([], [queue([1])]).size).toBe(0);
});

test('where own queries only run, nobody waits', () => {
  expect([...placesOf(asked(2), [queue([])])]).toEqual([]);
  expect([...placesOf(asked(1, null), [queue([2]), queue([], 7)])]).toEqual([['null-0', 2]]);
});

test('a question to another database does not wait in this queue', () => {
  expect([...placesOf([...asked(2), ...asked(1, 7)], [queue([1])])]).toEqual([['1-1', 1]]);
});

test('the queries of another page of the same person come first', () => {
  expect([...placesOf(asked(1), [queue([1, 2, 3])])]).toEqual([['1-0', 3]]);
});

test('what the browser holds back stands behind what waits at the server', () => {
  const places = placesOf(asked(OPEN_REQUESTS + 2), [queue([1, 2, 3, 4, 5])]);
  expect([...places].map(([, place]) => place)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(places.has('1-0')).toBe(false);
});

test('a question whose database is not known yet counts where there is one queue', () => {
  expect([...placesOf(asked(1, null), [queue([2])])]).toEqual([['null-0', 2]]);
  expect(placesOf(asked(1, null), [queue([2]), queue([1], 2)]).size).toBe(0);
});
