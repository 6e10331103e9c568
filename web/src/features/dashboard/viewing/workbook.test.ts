import { tableFromRows } from '@tessera/core/table';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { sheetNames, sheetRows, workbook } from './workbook.ts';

test('names of sheets are those that the format takes, none twice', () => {
  const long = 'A title that is longer than a sheet may be named';
  const titles = ['Sales', 'sales', 'Q1/Q2: [draft]?', '', "'", long, long, 'History', 'a\u0000b'];
  expect(sheetNames(titles.map((title) => ({ title })))).toEqual([
    'Sales',
    'sales (2)',
    'Q1 Q2 draft',
    'Chart',
    'Chart (2)',
    'A title that is longer than a s',
    'A title that is longer than (2)',
    'History (2)',
    'a b',
  ]);
});

test('names tell the queries of a chart apart however long its title is', () => {
  const title = 'A title that is longer than a sheet may be named';
  const queries = ['Query A', 'Query B', 'Query B', null].map((query) => ({ title, query }));
  expect(sheetNames(queries)).toEqual([
    'A title that is longe (Query A)',
    'A title that is longe (Query B)',
    'A title that is l (Query B) (2)',
    'A title that is longer than a s',
  ]);
});

test('cells have their types; text runs nowhere as a formula', () => {
  const table = tableFromRows(
    [
      { at: Date.UTC(2026, 0, 2), count: 3, name: '=cmd()', on: true, big: 12345678901234567890n },
      { at: null, count: null, name: null, on: false, big: 7n },
    ],
    ['at', 'count', 'name', 'on', 'big'],
    ['temporal', 'numeric', 'string', 'boolean', 'numeric'],
  );
  const [head, first, second] = sheetRows(table);
  expect(head?.map((cell) => cell?.value)).toEqual(['at', 'count', 'name', 'on', 'big']);
  expect(first?.map((cell) => cell?.value)).toEqual([
    new Date(Date.UTC(2026, 0, 2)),
    3,
    "'=cmd()",
    true,
    '12345678901234567890',
  ]);
  expect(second?.map((cell) => cell?.value ?? null)).toEqual([null, null, null, false, 7]);
});

test('a workbook has a sheet for each chart', async () => {
  const rows = tableFromRows([{ a: 'x<y' }], ['a'], ['string']);
  const file = await workbook([
    { title: 'One', rows },
    { title: 'Two & three', rows },
  ]);
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const textOf = (name: string) => new TextDecoder().decode(parts[name]);
  expect(textOf('xl/workbook.xml')).toContain('name="Two &amp; three"');
  expect(Object.keys(parts).filter((name) => name.startsWith('xl/worksheets/sheet'))).toHaveLength(2);
  expect(Object.keys(parts).map(textOf).join('')).toContain('x&lt;y');
});
