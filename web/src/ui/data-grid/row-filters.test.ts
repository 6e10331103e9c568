import { tableOf } from '@tessera/core/table';
import { expect, test, vi } from 'vitest';
import { filterRows, withFilter, noFilters, type ColumnFilter, type GridFilters } from './row-filters.ts';

const table = tableOf([
  { name: 'city', kind: 'string', values: ['Oslo', '', null, 'New Oslo', 'null'] },
  { name: 'n', kind: 'numeric', values: [9007199254740993n, 2, null, '1.50', 9007199254740992n] },
  { name: 'day', kind: 'temporal', values: Float64Array.of(0, 1000, Number.NaN, 86_400_000, 5) },
]);
const order = Uint32Array.of(4, 3, 2, 1, 0);
const never = new AbortController().signal;
const pause = () => Promise.resolve();
const left = async (name: string, filter: ColumnFilter, filters: GridFilters = noFilters) => [
  ...((await filterRows(table, order, withFilter(filters, name, filter), never, pause)) ?? []),
];

test('rows are left by values; null, empty text and text that says null are three', async () => {
  const values = (hasNull: boolean, ...texts: readonly string[]) =>
    left('city', { kind: 'values', values: new Set(texts), hasNull, isExcluding: false });
  expect([await values(true), await values(false, ''), await values(false, 'null', 'Oslo')]).toEqual([
    [2],
    [1],
    [4, 0],
  ]);
  const others = { kind: 'values', values: new Set(['Oslo', '']), hasNull: true, isExcluding: true } as const;
  expect(await left('city', others)).toEqual([4, 3]);
  expect(await left('city', { kind: 'null', isNull: true })).toEqual([2]);
  expect(await left('city', { kind: 'null', isNull: false })).toEqual([4, 3, 1, 0]);
});

test('rows are left by a text, in any case', async () => {
  const by = (test: 'contains' | 'lacks' | 'is' | 'starts' | 'ends', text: string) =>
    left('city', { kind: 'text', test, text });
  expect([await by('contains', 'OSLO'), await by('lacks', 'oslo'), await by('is', 'oslo')]).toEqual([
    [3, 0],
    [4, 2, 1],
    [0],
  ]);
  expect([await by('starts', 'new'), await by('ends', 'oslo')]).toEqual([[3], [3, 0]]);
});

test('rows are left by bounds, to the last digit; nulls are between none', async () => {
  expect(await left('n', { kind: 'range', from: '9007199254740993', to: null })).toEqual([0]);
  expect(await left('n', { kind: 'range', from: 1.5, to: 2 })).toEqual([3, 1]);
  expect(await left('n', { kind: 'range', from: null, to: null })).toEqual([4, 3, 1, 0]);
  expect(await left('day', { kind: 'range', from: 1000, to: null })).toEqual([3, 1]);
});

test('filters of several columns hold together, one of a column that is not there leaves all', async () => {
  const filters = withFilter(noFilters, 'city', { kind: 'text', test: 'contains', text: 'oslo' });
  expect(await left('n', { kind: 'range', from: 2, to: null }, filters)).toEqual([0]);
  expect(await left('other', { kind: 'null', isNull: true })).toEqual([4, 3, 2, 1, 0]);
});

test('a long table is filtered in turns, and ends when it is stopped', async () => {
  const long = tableOf([
    { name: 'n', kind: 'numeric', values: Float64Array.from({ length: 10_000 }, (_, row) => row) },
  ]);
  const rows = Uint32Array.from({ length: 10_000 }, (_, row) => row);
  const stop = new AbortController();
  const turns = vi.fn<() => Promise<void>>(() => {
    stop.abort();
    return Promise.resolve();
  });
  const filters = withFilter(noFilters, 'n', { kind: 'range', from: 1, to: 2 });
  expect(await filterRows(long, rows, filters, stop.signal, turns)).toBeNull();
  expect(turns).toHaveBeenCalledTimes(1);
});
