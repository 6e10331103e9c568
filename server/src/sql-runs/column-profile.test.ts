import { expect, test } from 'vitest';
import { packedColumn } from '@tessera/core/table';
import { profileOf } from './column-profile.ts';

test('numbers and times are counted, bounded and spread over bars', () => {
  const cells = [null, ...Array.from({ length: 48 }, (_, at) => at)];
  for (const kind of ['numeric', 'temporal'] as const) {
    const profile = profileOf(packedColumn('n', kind, cells), cells.length, true);
    expect(profile).toMatchObject({ kind, rows: 49, nulls: 1, distinct: 48, isSample: true, range: [0, 47] });
    expect([profile.bars.length, profile.bars[0]?.from, profile.bars.at(-1)?.to]).toEqual([24, 0, 47]);
    expect(profile.bars.reduce((sum, { count }) => sum + count, 0)).toBe(48);
  }
});

test('words are ranked by how often they are there, nothing among them', () => {
  const cells = ['b', 'a', null, 'a', null, 'a', '__proto__'];
  const { top, range, bars, nulls } = profileOf({ name: 'w', kind: 'string', values: cells }, cells.length, false);
  expect([top.slice(0, 2), range, bars, nulls]).toEqual([
    [
      { value: 'a', count: 3 },
      { value: null, count: 2 },
    ],
    null,
    [],
    2,
  ]);
});

test('integers of any size, texts of decimals, nested values and one value alone are read', () => {
  expect(profileOf({ name: 'n', kind: 'numeric', values: [2n ** 70n, '1.5', 1] }, 3, false)).toMatchObject({
    distinct: 3,
    range: [1, 2 ** 70],
  });
  expect(profileOf({ name: 'l', kind: 'string', values: [[1n], [1n], { a: 1 }] }, 3, false).distinct).toBe(2);
  expect(profileOf(packedColumn('n', 'numeric', [5, 5]), 2, false)).toMatchObject({ range: [5, 5], bars: [] });
  expect(profileOf(packedColumn('n', 'numeric', []), 0, false)).toMatchObject({ rows: 0, range: null, top: [] });
});
