import { tableOf } from '@tessera/core/table';
import { expect, test, vi } from 'vitest';
import { rowsInTurns, searchRows } from './grid-search.ts';
import { rowsAsText, sortedRows } from './grid-text.ts';

const COUNT = 10_000;
const table = tableOf([
  {
    name: 'city, or\r\n"place"',
    kind: 'string',
    values: Array.from({ length: COUNT }, (_, row) => (row % 100 === 7 ? `Atlanta ${row}` : `Town "${row}"`)),
  },
  { name: 'n', kind: 'numeric', values: Float64Array.from({ length: COUNT }, (_, row) => row) },
]);
const order = sortedRows(table, { column: 'n', descending: true });
const never = new AbortController().signal;
const pause = () => Promise.resolve();

test('a search finds rows that hold every word in any cell and case, in the order of the grid', async () => {
  const found = await searchRows(table, order, ' ATLANTA 9907', never, pause);
  expect([...(found ?? [])]).toEqual([9907]);
  expect((await searchRows(table, order, 'atlanta', never, pause))?.slice(0, 2)).toEqual(
    Uint32Array.from([9907, 9807]),
  );
  expect((await searchRows(table, order, 'nowhere', never, pause))?.length).toBe(0);
});

test('a long search lets the page have its turns, and ends when it is stopped', async () => {
  const stop = new AbortController();
  const turns = vi.fn<() => Promise<void>>(() => {
    stop.abort();
    return Promise.resolve();
  });
  expect(await searchRows(table, order, 'atlanta', stop.signal, turns)).toBeNull();
  expect(turns).toHaveBeenCalledTimes(1);
});

test.each(['tsv', 'csv'] as const)('the pieces of a long %s are the whole, with one head', async (format) => {
  const turns = vi.fn<() => Promise<void>>(pause);
  expect((await rowsInTurns(table, order, format, turns)).join('')).toBe(rowsAsText(table, order, 0, COUNT, format));
  expect(turns).toHaveBeenCalledTimes(2);
});

test('no rows are a head alone', async () => {
  expect(
    await rowsInTurns(tableOf([{ name: 'a', kind: 'string', values: [] }]), Uint32Array.from([]), 'csv', pause),
  ).toEqual(['a']);
});
