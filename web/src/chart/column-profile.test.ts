import { resultOf } from '@tessera/viz/testing/tables';
import { expect, test } from 'vitest';
import type { ChartResult } from './chart-data.ts';
import { profileQueries, readProfile } from './column-profile.ts';

const answer = (columns: Parameters<typeof resultOf>[0]): ChartResult => ({
  ...resultOf(columns),
  rowCount: 1,
  sqlRowCount: 1,
  rowLimit: null,
  isCached: false,
  isOfExtract: false,
  cachedAt: null,
  query: null,
  rejectedFilters: [],
});

test('words are counted and their most frequent values named', () => {
  const profile = readProfile({ name: 'city', kind: 'string' }, [
    answer({ 'rows:numeric': [10], 'COUNT:numeric': [8], 'COUNT_DISTINCT:numeric': [2] }),
    answer({ 'city:string': ['Oslo', null], 'rows:numeric': [8, 2] }),
  ]);
  expect(profile).toMatchObject({ rows: 10, nulls: 2, distinct: 2, range: null, bars: [] });
  expect(profile.top).toEqual([
    { value: 'Oslo', count: 8 },
    { value: null, count: 2 },
  ]);
});

test('numbers are spread over bins, times over months without a gap', () => {
  const summary = { 'rows:numeric': [3], 'COUNT:numeric': [3], 'COUNT_DISTINCT:numeric': [3] };
  const numbers = readProfile({ name: 'wind', kind: 'numeric' }, [
    answer({ ...summary, 'MIN:numeric': [-1], 'MAX:numeric': [4] }),
    answer({}),
    answer({ '-1 - 1.5:numeric': [2], '1.5 - 4:numeric': [1] }),
  ]);
  expect(numbers.range).toEqual([-1, 4]);
  expect(numbers.bars).toEqual([
    { from: -1, to: 1.5, count: 2 },
    { from: 1.5, to: 4, count: 1 },
  ]);
  const [january, march] = [Date.UTC(2001, 0, 1), Date.UTC(2001, 2, 1)];
  const times = readProfile({ name: 'day', kind: 'temporal' }, [
    answer({ ...summary, 'MIN:string': ['2001-01-01 00:00:00'], 'MAX:string': ['2001-03-04'] }),
    answer({ 'day:temporal': [march, january], 'rows:numeric': [1, 2] }),
  ]);
  expect(times.range?.[0]).toBe(january);
  expect(times.bars.map(({ count }) => count)).toEqual([2, 0, 1]);
  expect(profileQueries({ name: 'day', kind: 'temporal' })).toHaveLength(2);
});
