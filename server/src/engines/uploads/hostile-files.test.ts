import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtServer } from '../../testing/processes/built-server.ts';
import type { Preview, ReadOptions } from './protocol.ts';
import { runLoad } from './run-load.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Read a file in a process of its own, as the server does. */
async function load(
  content: string | Buffer,
  options: ReadOptions = {},
  signal = new AbortController().signal,
): Promise<Preview> {
  writeFileSync(join(folder, 'source'), content);
  return runLoad(
    {
      source: join(folder, 'source'),
      folder,
      target: join(folder, 'made.duckdb'),
      table: 'rows',
      options,
      memoryMb: 256,
      temporaryMb: 64,
      unpackedMb: 32,
    },
    builtServer,
    { signal, passed: () => undefined },
  );
}

/** A workbook of these parts, packed. */
function workbook(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const files: Buffer[] = [];
  const index: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries({ ...base, ...parts })) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(bytes.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    files.push(head, Buffer.from(name), packed);
    index.push(entry, Buffer.from(name));
    at += head.length + name.length + packed.length;
  }
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  const count = Object.keys({ ...base, ...parts }).length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, directory, end]);
}

const base = {
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="One" r:id="a"/><sheet name="Two" r:id="b"/>' +
    '<sheet name="Hidden" state="hidden" r:id="a"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/>' +
    '<Relationship Id="b" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/>' +
    '<xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Name</t></si><si><r><t>Day</t></r><r><t> of it</t></r></si><si><t>A &amp; "B"\nC</t></si></sst>',
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>A title</t></is></c></row>' +
    '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="str"><v>Paid</v></c>' +
    '<c r="D3" t="str"><v>Sum</v></c></row>' +
    '<row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4" s="1"><v>45292</v></c><c r="C4" t="b"><v>1</v></c>' +
    '<c r="D4"><f>1+1</f><v>2.5</v></c></row>' +
    '<row r="7"><c r="A7" t="inlineStr"><is><t>D</t></is></c><c r="B7" s="1"><v>45293</v></c>' +
    '<c r="D7"><v>-3</v></c></row>' +
    '</sheetData></worksheet>',
  'xl/worksheets/sheet2.xml':
    '<worksheet><sheetData><row r="1"><c t="str"><v>t</v></c></row>' +
    '<row><c s="2"><v>45292.5</v></c></row></sheetData></worksheet>',
};

test('a workbook: titles, texts, days, times, formulas, gaps and sheets', async () => {
  const preview = await load(workbook({}));
  expect(preview).toMatchObject({ format: 'xlsx', rows: 2, sheets: ['One', 'Two'], sheet: 'One', isReady: true });
  expect(preview.columns.map(({ name, type }) => [name, type])).toEqual([
    ['Name', 'text'],
    ['Day of it', 'date'],
    ['Paid', 'boolean'],
    ['Sum', 'number'],
  ]);
  expect(preview.sample).toEqual([
    ['A & "B"\nC', '2024-01-01', 'true', '2.5'],
    ['D', '2024-01-02', null, '-3.0'],
  ]);
  expect((await load(workbook({}), { sheet: 'Two' })).sample).toEqual([['2024-01-01 12:00:00']]);
  await expect(load(workbook({}), { sheet: 'None' })).rejects.toThrow('no sheet None. Its sheets: One, Two');
});

test('a fault of a workbook is reported with the row of its sheet', async () => {
  const rows = Array.from({ length: 40 }, (_, row) => `<row r="${row * 2 + 2}"><c><v>${row}</v></c></row>`);
  rows[30] = '<row r="62"><c t="str"><v>oops</v></c></row>';
  const preview = await load(
    workbook({
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c t="str"><v>n</v></c></row>' + `${rows.join('')}</sheetData></worksheet>`,
    }),
  );
  expect(preview).toMatchObject({ isReady: false, faults: [{ line: 62, column: 'n', text: 'oops' }] });
});

test('[attack 20] a small workbook that unpacks to a large one is stopped at its bound', async () => {
  const bomb = Buffer.alloc(80 * 1024 * 1024, '<row/>').fill('<worksheet>', 0, 11);
  await expect(load(workbook({ 'xl/worksheets/sheet1.xml': bomb }))).rejects.toThrow('larger than 32 MB');
});

