import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tableOf, type Cell, type Table } from '@tessera/core/table';
import { csvHeader, csvRows } from './csv.ts';
import { encodeRows } from './encode.ts';
import { lineFormats } from './line-formats.ts';
import { textOf } from './chunks.ts';
import { slices } from '../post-process/slices.ts';

const rowsOf = (of: Table) => textOf(encodeRows(of));
const table = (
  values: readonly Cell[] | Float64Array,
  kind: 'numeric' | 'string' | 'temporal' | 'boolean' = 'string',
  name = 'a',
) => tableOf([{ name, kind, values }]);

test('[8.2-05] JSON of every kind of cell', () => {
  expect(
    rowsOf(
      table(
        [
          1,
          0.1,
          -0,
          Number.NaN,
          Number.POSITIVE_INFINITY,
          null,
          9007199254740993n,
          '12345678901234567890.12',
          true,
          [1, null, 2n],
          { b: 'x', c: Number.NaN },
        ],
        'numeric',
      ),
    ),
  ).toBe(
    '[{"a":1},{"a":0.1},{"a":0},{"a":null},{"a":null},{"a":null},{"a":9007199254740993},{"a":' +
      '"12345678901234567890.12"},{"a":true},{"a":[1,null,2]},{"a":{"b":"x","c":null}}]',
  );
  expect(rowsOf(table(new Float64Array([1.5, Number.NaN, Number.NEGATIVE_INFINITY]), 'temporal'))).toBe(
    '[{"a":1.5},{"a":null},{"a":null}]',
  );
  expect(rowsOf({ rowCount: 0, columns: new Map() })).toBe('[]');
});

test('whatever text is in names and cells comes back as it was', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.constant(null), fc.integer())),
      (name, values) => {
        fc.pre(name !== '__proto__');
        expect(JSON.parse(rowsOf(table(values, 'string', name)))).toEqual(
          values.map((value) => ({ [name]: Object.is(value, -0) ? 0 : value })),
        );
      },
    ),
  );
});

test('a column called __proto__ stays a column', () => {
  expect(rowsOf(table([1], 'numeric', '__proto__'))).toBe('[{"__proto__":1}]');
});

test('instants of a file are those of the calendar, whatever their neighbours are', () => {
  const text = (ms: number) =>
    new Date(ms)
      .toISOString()
      .slice(0, -1)
      .replace('T', ' ')
      .replace(/\.000$/, '')
      .replace(/^([-+])/, "'$1");
  const instant = fc.oneof(
    fc.integer({ min: -8.64e15, max: 8.64e15 }),
    fc.integer({ min: -1e6, max: 1e6 }),
    fc.integer({ min: 0, max: 4e12 }).map((ms) => ms - (ms % 1000)),
  );
  fc.assert(
    fc.property(fc.array(instant, { minLength: 1 }), (values) => {
      expect(
        csvRows(table(Float64Array.from(values), 'temporal'))
          .trimEnd()
          .split('\r\n'),
      ).toEqual(values.map(text));
    }),
  );
});

test('the days around the turns of years and of February are those of the calendar', () => {
  const days = Array.from({ length: 10_010 }, (_, index) => index - 5).flatMap((year) =>
    [
      [0, 1],
      [1, 28],
      [1, 29],
      [2, 1],
      [11, 31],
    ].map(([month = 0, day = 1]) => new Date(0).setUTCFullYear(year, month, day)),
  );
  const want = days.map((ms) => `${new Date(ms).toISOString().slice(0, -14)} 00:00:00`.replace(/^([-+])/, "'$1"));
  expect(
    csvRows(table(Float64Array.from(days), 'temporal'))
      .trimEnd()
      .split('\r\n'),
  ).toEqual(want);
});

test('rows of a file are all there and in order, however many', () => {
  for (const rows of [0, 1, 999, 1000, 1001, 2500]) {
    const both = tableOf([
      { name: 'n', kind: 'numeric', values: Float64Array.from({ length: rows }, (_, row) => row) },
      { name: 't', kind: 'string', values: Array.from({ length: rows }, (_, row) => `"${row}"`) },
    ]);
    expect(csvRows(both)).toBe(Array.from({ length: rows }, (_, row) => `${row},"""${row}"""\r\n`).join(''));
  }
});

test.each(['=1+1', '\nx', '＝1+1', '＠x', '+A1', '-A1', '@x', '\tx', '\rx', '=cmd|"/c calc"!A1'])(
  'a spreadsheet reads %j as text',
  (text) => {
    expect(csvRows(table([text])).replace(/^"/, '')).toMatch(/^'/);
    expect(csvHeader([text]).replace(/^"/, '')).toMatch(/^'/);
  },
);

test('numbers stay numbers, quotes and line breaks stay inside of their cell', () => {
  expect(csvRows(table(['-5', '+5.5', 'a,b', 'say "x"', 'two\nlines', null]))).toBe(
    '-5\r\n+5.5\r\n"a,b"\r\n"say ""x"""\r\n"two\nlines"\r\n\r\n',
  );
  expect(csvRows(table([-5, 9007199254740993n, Number.NaN], 'numeric'))).toBe('-5\r\n9007199254740993\r\n\r\n');
  expect(csvRows(table([0, 1.5], 'temporal'))).toBe('1970-01-01 00:00:00\r\n1970-01-01 00:00:00.001500\r\n');
});

test('lines of a table are those of its slices, none of which is larger than asked', () => {
  const cells = fc.nat(40).chain((rows) =>
    fc.tuple(
      fc.array(fc.array(fc.oneof(fc.string(), fc.constant(null)), { minLength: rows, maxLength: rows }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.array(fc.double(), { minLength: rows, maxLength: rows }),
      fc.integer({ min: 1, max: 100 }),
    ),
  );
  fc.assert(
    fc.property(cells, ([texts, numbers, most]) => {
      const whole = tableOf([
        ...texts.map((values, at) => ({ name: `t${at}`, kind: 'string' as const, values })),
        { name: 'n', kind: 'numeric', values: Float64Array.from(numbers) },
      ]);
      const parts = [...slices(whole, most)];
      expect(Math.max(...parts.map((one) => one.rowCount * one.columns.size))).toBeLessThanOrEqual(
        Math.max(most, whole.columns.size),
      );
      for (const { rows } of Object.values(lineFormats)) expect(parts.map(rows).join('')).toBe(rows(whole));
    }),
  );
  expect([...slices(tableOf([{ name: 'a', kind: 'string', values: [] }]), 10)]).toHaveLength(1);
});
