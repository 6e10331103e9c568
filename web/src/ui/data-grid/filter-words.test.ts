import { expect, test } from 'vitest';
import { boundOf, boundText, filterText } from './filter-words.ts';
import { tableOf } from '@tessera/core/table';
import { valueCounts } from './value-counts.ts';

const pause = () => Promise.resolve();

test('a bound is what is typed: a number to its last digit, a day to its end', () => {
  expect(boundOf('9007199254740993', 'numeric', 'from')).toBe('9007199254740993');
  expect([boundOf(' ', 'numeric', 'from'), boundOf('x', 'numeric', 'from'), boundOf('soon', 'temporal', 'to')]).toEqual(
    [null, undefined, undefined],
  );
  const day = Date.UTC(2024, 0, 31);
  expect([boundOf('2024-01-31', 'temporal', 'from'), boundOf('2024-01-31', 'temporal', 'to')]).toEqual([
    day,
    day + 86_399_999,
  ]);
  expect(boundOf('2024-01-31 12:00', 'temporal', 'to')).toBe(day + 43_200_000);
  expect(boundText(day, 'temporal')).toBe('2024-01-31');
});

test('a filter is said in words', () => {
  const values = (isExcluding: boolean, hasNull: boolean, ...texts: readonly string[]) =>
    filterText({ kind: 'values', values: new Set(texts), hasNull, isExcluding }, 'string');
  expect([values(false, true), values(true, false, ''), values(false, true, 'a', 'b')]).toEqual([
    'is null',
    'is not (empty text)',
    'is one of 3 values',
  ]);
  expect(filterText({ kind: 'range', from: 1, to: null }, 'numeric')).toBe('from 1');
  expect(filterText({ kind: 'text', test: 'starts', text: 'x' }, 'string')).toBe('begins with "x"');
});

test('values are counted, the most frequent first, null apart from empty text', async () => {
  const [column] = tableOf([{ name: 'a', kind: 'string', values: ['x', '', null, 'x', null, 'x'] }]).columns.values();
  const counted = column && (await valueCounts(column, 6, new AbortController().signal, pause));
  expect(counted).toEqual({
    values: [
      { text: 'x', count: 3 },
      { text: null, count: 2 },
      { text: '', count: 1 },
    ],
    isCut: false,
  });
});
