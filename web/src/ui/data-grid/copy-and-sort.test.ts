import { sqlWritingOf } from '@tessera/core/sql-writing';
import { tableOf, type Table } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { columnWidth, valueText } from './cell-text.ts';
import { blockChunks } from './copy-formats.ts';
import { usualStyle, type CopyFormat, type CopyStyle } from './copy-types.ts';
import { sortRows, type GridSort } from './sort-rows.ts';

const table = tableOf([
  { name: 'name', kind: 'string', values: ['b', null, 'a', 'a'] },
  { name: 'n', kind: 'numeric', values: Float64Array.from([10, 9, Number.NaN, 2]) },
  { name: 'big', kind: 'numeric', values: [9007199254740993n, 1, 2, 3] },
]);

const never = new AbortController().signal;
const pause = () => Promise.resolve();
const sorted = async (of: Table, sort: GridSort) => [...((await sortRows(of, sort, never, pause)) ?? [])];
const text = async (of: Table, rows: readonly number[], format: CopyFormat) =>
  (await blockChunks({ rows, columns: [...of.columns.values()] }, format, pause)).join('');

test('rows sort by value, nulls last either way, equal rows in their old order', async () => {
  expect(await sorted(table, { column: 'name', descending: false })).toEqual([2, 3, 0, 1]);
  expect(await sorted(table, { column: 'name', descending: true })).toEqual([0, 2, 3, 1]);
  expect(await sorted(table, { column: 'n', descending: true })).toEqual([0, 1, 3, 2]);
  expect(await sorted(table, null)).toEqual([0, 1, 2, 3]);
});

test('times without end stand before and behind all others, and other texts behind them', async () => {
  const times = tableOf([
    { name: 'at', kind: 'temporal', values: [5, 'infinity', 3, 'somewhen', 9, '-infinity', null, 1] },
  ]);
  expect(await sorted(times, { column: 'at', descending: false })).toEqual([5, 7, 2, 0, 4, 1, 3, 6]);
  expect(await sorted(times, { column: 'at', descending: true })).toEqual([3, 1, 4, 0, 2, 7, 5, 6]);
});

test('decimals that travel as text sort by size, in a column of texts as texts', async () => {
  const cells = [75.6, '53.2142857142857143', null, '157.0000000000000001', '-84.2142857142857143'];
  const averages = tableOf([
    { name: 'n', kind: 'numeric', values: cells },
    { name: 't', kind: 'string', values: ['10', '9', null, '9', '1'] },
  ]);
  expect(await sorted(averages, { column: 'n', descending: true })).toEqual([3, 0, 1, 4, 2]);
  expect(await sorted(averages, { column: 'n', descending: false })).toEqual([4, 1, 0, 3, 2]);
  expect(await sorted(averages, { column: 't', descending: false })).toEqual([4, 0, 1, 3, 2]);
});

test('an integer beyond 2^53 is shown and copied exactly', async () => {
  expect(await text(table, [0], 'tsv')).toBe('name\tn\tbig\nb\t10\t9007199254740993');
});

test('a column of numbers shows the longest whole: a number that is cut reads as another', () => {
  const long = tableOf([
    { name: 'n', kind: 'numeric', values: [...Array.from({ length: 59 }, () => 1), 9007199254740993n] },
    { name: 't', kind: 'string', values: [...Array.from({ length: 59 }, () => 'a'), 'x'.repeat(40)] },
  ]);
  const [figures, words] = ['n', 't']
    .map((name) => long.columns.get(name))
    .map((column) => (column ? columnWidth(column, 7.4) : 0));
  // Sixteen tabular figures at 13 px, and the space beside them.
  expect(figures).toBeGreaterThan(16 * 8.45 + 20);
  expect(words).toBe(72);
});

