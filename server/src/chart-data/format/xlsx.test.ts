import { readXlsx } from 'hucre';
import { expect, test } from 'vitest';
import { tableOf, type Cell, type Column } from '@tessera/core/table';
import { xlsxHeader, xlsxRows } from '../values/xlsx-rows.ts';
import { xlsx } from './xlsx.ts';

// Read back by a reader that has nothing in common with the writer.
async function roundTrip(columns: readonly Column[], sheetRows?: number, chunkRows = 2) {
  const table = tableOf(columns);
  const lines = async function* () {
    yield Buffer.from(xlsxHeader([...table.columns.keys()]));
    for (let row = 0; row < table.rowCount; row += chunkRows)
      yield Buffer.from(
        xlsxRows(tableOf(columns.map((column) => ({ ...column, values: column.values.slice(row, row + chunkRows) })))),
      );
  };
  const chunks: Buffer[] = [];
  for await (const chunk of xlsx(lines(), sheetRows)) chunks.push(chunk);
  const { sheets } = await readXlsx(Buffer.concat(chunks));
  return sheets.map((sheet) => sheet.rows);
}
const strings = (...values: readonly Cell[]): Column => ({ name: 'text', kind: 'string', values });

test('[7.1-01] numbers, texts, dates and truth values arrive as what they are', async () => {
  const [rows] = await roundTrip([
    { name: 'n', kind: 'numeric', values: [1.5, null, -3] },
    strings('a & <b>', 'tab\tand\nline', null),
    { name: 'ds', kind: 'temporal', values: [Date.UTC(2024, 1, 29, 12, 30), Date.UTC(1850, 0, 1), null] },
    { name: 'ok', kind: 'boolean', values: [true, false, null] },
    { name: 'big', kind: 'numeric', values: [9_007_199_254_740_993n, 42n, 'x'] },
  ]);
  expect(rows).toEqual([
    ['n', 'text', 'ds', 'ok', 'big'],
    [1.5, 'a & <b>', new Date(Date.UTC(2024, 1, 29, 12, 30)), true, '9007199254740993'],
    [null, 'tab\tand\nline', '1850-01-01 00:00:00', false, 42],
    [-3, null, null, null, 'x'],
  ]);
});

test('a decimal of many digits is a number that sheets can add', async () => {
  const [rows] = await roundTrip([
    { name: 'avg', kind: 'numeric', values: ['53.2142857142857143', '-0.3333333333333333', '12345678901234567890.25'] },
    strings('53.2142857142857143', '1', '2'),
  ]);
  expect(rows?.slice(1)).toEqual([
    [Number('53.2142857142857143'), '53.2142857142857143'],
    [-0.3333333333333333, '1'],
    ['12345678901234567890.25', '2'],
  ]);
});

test('what would run as a formula is text, as in CSV', async () => {
  const [rows] = await roundTrip([strings('=1+1', '+cmd', '-2', '@x', '-2+3', '\tx')]);
  expect(rows?.slice(1).flat()).toEqual(["'=1+1", "'+cmd", '-2', "'@x", "'-2+3", "'\tx"]);
});

test('characters that XML lacks do not break the file, and long texts are cut with a mark', async () => {
  const [rows] = await roundTrip([strings('a\u0000b\u001Fc', '_x0041_', 'x'.repeat(40_000), '\uD800', '😀')]);
  const [control, marked, long, broken, face] = rows?.slice(1).flat() ?? [];
  expect([
    String(control).length > 2,
    marked,
    String(long).length,
    String(long).endsWith('…'),
    String(broken).length > 0,
    face,
  ]).toEqual([true, '_x0041_', 32_767, true, true, '😀']);
});

test('more columns than the format has are refused before anything is sent', () => {
  const names = Array.from({ length: 16_385 }, (_, index) => `c${index}`);
  expect(xlsxHeader(names.slice(1)).split('</c>')).toHaveLength(16_385);
  expect(() => xlsxHeader(names)).toThrow(
    'A workbook has 16384 columns at most, and this result has 16385. Download it as CSV, or ask for fewer columns.',
  );
});

test.each([
  { rows: 5, want: [4, 3] },
  { rows: 6, want: [4, 4] },
  { rows: 7, want: [4, 4, 2] },
  { rows: 3, want: [4] },
  { rows: 0, want: [1] },
])('$rows rows on sheets of four, each with the header', async ({ rows, want }) => {
  const sheets = await roundTrip(
    [{ name: 'n', kind: 'numeric', values: Array.from({ length: rows }, (_, row) => row) }],
    4,
    5,
  );
  expect(sheets.map((sheet) => sheet.length)).toEqual(want);
  expect(sheets.flatMap((sheet) => sheet.slice(1).flat())).toEqual(Array.from({ length: rows }, (_, row) => row));
  expect(sheets.every((sheet) => sheet[0]?.[0] === 'n')).toBe(true);
});

test('a reader that leaves a workbook ends what it is made of', async () => {
  let ended = false;
  async function* endless(): AsyncGenerator<Buffer, void> {
    try {
      for (;;) yield Buffer.from('<row><c t="inlineStr"><is><t>1</t></is></c></row>\n'.repeat(1000));
    } finally {
      ended = true;
    }
  }
  const workbook = xlsx(endless());
  for (let chunks = 0; chunks < 5; chunks += 1) expect((await workbook.next()).done).toBe(false);
  await workbook.return();
  await expect.poll(() => ended).toBe(true);
});
