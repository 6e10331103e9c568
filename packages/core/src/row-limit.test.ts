import { expect, test } from 'vitest';
import { boundOfRows } from './row-limit.ts';

test('a query that names no limit has that of the server', () => {
  expect([boundOfRows(10, 100), boundOfRows(0, 100_000), boundOfRows(null, 100_000), boundOfRows(null, 100)]).toEqual([
    10, 50_000, 50_000, 100,
  ]);
});