test('a CSV cell is quoted where needed, and text that a spreadsheet would run is disarmed', async () => {
  const hostile = tableOf([
    { name: 'a,b', kind: 'string', values: ['x"y', '=1+1', '-5', '-cmd', 'two\nlines', '-2+3+cmd'] },
  ]);
  expect(await text(hostile, [0, 1, 2, 3, 4, 5], 'csv')).toBe(
    '"a,b"\r\n"x""y"\r\n\'=1+1\r\n-5\r\n\'-cmd\r\n"two\nlines"\r\n\'-2+3+cmd',
  );
});

test('line breaks in a cell do not break rows of copied text', async () => {
  const lines = tableOf([{ name: 'a', kind: 'string', values: ['two\nlines\tand a tab'] }]);
  expect(await text(lines, [0], 'tsv')).toBe('a\ntwo lines and a tab');
});

test('instants show in UTC, days without an hour', () => {
  expect(valueText(Date.UTC(2024, 0, 2), 'temporal')).toBe('2024-01-02');
  expect(valueText(Date.UTC(2024, 0, 2, 3, 4, 5), 'temporal')).toBe('2024-01-02 03:04:05');
  expect(valueText(Date.UTC(2024, 0, 2, 3, 4, 5, 6), 'temporal')).toBe('2024-01-02 03:04:05.006');
});

test('a long table sorts in runs as a short one does, and stops when it is aborted', async () => {
  const values = Float64Array.from({ length: 50_000 }, (_, row) => (row * 7919) % 1009);
  const long = tableOf([{ name: 'n', kind: 'numeric', values }]);
  const expected = Array.from(values, (_, row) => row).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
  expect(await sorted(long, { column: 'n', descending: true })).toEqual(expected);
  const stop = new AbortController();
  const stopping = () => {
    stop.abort();
    return Promise.resolve();
  };
  expect(await sortRows(long, { column: 'n', descending: false }, stop.signal, stopping)).toBeNull();
});

const mixed = tableOf([
  { name: 'name', kind: 'string', values: ["O'Neil | b", null, 'two\nlines'] },
  { name: 'big', kind: 'numeric', values: [9007199254740993n, '1.10', null] },
  { name: 'ok', kind: 'boolean', values: [true, false, null] },
  { name: 'day', kind: 'temporal', values: [Date.UTC(2024, 0, 2), null, null] },
  { name: 'list', kind: 'string', values: [[1, 2], { a: 'x' }, null] },
]);

test('cells copy as Markdown, with numbers to the right and bars that stay text', async () => {
  expect(await text(mixed, [0, 2], 'markdown')).toBe(
    [
      '| name | big | ok | day | list |',
      '| --- | ---: | --- | --- | --- |',
      "| O'Neil \\| b | 9007199254740993 | true | 2024-01-02 | [1,2] |",
      '| two lines |  |  |  |  |',
    ].join('\n'),
  );
});

test('cells copy as JSON, with integers of any size and nulls', async () => {
  expect(await text(mixed, [0, 1], 'json')).toBe(
    [
      '[',
      `  {"name": "O'Neil | b", "big": 9007199254740993, "ok": true, "day": "2024-01-02", "list": [1,2]},`,
      '  {"name": null, "big": "1.10", "ok": false, "day": null, "list": {"a":"x"}}',
      ']',
    ].join('\n'),
  );
  expect(JSON.parse(await text(mixed, [], 'json'))).toEqual([]);
});

test('cells copy as a list for SQL: each value once, text in quotes, no nulls', async () => {
  const column = (name: string) => [...mixed.columns.values()].filter((each) => each.name === name);
  const list = async (name: string, rows = [0, 1, 2, 0]) =>
    (await blockChunks({ rows, columns: column(name) }, 'sql-in', pause)).join('');
  expect([await list('name'), await list('big'), await list('ok'), await list('day')]).toEqual([
    "('O''Neil | b', 'two\nlines')",
    '(9007199254740993, 1.10)',
    '(TRUE, FALSE)',
    "('2024-01-02')",
  ]);
});

