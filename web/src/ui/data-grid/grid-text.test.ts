import { tableOf } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { columnWidth, rowsAsText, sortedRows, valueText } from './grid-text.ts';

const table = tableOf([
  { name: 'name', kind: 'string', values: ['b', null, 'a', 'a'] },
  { name: 'n', kind: 'numeric', values: Float64Array.from([10, 9, Number.NaN, 2]) },
  { name: 'big', kind: 'numeric', values: [9007199254740993n, 1, 2, 3] },
]);

test('rows sort by value, nulls last either way, equal rows in their old order', () => {
  expect([...sortedRows(table, { column: 'name', descending: false })]).toEqual([2, 3, 0, 1]);
  expect([...sortedRows(table, { column: 'name', descending: true })]).toEqual([0, 2, 3, 1]);
  expect([...sortedRows(table, { column: 'n', descending: true })]).toEqual([0, 1, 3, 2]);
  expect([...sortedRows(table, null)]).toEqual([0, 1, 2, 3]);
});

test('decimals that travel as text sort by size, in a column of texts as texts', () => {
  const cells = [75.6, '53.2142857142857143', null, '157.0000000000000001', '-84.2142857142857143'];
  const averages = tableOf([
    { name: 'n', kind: 'numeric', values: cells },
    { name: 't', kind: 'string', values: ['10', '9', null, '9', '1'] },
  ]);
  expect([...sortedRows(averages, { column: 'n', descending: true })]).toEqual([3, 0, 1, 4, 2]);
  expect([...sortedRows(averages, { column: 'n', descending: false })]).toEqual([4, 1, 0, 3, 2]);
  expect([...sortedRows(averages, { column: 't', descending: false })]).toEqual([4, 0, 1, 3, 2]);
});

test('an integer beyond 2^53 is shown and copied exactly', () => {
  expect(rowsAsText(table, [0], 0, 1, 'tsv')).toBe('name\tn\tbig\nb\t10\t9007199254740993');
});

test('a column of numbers shows the longest whole: a number that is cut reads as another', () => {
  const long = tableOf([
    { name: 'n', kind: 'numeric', values: [...Array.from({ length: 59 }, () => 1), 9007199254740993n] },
    { name: 't', kind: 'string', values: [...Array.from({ length: 59 }, () => 'a'), 'x'.repeat(40)] },
  ]);
  const [figures, text] = ['n', 't']
    .map((name) => long.columns.get(name))
    .map((column) => (column ? columnWidth(column, 7.4) : 0));
  // Sixteen tabular figures at 13 px, and the space beside them.
  expect(figures).toBeGreaterThan(16 * 8.45 + 20);
  expect(text).toBe(72);
});

test('a CSV cell is quoted where needed, and text that a spreadsheet would run is disarmed', () => {
  const hostile = tableOf([
    { name: 'a,b', kind: 'string', values: ['x"y', '=1+1', '-5', '-cmd', 'two\nlines', '-2+3+cmd'] },
  ]);
  expect(rowsAsText(hostile, [0, 1, 2, 3, 4, 5], 0, 6, 'csv')).toBe(
    '"a,b"\r\n"x""y"\r\n\'=1+1\r\n-5\r\n\'-cmd\r\n"two\nlines"\r\n\'-2+3+cmd',
  );
});

test('line breaks in a cell do not break rows of copied text', () => {
  const lines = tableOf([{ name: 'a', kind: 'string', values: ['two\nlines\tand a tab'] }]);
  expect(rowsAsText(lines, [0], 0, 1, 'tsv')).toBe('a\ntwo lines and a tab');
});

test('instants show in UTC, days without an hour', () => {
  expect(valueText(Date.UTC(2024, 0, 2), 'temporal')).toBe('2024-01-02');
  expect(valueText(Date.UTC(2024, 0, 2, 3, 4, 5), 'temporal')).toBe('2024-01-02 03:04:05');
  expect(valueText(Date.UTC(2024, 0, 2, 3, 4, 5, 6), 'temporal')).toBe('2024-01-02 03:04:05.006');
});
