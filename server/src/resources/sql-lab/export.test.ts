import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { childrenOf } from '../../testing/processes/real-server.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;
let ben: number;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-export-'));
  it = await salesApp(
    [
      `CREATE TABLE sales AS SELECT i AS id, (i * 1.5)::DECIMAL(10, 2) AS amount, 'name ' || i AS name, ` +
        `TIMESTAMP '2026-01-01' + INTERVAL (i) SECOND AS moment, i % 2 = 0 AS even FROM range(3000) AS r(i)`,
    ],
    { downloadRowLimit: 2500 },
  );
  ben = await buildUser(it.metadata.db, { roles: ['Alpha', 'sql_lab'] });
});
afterAll(async () => {
  await it?.close();
  rmSync(folder, { recursive: true, force: true });
});

let runs = 0;
async function run(sql: string, queryLimit?: number): Promise<string> {
  runs += 1;
  const client_id = `export-${runs}`;
  const answer = await it.request({
    method: 'POST',
    url: '/api/v1/sqllab/execute/',
    as: it.adminId,
    payload: { database_id: it.database, sql, client_id, queryLimit, tab: 'Über "my" tab' },
  });
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return client_id;
}
const file = (clientId: string, q = '', as = it.adminId) =>
  it.request({ url: `/api/v1/sqllab/export/${clientId}/${q}`, as });
const whole = (payload: object, as = it.adminId) =>
  it.request({ method: 'POST', url: '/api/v1/sqllab/export_streaming/', as, payload });
const logged = async () =>
  (await it.request({ url: '/api/v1/querylog/?q=(page_size:200)', as: it.adminId })).json<{
    result: { source: string; status: string; rows: number | null }[];
  }>().result;