test('a selection copies without the names of its columns', async () => {
  const block = { rows: [0, 1], columns: [...mixed.columns.values()].slice(1, 3), isHeadless: true };
  expect((await blockChunks(block, 'tsv', pause)).join('')).toBe('9007199254740993\ttrue\n1.10\tfalse');
});

const mysql = { ...usualStyle, sql: sqlWritingOf('mysql'), into: '`shop`.`t`' };
const styled = async (rows: readonly number[], format: CopyFormat, of: Table, style: CopyStyle) =>
  (await blockChunks({ rows, columns: [...of.columns.values()] }, format, pause, style)).join('');

test('[attack 57] bars, code, elements and links of a cell stay letters in Markdown', async () => {
  const hostile = tableOf([{ name: 'a`|', kind: 'string', values: ['`x` | <img src=x> [go](javascript:y) \\|'] }]);
  expect(await text(hostile, [0], 'markdown')).toBe(
    '| a\\`\\| |\n| --- |\n| \\`x\\` \\| \\<img src=x> [go]\\(javascript:y) \\\\\\| |',
  );
});

test('[attack 56] what goes to a spreadsheet is no formula, unless it is wanted so; one value is exact', async () => {
  const hostile = tableOf([
    { name: 'a', kind: 'string', values: ['=1+1', '@x', '-5'] },
    { name: 'b', kind: 'string', values: ['+49 30', 'y', '-x'] },
  ]);
  const unseen = tableOf([{ name: 'a', kind: 'string', values: ['\u200b=1+1', '\0@x', '\u202ea'] }]);
  expect(await text(unseen, [0, 1, 2], 'tsv')).toBe("a\n'\u200b=1+1\n'\0@x\n\u202ea");
  expect(await text(hostile, [0, 1, 2], 'tsv')).toBe("a\tb\n'=1+1\t'+49 30\n'@x\ty\n-5\t'-x");
  expect(await styled([0], 'tsv', hostile, { ...usualStyle, isHarmless: false })).toBe('a\tb\n=1+1\t+49 30');
  const cell = { rows: [0], columns: [...hostile.columns.values()].slice(0, 1), isHeadless: true };
  expect((await blockChunks(cell, 'tsv', pause)).join('')).toBe('=1+1');
});

test('cells copy as INSERT for a database: names and texts quoted, numbers exact, nulls null', async () => {
  const rows = tableOf([
    { name: 'na`me', kind: 'string', values: ["O'Neil\\", null, ''] },
    { name: 'big', kind: 'numeric', values: [9007199254740993n, '1.10', null] },
    { name: 'day', kind: 'temporal', values: [Date.UTC(2024, 0, 2), null, null] },
    { name: 'doc', kind: 'string', values: [{ a: [1] }, null, null] },
  ]);
  expect(await styled([0, 1, 2], 'insert', rows, mysql)).toBe(
    [
      'INSERT INTO `shop`.`t` (`na``me`, `big`, `day`, `doc`) VALUES',
      "  ('O''Neil\\\\', 9007199254740993, '2024-01-02', '{\"a\":[1]}'),",
      '  (NULL, 1.10, NULL, NULL),',
      "  ('', NULL, NULL, NULL);",
    ].join('\n'),
  );
  expect(await styled([0], 'sql-in', tableOf([{ name: 'a', kind: 'string', values: ['\\'] }]), mysql)).toBe("('\\\\')");
});

test('many rows are several INSERTs, since databases bound the rows of one', async () => {
  const rows = tableOf([{ name: 'n', kind: 'numeric', values: Float64Array.from({ length: 1001 }, (_, row) => row) }]);
  const statements = (
    await text(
      rows,
      Array.from({ length: 1001 }, (_, row) => row),
      'insert',
    )
  ).split(';\n');
  expect(statements.map((statement) => statement.split('\n').length)).toEqual([501, 501, 2]);
  expect(statements.every((statement) => statement.startsWith('INSERT INTO my_table ("n") VALUES\n  ('))).toBe(true);
});
