import { expect, test } from 'vitest';
import { decimalCell, decimalTextCell, integerCell, shortestSingle } from './numbers.ts';
import { parseArray } from '../drivers/postgresql/arrays.ts';
import { joinColumns, resultNames } from './columns.ts';
import { readerOf } from '../drivers/trino/types.ts';
import { cellOf } from '../drivers/sqlite/cells.ts';

test('integers are numbers while that loses nothing', () => {
  expect([
    integerCell(42n),
    integerCell(9007199254740991n),
    integerCell(9007199254740992n),
    integerCell(-9007199254740993n),
  ]).toEqual([42, 9007199254740991, 9007199254740992n, -9007199254740993n]);
});

test('numbers of single precision are reported as short as they can be', () => {
  const told = [0.1, 16_777_216, 1e-45, 3.402_823_5e38, 1 / 3, -2.5, Number.POSITIVE_INFINITY].map((value) =>
    shortestSingle(Math.fround(value)),
  );
  expect(told.map(Math.fround)).toEqual(
    [0.1, 16_777_216, 1e-45, 3.402_823_5e38, 1 / 3, -2.5, Number.POSITIVE_INFINITY].map(Math.fround),
  );
  expect([told[0], told[1], told[4], told[5]]).toEqual([0.1, 16_777_216, 0.33333334, -2.5]);
});

test.each([
  { unscaled: 125n, scale: 2, want: 1.25 },
  { unscaled: -5n, scale: 3, want: -0.005 },
  { unscaled: 0n, scale: 10, want: 0 },
  { unscaled: 12345678901234567890123n, scale: 3, want: '12345678901234567890.123' },
  { unscaled: 1000000000000000000000n, scale: 0, want: 1000000000000000000000n },
  { unscaled: 50000000000000000000n, scale: 1, want: 5000000000000000000 },
])('the decimal $unscaled with $scale digits behind the point is $want', ({ unscaled, scale, want }) => {
  expect(decimalCell(unscaled, scale)).toBe(want);
});

test('decimals in text are numbers where they round-trip', () => {
  expect(
    ['1.10', '-0.5', '0.1234567890123456789', '12345678901234567890', 'NaN', 'Infinity'].map(decimalTextCell),
  ).toEqual([1.1, -0.5, '0.1234567890123456789', 12345678901234567890n, null, Infinity]);
});

test.each([
  { printed: '{1,NULL,3}', want: [1, null, 3] },
  {
    printed: '{{1,2},{3,4}}',
    want: [
      [1, 2],
      [3, 4],
    ],
  },
  { printed: '{}', want: [] },
  { printed: '[0:1]={5,6}', want: [5, 6] },
])('the array $printed', ({ printed, want }) => {
  expect(parseArray(printed, Number)).toEqual(want);
});

test('texts in arrays keep quotes, commas and the word NULL', () => {
  expect(
    parseArray(String.raw`{"a \"b\"","NULL",c\,"x,y","{z}",""}`.replace(String.raw`c\,`, 'c,'), (text) => text),
  ).toEqual(['a "b"', 'NULL', 'c', 'x,y', '{z}', '']);
});

test('equal names of a result are distinguished, and a name that is taken is passed over', () => {
  expect(resultNames(['a', 'a', 'a_1', 'a', 'b'])).toEqual(['a', 'a_2', 'a_1', 'a_3', 'b']);
});

test('batches of one column become one, numbers staying numbers', () => {
  const part = (values: Float64Array | readonly (number | bigint | null)[]) =>
    ({ name: 'n', kind: 'numeric', values }) as const;
  expect(joinColumns([part(new Float64Array([1, Number.NaN])), part(new Float64Array([3]))]).values).toEqual(
    new Float64Array([1, Number.NaN, 3]),
  );
  expect(joinColumns([part(new Float64Array([1, Number.NaN])), part([9007199254740993n])]).values).toEqual([
    1,
    null,
    9007199254740993n,
  ]);
});

test('years of more than four digits are instants in Trino too', () => {
  expect(['9999-12-31', '+10000-01-01', '10000-01-01', '-0043-03-15'].map(readerOf('d', 'date').parse)).toEqual(
    ['9999-12-31', '+010000-01-01', '+010000-01-01', '-000043-03-15'].map((day) => Date.parse(`${day}T00:00:00Z`)),
  );
});

test.each([
  { value: '2024-02-29', want: Date.UTC(2024, 1, 29) },
  { value: '2024-02-29T12:30', want: Date.UTC(2024, 1, 29, 12, 30) },
  { value: '2024-02-29 12:30:15.5', want: Date.UTC(2024, 1, 29, 12, 30, 15, 500) },
  { value: '2024-02-29T12:30:15+02:00', want: Date.UTC(2024, 1, 29, 10, 30, 15) },
  { value: 1_700_000_000n, want: 1_700_000_000_000 },
  { value: 1_700_000_000_000n, want: 1_700_000_000_000 },
  { value: 'next week', want: 'next week' },
  { value: '2024-13-01', want: '2024-13-01' },
])('the time $value of a SQLite file', ({ value, want }) => {
  expect(cellOf(value, 'temporal')).toBe(want);
});
