import { tableOf, type Cell } from '@tessera/core/table';
import { expect, test, vi } from 'vitest';
import { cutCellsIn, cutScope, cutWords, wholeBlock, type WholeCells } from './cut-cells.ts';
import { doneText } from './grid-actions.ts';

const table = tableOf([
  { name: 'id', kind: 'numeric', values: Float64Array.of(1, 2, 3) },
  { name: 'text', kind: 'string', values: ['aa…', 'b', 'aa…'] },
]);
const all = { rows: [2, 1, 0], columns: [...table.columns.values()] };
const { signal } = new AbortController();

function wholeCells(
  rows: readonly number[],
  read: WholeCells['read'] = (_, row) => Promise.resolve(`aaa${row}`),
  bytes = 100,
): WholeCells {
  return { cells: rows.map((row) => ({ column: 'text', row, bytes })), isCut: (_, row) => rows.includes(row), read };
}

const valuesOf = ({ block }: Awaited<ReturnType<typeof wholeBlock>>): readonly Cell[] =>
  Array.from<Cell>(block.columns[1]?.values ?? []);

test('cells that came in part go out whole', async () => {
  const made = await wholeBlock(all, wholeCells([0, 2]), signal);
  expect([valuesOf(made), made.cut]).toEqual([['aaa0', 'b', 'aaa2'], []]);
  // What the grid shows stays as it is.
  expect(all.columns[1]?.values).toEqual(['aa…', 'b', 'aa…']);
});

test('only cells of the block are fetched', async () => {
  const read = vi.fn<WholeCells['read']>(() => Promise.resolve('whole'));
  await wholeBlock({ rows: [1, 2], columns: all.columns }, wholeCells([0, 2], read), signal);
  expect(read.mock.calls.map(([, row]) => row)).toEqual([2]);
  expect(cutCellsIn({ rows: [0, 1, 2], columns: all.columns.slice(0, 1) }, wholeCells([0]))).toEqual([]);
});

test('too many, too large or lost cells stay in part, and are counted', async () => {
  const many = { rows: Array.from({ length: 51 }, (_, row) => row), columns: all.columns };
  const cutOf = async (cells: WholeCells) => (await wholeBlock(many, cells, signal)).cut.length;
  expect(await cutOf(wholeCells(many.rows))).toBe(51);
  expect(await cutOf(wholeCells([0, 2], undefined, 30_000_000))).toBe(2);
  expect(await cutOf(wholeCells([0, 2], () => Promise.reject(new Error('gone'))))).toBe(2);
});

test('a copy of cells in part says so', () => {
  expect(doneText(all, 0)).toBe('3 rows copied');
  expect(doneText(all, 2)).toBe(
    '3 rows copied, but 2 cells only in part: they are longer than what this page holds. ' +
      'Download a file for the whole.',
  );
  expect(doneText({ rows: [0], columns: all.columns.slice(1), isHeadless: true }, 1)).toBe(
    'Cell copied, but 1 cell only in part: it is longer than what this page holds. Download a file for the whole.',
  );
});

test('what counts by beginnings alone is said', () => {
  expect([cutWords(0), cutWords(2)]).toEqual([null, '2 cells are here in part and count by their beginnings alone.']);
  const scope = (search: string, sorted: string | null, ...filtered: readonly string[]) =>
    cutScope({
      search,
      filters: new Map(filtered.map((name) => [name, null])),
      sort: sorted === null ? null : { column: sorted },
      wholeCells: wholeCells([0]),
    });
  const words = '1 cell is here in part and counts by its beginning alone.';
  expect([
    scope('', null),
    scope('', 'id', 'id'),
    scope('a', null),
    scope('', 'text'),
    scope('', null, 'text'),
  ]).toEqual([null, null, words, words, words]);
});