test('what the editor shows is a file of the rows that are stored, with a name', async () => {
  const id = await run(
    'SELECT id, amount, name, moment, even FROM sales ORDER BY id; SELECT 1 AS "a,b", NULL AS empty',
    2,
  );
  const answer = await file(id, '?statement=0');
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'id,amount,name,moment,even\r\n0,0,name 0,2026-01-01 00:00:00,True\r\n1,1.5,name 1,2026-01-01 00:00:01,False\r\n',
  ]);
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="_ber _my_ tab_\d{8}_\d{6}.csv"; filename\*=UTF-8''%C3%9Cber%20%22my%22%20tab_/,
  );
  expect((await file(id)).body).toBe('"a,b",empty\r\n1,\r\n');
  expect((await file(id, '?format=json&statement=0')).json()).toEqual([
    { id: 0, amount: 0, name: 'name 0', moment: Date.UTC(2026, 0, 1), even: true },
    { id: 1, amount: 1.5, name: 'name 1', moment: Date.UTC(2026, 0, 1, 0, 0, 1), even: false },
  ]);
  expect((await file(id, '?format=xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('[attack 56] cells and names that a spreadsheet would run as a formula are made harmless', async () => {
  const id = await run(`SELECT '=cmd|''/c calc''!A1' AS "=a", '-2' AS b, '@x' AS c`);
  expect((await file(id)).body).toBe("'=a,b,c\r\n'=cmd|'/c calc'!A1,-2,'@x\r\n");
  expect((await whole({ client_id: id })).body).toBe("'=a,b,c\r\n'=cmd|'/c calc'!A1,-2,'@x\r\n");
});

test('all rows are asked of the database again, past the limit of the editor, and logged', async () => {
  const id = await run('SELECT id FROM sales ORDER BY id', 10);
  expect((await file(id)).body.split('\r\n').length).toBe(12);
  const answer = await whole({ client_id: id, filename: 'mine.csv', expected_rows: '3000' });
  expect([answer.body.split('\r\n').length, answer.headers['content-disposition']]).toEqual([
    2502,
    expect.stringContaining('filename="mine.csv"'),
  ]);
  await expect
    .poll(async () => (await logged())[0])
    .toMatchObject({ source: 'sql_download', status: 'success', rows: 2500 });
  const path = await whole({ client_id: id, filename: '../..\\a\tb/\u202Ec.csv' });
  expect(path.headers['content-disposition']).toBe(
    `attachment; filename=".._.._a_b_c.csv"; filename*=UTF-8''.._.._a_b__c.csv`,
  );
  const form = await it.request({
    method: 'POST',
    url: '/api/v1/sqllab/export_streaming/',
    as: it.adminId,
    payload: `client_id=${id}&format=json&statement=0`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(form.json<unknown[]>().length).toBe(2500);
});

test('results that are gone are requested again, within the limit of the query', async () => {
  const id = await run('SELECT id FROM sales ORDER BY id', 10);
  rmSync(join(it.config.home, 'results'), { recursive: true });
  expect((await file(id)).body.split('\r\n').length).toBe(12);
});

test('Parquet holds the rows with their types', async () => {
  const id = await run(
    `SELECT id, amount, name, moment, even, moment::DATE AS day, NULL::INTEGER AS nothing, '' AS "empty text",
      'a "q", and' || chr(10) || 'a line' AS "odd ""name""",
      [1, 2] AS list, 170141183460469231731687303715884105727 AS huge
      FROM sales ORDER BY id`,
    3,
  );
  const answer = await file(id, '?format=parquet');
  const path = join(folder, 'a.parquet');
  writeFileSync(path, answer.rawPayload);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const read = await connection.runAndReadAll(`SELECT * FROM '${path}'`);
  expect(read.columnTypes().map(String)).toEqual([
    'BIGINT',
    'DECIMAL(10,2)',
    'VARCHAR',
    'TIMESTAMP',
    'BOOLEAN',
    'DATE',
    'BIGINT',
    'VARCHAR',
    'VARCHAR',
    'VARCHAR',
    'VARCHAR',
  ]);
  expect(read.getRowsJson()[1]).toEqual([
    '1',
    '1.50',
    'name 1',
    '2026-01-01 00:00:01',
    false,
    '2026-01-01',
    null,
    '',
    'a "q", and\na line',
    '[1,2]',
    '170141183460469231731687303715884105727',
  ]);
  expect(readdirSync(join(it.config.home, 'spill')).filter((name) => name.startsWith('parquet'))).toEqual([]);
});

test('a column with a time without end is one of texts in Parquet', async () => {
  const id = await run(
    "SELECT 'infinity'::TIMESTAMP AS at, 'infinity'::DATE AS day, TIMESTAMP '2026-01-01' AS real",
    3,
  );
  const path = join(folder, 'endless.parquet');
  writeFileSync(path, (await file(id, '?format=parquet')).rawPayload);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const read = await connection.runAndReadAll(`SELECT * FROM '${path}'`);
  expect([read.columnTypes().map(String), read.getRowsJson()]).toEqual([
    ['VARCHAR', 'VARCHAR', 'TIMESTAMP'],
    [['infinity', 'infinity', '2026-01-01 00:00:00']],
  ]);
});

test('[attack 61] one user has so many Parquet files made at a time', async () => {
  const id = await run('SELECT id, name FROM sales');
  const before = childrenOf(process.pid).length;
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, childrenOf(process.pid).length - before)), 10);
  const files = await Promise.all(Array.from({ length: 8 }, () => file(id, '?format=parquet')));
  clearInterval(look);
  expect(files.map(({ rawPayload }) => rawPayload.subarray(0, 4).toString())).toEqual(files.map(() => 'PAR1'));
  expect(most).toBeLessThanOrEqual(2);
});

test('files are for whoever ran the query, and may download', async () => {
  const id = await run('SELECT 1 AS one');
  expect((await file(id, '', ben)).statusCode).toBe(404);
  expect((await whole({ client_id: id }, ben)).statusCode).toBe(404);
  expect((await file(id, '?format=exe')).statusCode).toBe(400);
  expect((await file(id, '?statement=7')).statusCode).toBe(404);
});