test('[attack 20] one text of a workbook that no table can hold is refused in words, however it comes', async () => {
  const first = '<row r="1"><c t="str"><v>n</v></c></row>';
  const sheet = (row: string): Readonly<Record<string, string>> => ({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${first}${row}</sheetData></worksheet>`,
  });
  const tooLong = /has a text of more than \d MB, which is too long to be loaded/;
  const letters = 'x'.repeat(6_000_000);
  await expect(load(workbook(sheet(`<row><c t="str"><v>${letters}</v></c></row>`)))).rejects.toThrow(tooLong);
  await expect(load(workbook(sheet(`<row name="${letters}"/>`)))).rejects.toThrow(tooLong);
  const runs = `<r><t>${'x'.repeat(1000)}</t></r>`.repeat(2000);
  await expect(load(workbook(sheet(`<row><c t="inlineStr"><is>${runs}</is></c></row>`)))).rejects.toThrow(tooLong);
  await expect(
    load(
      workbook({ ...sheet('<row><c t="s"><v>0</v></c></row>'), 'xl/sharedStrings.xml': `<sst><si>${runs}</si></sst>` }),
    ),
  ).rejects.toThrow(tooLong);
});

test('[attack 20] a row of a workbook that repeats one text without end is a fault, and not missing', async () => {
  const wide = '<c t="s"><v>0</v></c>'.repeat(3);
  const preview = await load(
    workbook({
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(900_000)}</t></si></sst>`,
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1">' +
        `${'<c t="str"><v>n</v></c>'.repeat(3)}</row><row r="2">${'<c><v>1</v></c>'.repeat(3)}</row>` +
        `<row r="3">${wide}</row></sheetData></worksheet>`,
    }),
  );
  expect(preview).toMatchObject({ isReady: false, rows: 1, faults: [{ line: 3, reason: 'too_long' }] });
});

test('[attack 20] a line that the engine would leave out without a word is refused with its number', async () => {
  const line = 'x'.repeat(40_000_000);
  await expect(load(`a,b\n1,2\n${line},9\n3,4\n`)).rejects.toMatchObject({
    line: 3,
    message: expect.stringContaining('longer than 8 MB') as string,
  });
  await expect(load(line)).rejects.toMatchObject({ line: 1 });
  await expect(load('x'.repeat(300_000))).rejects.toThrow('The first row is too long to hold names of columns');
});

test('[attack 20] an object of more keys than columns is refused in words', async () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join(',');
  await expect(load(`{${keys}}`)).rejects.toThrow('Columns in the file: 20000. At most 2000');
});

test('[attack 20] entities of a workbook are not expanded', async () => {
  const sheet =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData>' +
    '<row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>';
  await expect(load(workbook({ 'xl/worksheets/sheet1.xml': sheet }))).rejects.toThrow('The workbook is damaged');
});

test('[attack 20] a file that lies about its size, and ones that are cut off', async () => {
  const whole = workbook({});
  await expect(load(whole.subarray(0, whole.length - 30))).rejects.toThrow('The workbook is damaged');
  const liar = Buffer.from(whole);
  liar.writeUInt32LE(1, liar.lastIndexOf(Buffer.from('504b0102', 'hex')) + 24);
  await expect(load(liar, { sheet: 'Two' })).rejects.toThrow('The workbook is damaged');
  const parquet = Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(100, 0xff), Buffer.from('PAR1')]);
  await expect(load(parquet)).rejects.toThrow('This Parquet file cannot be read');
});

test('[attack 20] a file of more than its memory ends with a sentence, and so does its process', async () => {
  // One value that does not fit anywhere.
  const wide = `{"a": "${'x'.repeat(40_000_000)}"}`;
  await expect(load(wide)).rejects.toThrow(/larger than 16 MB|more memory/);
});

test('a file that is given up stops its process', async () => {
  const controller = new AbortController();
  const running = load(`n\n${'1\n'.repeat(2_000_000)}`, {}, controller.signal);
  controller.abort(new Error('given up'));
  await expect(running).rejects.toThrow('given up');
});
