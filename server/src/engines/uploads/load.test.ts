import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadFile } from './load.ts';
import type { Preview, ReadOptions } from './protocol.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upload-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function load(content: string | Buffer, options: ReadOptions = {}, table = 'rows'): Promise<Preview> {
  const source = join(folder, 'source');
  writeFileSync(source, content);
  return loadFile(
    {
      source,
      folder,
      target: join(folder, 'made.duckdb'),
      table,
      options,
      memoryMb: 512,
      temporaryMb: 256,
      unpackedMb: 64,
    },
    () => undefined,
  );
}

async function made(sql: string): Promise<readonly (readonly string[])[]> {
  const instance = await DuckDBInstance.create(join(folder, 'made.duckdb'), { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRows().map((row) => row.map(String));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const types = (preview: Preview) => Object.fromEntries(preview.columns.map(({ name, type }) => [name, type]));
const faults = (preview: Preview) =>
  preview.faults.map(({ line, column, text, reason }) => [line, column, text, reason]);

describe('text files', () => {
  test('types come from all values', async () => {
    const preview = await load(
      'id,day,when,amount,zip,paid,note\n' +
        '1,2024-01-31,2024-01-31T10:00:00Z,1.5,01234,true,"a, ""b"""\n' +
        '2,2024-02-01,2024-02-01 11:30:00,-2,99999,false,\n',
    );
    expect(types(preview)).toEqual({
      id: 'integer',
      day: 'date',
      when: 'time',
      amount: 'number',
      zip: 'text',
      paid: 'boolean',
      note: 'text',
    });
    expect(preview).toMatchObject({ rows: 2, delimiter: ',', header: true, encoding: 'utf-8', isReady: true });
    expect(await made('SELECT * FROM rows')).toEqual([
      ['1', '2024-01-31', '2024-01-31 10:00:00', '1.5', '01234', 'true', 'a, "b"'],
      ['2', '2024-02-01', '2024-02-01 11:30:00', '-2', '99999', 'false', 'null'],
    ]);
  });

  test('times that say how far from UTC they are become those of UTC', async () => {
    const preview = await load(
      'at,n\n2024-03-10T03:30:00-05:00,1\n 2024-03-10 03:30:00.5+0530 ,2\n2024-03-10T03:30:00+02,3\n' +
        '2024-03-10T03:30:00Z,4\n2024-03-10 03:30:00,5\n2024-03-10,6\n',
    );
    expect(types(preview)).toEqual({ at: 'time', n: 'integer' });
    expect((await made('SELECT "at" FROM rows ORDER BY n')).flat()).toEqual([
      '2024-03-10 08:30:00',
      '2024-03-09 22:00:00.5',
      '2024-03-10 01:30:00',
      '2024-03-10 03:30:00',
      '2024-03-10 03:30:00',
      '2024-03-10 00:00:00',
    ]);
  });

  test('numbers that the engine alone would read so are faults, and odd ones are read', async () => {
    const plain = Array.from({ length: 400 }, (_, row) => `${row},${row}.5,${row % 2 === 0 ? 'true' : 'no'}`);
    const preview = await load(
      `n,x,paid\n${plain.join('\n')}\n1_000,2,true\n+7,3_0.5,TRUE\n-8,Infinity,False\n9,1e3,perhaps\n` + '1.5,.5,y\n',
    );
    expect(types(preview)).toEqual({ n: 'integer', x: 'number', paid: 'boolean' });
    expect(faults(preview)).toEqual([
      [402, 'n', '1_000', 'type'],
      [403, 'x', '3_0.5', 'type'],
      [404, 'x', 'Infinity', 'type'],
      [405, 'paid', 'perhaps', 'type'],
      [406, 'n', '1.5', 'type'],
    ]);
    expect(await made('SELECT * FROM rows OFFSET 400')).toEqual([
      ['null', '2', 'true'],
      ['7', 'null', 'true'],
      ['-8', 'null', 'false'],
      ['9', '1000', 'null'],
      ['null', '0.5', 'true'],
    ]);
  });

  test('a mark at the beginning, semicolons, decimal commas and German dates', async () => {
    const preview = await load(
      '\uFEFFDatum;Betrag;Stück\r\n31.12.2023;1.234,50;3\r\n1.1.2024;7,25;4\r\n02.01.2024;-0,5;\r\n',
    );
    expect(preview).toMatchObject({ delimiter: ';', decimal: ',', rows: 3 });
    expect(types(preview)).toEqual({ Datum: 'date', Betrag: 'number', Stück: 'integer' });
    expect(await made('SELECT * FROM rows')).toEqual([
      ['2023-12-31', '1234.5', '3'],
      ['2024-01-01', '7.25', '4'],
      ['2024-01-02', '-0.5', 'null'],
    ]);
  });

  test('tabs, pipes, old encodings and those of two bytes', async () => {
    expect(await load('a\tb\n1\tx\n2\ty\n')).toMatchObject({ delimiter: '\t', rows: 2 });
    expect(await load('a|b\n1|x\n2|y\n')).toMatchObject({ delimiter: '|', rows: 2 });
    expect(await load(Buffer.from('city,n\nKöln,1\nMünchen,2\n', 'latin1'))).toMatchObject({
      encoding: 'windows-1252',
    });
    expect(await made('SELECT city FROM rows')).toEqual([['Köln'], ['München']]);
    expect(await load(Buffer.from('\uFEFFcity,n\nΑθήνα,1\nMünchen,2\n', 'utf16le'))).toMatchObject({
      encoding: 'utf-16le',
      rows: 2,
    });
    expect(await made('SELECT city FROM rows')).toEqual([['Αθήνα'], ['München']]);
    expect(await load('a,b\r1,x\r2,y\r')).toMatchObject({ rows: 2 });
  });

  test('names are never empty and never twice', async () => {
    const preview = await load('a,A,,a_2,"x\ny"\n1,2,3,4,5\n');
    expect(preview.columns.map(({ name, original }) => [name, original])).toEqual([
      ['a', null],
      ['A_3', 'A'],
      ['column_3', ''],
      ['a_2', null],
      ['x y', 'x\ny'],
    ]);
  });

  test('a file without names gets some', async () => {
    const preview = await load('1,Anna\n2,Bert\n3,Anna\n');
    expect(preview).toMatchObject({ header: false, rows: 3 });
    expect(types(preview)).toEqual({ column_1: 'integer', column_2: 'text' });
    expect(await load('1,Anna\n2,Bert\n', { header: true })).toMatchObject({ rows: 1 });
  });

  test('lines above the table are left out', async () => {
    const preview = await load('Sales of 2024\n\nday,amount\n2024-01-01,5\n2024-01-02,6\n');
    expect(types(preview)).toEqual({ day: 'date', amount: 'integer' });
    expect(preview.rows).toBe(2);
  });

  test('days and months are distinguished by all rows', async () => {
    const many = Array.from({ length: 5000 }, (_, row) => `${String((row % 12) + 1).padStart(2, '0')}/03/2024`);
    expect((await load(`day\n${many.join('\n')}\n`)).columns[0]).toMatchObject({ type: 'date', isAmbiguous: true });
    expect(await made('SELECT max(day) FROM rows')).toEqual([['2024-12-03']]);
    expect((await load(`day\n${many.join('\n')}\n`, { dayFirst: true })).columns[0]?.max).toBe('2024-03-12');
    const late = [...many, '13/03/2024', '25/03/2024'];
    expect((await load(`day\n${late.join('\n')}\n`)).columns[0]).toMatchObject({
      max: '2024-03-25',
      isAmbiguous: false,
    });
  });

  test('rows that cannot be cut are reported with their lines, and nothing is ready', async () => {
    const csv = 'a,b\n1,2\n3\n\n4,5,6\n"x\ny",2\n7,8\n';
    const preview = await load(csv);
    expect(preview).toMatchObject({ isReady: false, faultCount: 2, rows: 3 });
    expect(faults(preview)).toEqual([
      [3, null, '3', 'too_few_cells'],
      [5, null, '4,5,6', 'too_many_cells'],
    ]);
    expect(await load(csv, { faults: 'leave_out' })).toMatchObject({ isReady: true, leftOut: 2, rows: 3 });
    expect(await load(csv, { faults: 'empty' })).toMatchObject({ isReady: true, leftOut: 2, rows: 3 });
  });

  test('values that do not fit are reported with their lines', async () => {
    const rows = Array.from({ length: 3000 }, (_, row) => `${row},"two\nlines",${row / 2}`);
    rows[2] = '2,short';
    rows[1234] = 'oops,"a\nb",1';
    rows[2500] = '2500,x,1.5.5';
    const csv = `id,note,n\n${rows.join('\n')}\n`;
    const preview = await load(csv);
    expect(types(preview)).toEqual({ id: 'integer', note: 'text', n: 'number' });
    expect(faults(preview)).toEqual([
      [6, null, '2,short', 'too_few_cells'],
      [1 + 1 + 1234 * 2 - 1, 'id', 'oops', 'type'],
      [1 + 1 + 2500 * 2 - 1, 'n', '1.5.5', 'type'],
    ]);
    expect(await load(csv, { faults: 'leave_out' })).toMatchObject({ rows: 2997, leftOut: 3, isReady: true });
    expect(await load(csv, { faults: 'empty' })).toMatchObject({ rows: 2999, leftOut: 1, isReady: true });
    const text = await load(csv, { types: ['text', null, 'text'], faults: 'leave_out' });
    expect(types(text)).toEqual({ id: 'text', note: 'text', n: 'text' });
    expect(text.rows).toBe(2999);
  });

  test.each([
    ['.', '1e400', '0.5'],
    ['.', '-1e999', '0.5'],
    ['.', '9'.repeat(310), '0.5'],
    [',', '9'.repeat(310), '0,5'],
    [',', '1e400', '0,5'],
  ] as const)('with %s a number that no double holds is none: %.20s', async (decimal, large, small) => {
    const rows = Array.from({ length: 200 }, (_, row) => (row === 120 ? large : small));
    const csv = `n;x\n${rows.map((each) => `${each};y`).join('\n')}\n`;
    const types = ['number', null] as const;
    const preview = await load(csv, { decimal, types });
    expect(faults(preview)).toEqual([[122, 'n', large.slice(0, 200), 'type']]);
    await load(csv, { decimal, types, faults: 'empty' });
    expect(await made('SELECT count(n), max(n) FROM rows')).toEqual([['199', '0.5']]);
  });

  test('a column of one, blank lines in it, and faults behind them', async () => {
    const preview = await load(
      `n\n${Array.from({ length: 200 }, (_, row) => (row % 50 === 9 ? '' : row)).join('\n')}\nbad\n`,
    );
    expect(faults(preview)).toEqual([[202, 'n', 'bad', 'type']]);
  });

  test('formulas and markup are texts', async () => {
    await load('a,b\n=1+1,<b>x</b>\n@SUM(A1),{{ x }}\n');
    expect(await made('SELECT * FROM rows')).toEqual([
      ['=1+1', '<b>x</b>'],
      ['@SUM(A1)', '{{ x }}'],
    ]);
  });

  test('hostile names of tables and columns stay names', async () => {
    const name = `x"; DROP TABLE y; --`;
    await load(`"a""; --",__proto__\n1,2\n3,4\n`, {}, name);
    expect(await made(`SELECT * FROM "${name.replaceAll('"', '""')}"`)).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  test('what is no table is refused in words', async () => {
    await expect(load('')).rejects.toThrow('The file is empty.');
    await expect(load('\n\n')).rejects.toThrow('The file is empty.');
    await expect(load(Buffer.from([1, 2, 0, 4, 0]))).rejects.toThrow('zero bytes');
    await expect(load('a,b\n1,2\n', { encoding: 'klingon' })).rejects.toThrow('no encoding klingon');
    await expect(load(Buffer.from('1f8b0800', 'hex'))).rejects.toThrow('Unpack it first');
    await expect(load(Array.from({ length: 3000 }, () => 'x').join(','))).rejects.toThrow('Columns in the file: 3000');
  });

  test('the profile tells nulls, range, distinct values, parts and what is frequent', async () => {
    const rows = Array.from({ length: 240 }, (_, row) => `${row},${row % 4 === 0 ? '' : `c${row % 3}`}`);
    const [n, city] = (await load(`n,city\n${rows.join('\n')}\n`)).columns;
    expect(n).toMatchObject({
      min: '0',
      max: '239',
      mean: 119.5,
      nulls: 0,
      bins: Array.from({ length: 12 }, () => 20),
    });
    expect(city).toMatchObject({ nulls: 60, distinct: 3, top: [{ count: 60 }, { count: 60 }, { count: 60 }] });
  });

  test('a few values are counted, not estimated', async () => {
    const counts: number[] = [];
    for (const values of [37, 40, 64, 99, 150]) {
      const names = Array.from({ length: values }, (_, row) => `place number ${row * 7}`);
      const [place] = (await load(`place,n\n${names.map((name) => `${name},1`).join('\n')}\n`)).columns;
      counts.push(place?.distinct ?? 0);
    }
    expect(counts).toEqual([37, 40, 64, 99, 150]);
  });
});

describe('files that declare their types', () => {
  test('JSON, as a list, by lines, and inside of an object', async () => {
    expect(await load('[{"a":1,"b":"x","c":{"d":[1,2]}},{"a":2.5,"when":"2024-01-01T10:00:00"}]')).toMatchObject({
      format: 'json',
      rows: 2,
    });
    expect(await made('SELECT a, b, c FROM rows')).toEqual([
      ['1', 'x', '{"d":[1,2]}'],
      ['2.5', 'null', 'null'],
    ]);
    expect(await load('{"a":1}\n{"a":2}\n')).toMatchObject({ format: 'json', rows: 2 });
    expect(await load('{"ok":true,"data":[{"a":1,"b":2},{"a":3,"b":4}]}')).toMatchObject({ rows: 2 });
    expect(await made('SELECT a, b FROM rows')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  test('texts beside numbers in JSON stand as they are written', async () => {
    await load('[{"id":"A12"},{"id":12},{"id":"say \\"hi\\""},{"id":null},{"id":{"b":["x"]}}]');
    expect((await made('SELECT id FROM rows')).flat()).toEqual(['A12', '12', 'say "hi"', 'null', '{"b":["x"]}']);
  });

  test('a faulty line of JSON is reported, and nothing is ready', async () => {
    const lines = Array.from({ length: 100 }, (_, row) => (row === 41 ? '{"a": oops}' : `{"a": ${row}}`));
    await expect(load(lines.join('\n'), { format: 'json' })).rejects.toMatchObject({ line: 42 });
  });

  test('Parquet', async () => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const file = join(folder, 'given.parquet');
    await connection.run(
      `COPY (SELECT 1 AS a, DATE '2024-01-01' AS "A b", [1, 2] AS c, TIMESTAMPTZ '2024-01-01 10:00:00+02' AS t,
       uuid() AS u) TO '${file}' (FORMAT parquet)`,
    );
    const { readFileSync } = await import('node:fs');
    const preview = await load(readFileSync(file));
    expect(preview.columns.map(({ name, sqlType }) => [name, sqlType])).toEqual([
      ['a', 'INTEGER'],
      ['A b', 'DATE'],
      ['c', 'VARCHAR'],
      ['t', 'TIMESTAMP'],
      ['u', 'VARCHAR'],
    ]);
    expect(await made('SELECT t FROM rows')).toEqual([['2024-01-01 08:00:00']]);
    const cut = readFileSync(file).subarray(0, 200);
    await expect(load(cut)).rejects.toThrow(/Parquet file cannot be read/);
    await expect(load(cut)).rejects.not.toThrow(folder);
  });
});
