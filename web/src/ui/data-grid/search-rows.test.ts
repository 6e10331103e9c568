import { tableOf } from '@tessera/core/table';
import { expect, test, vi } from 'vitest';
import { cellText } from './cell-text.ts';
import { blockChunks } from './copy-formats.ts';
import { searchRows } from './search-rows.ts';

const COUNT = 10_000;
const table = tableOf([
  {
    name: 'city, or\r\n"place"',
    kind: 'string',
    values: Array.from({ length: COUNT }, (_, row) => (row % 100 === 7 ? `Atlanta ${row}` : `Town "${row}"`)),
  },
  { name: 'n', kind: 'numeric', values: Float64Array.from({ length: COUNT }, (_, row) => row) },
]);
const order = Uint32Array.from({ length: COUNT }, (_, row) => COUNT - 1 - row);
const columns = [...table.columns.values()];
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

test('a long search yields to the page, and ends when it is stopped', async () => {
  const stop = new AbortController();
  const turns = vi.fn<() => Promise<void>>(() => {
    stop.abort();
    return Promise.resolve();
  });
  expect(await searchRows(table, order, 'atlanta', stop.signal, turns)).toBeNull();
  expect(turns).toHaveBeenCalledTimes(1);
});

test('a long copy yields to the page, and is whole', async () => {
  const turns = vi.fn<() => Promise<void>>(pause);
  const lines = (await blockChunks({ rows: order, columns }, 'tsv', turns)).join('').split('\n');
  expect(lines.slice(1)).toEqual(Array.from(order, (row) => columns.map((column) => cellText(column, row)).join('\t')));
  expect(turns).toHaveBeenCalledTimes(2);
});

test('no rows are a head alone', async () => {
  const empty = tableOf([{ name: 'a', kind: 'string', values: [] }]);
  expect(await blockChunks({ rows: [], columns: [...empty.columns.values()] }, 'csv', pause)).toEqual(['a']);
});
