import { afterAll, beforeAll, expect, test } from 'vitest';
import { endIn, queryIn, resultsIn, runLines } from '../../testing/run-lines.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';
import { paramsOf } from './service.ts';

let it: SalesApp;

beforeAll(async () => {
  it = await salesApp([
    `CREATE TABLE sales AS SELECT i AS id, i % 3 AS region, 'name ' || i AS name FROM range(30000) AS r(i)`,
  ]);
});
afterAll(async () => {
  await it?.close();
});

const execute = (payload: object, headers: Readonly<Record<string, string>> = {}) =>
  it.request({
    method: 'POST',
    url: '/api/v1/sqllab/execute/',
    as: it.adminId,
    payload: { database_id: it.database, ...payload },
    headers,
  });
const lines = async (payload: object) => runLines((await execute(payload, { accept: 'application/x-ndjson' })).body);

test('[7.6-02] a query is answered with its rows, its columns and what became of it', async () => {
  const answer = await execute({
    client_id: 'first',
    json: true,
    sql: 'SELECT id, name FROM sales ORDER BY id',
    queryLimit: 2,
    sql_editor_id: 'tab 1',
    tab: 'Mine',
  });
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    expect.objectContaining({
      status: 'success',
      data: [
        { id: 0, name: 'name 0' },
        { id: 1, name: 'name 1' },
      ],
      columns: [
        { column_name: 'id', name: 'id', type: 'BIGINT', type_generic: 0, is_dttm: false },
        { column_name: 'name', name: 'name', type: 'VARCHAR', type_generic: 1, is_dttm: false },
      ],
      expanded_columns: [],
      query: expect.objectContaining({
        id: 'first',
        dbId: it.database,
        db: 'sales',
        state: 'success',
        progress: 100,
        rows: 2,
        limit: 2,
        limitingFactor: 'DROPDOWN',
        executedSql: 'SELECT id, name FROM sales ORDER BY id\nLIMIT 3',
        sqlEditorId: 'tab 1',
        tab: 'Mine',
        errors: [],
        runAsync: false,
        userId: it.adminId,
      }),
    }),
  ]);
});

test('[3.13-04] a query has its fields, whatever became of it', async () => {
  const fields = (
    'id dbId sql sqlEditorId tab state progress startDttm endDttm rows resultsKey errorMessage errors cached ' +
    'limitingFactor tempSchema tempTable ctas runAsync isDataPreview'
  ).split(' ');
  const ran = (await execute({ sql: 'SELECT 1 AS a', tab: 'Mine', isDataPreview: true })).json<{ query: object }>();
  expect(Object.keys(ran.query)).toEqual(expect.arrayContaining(fields));
  expect(ran.query).toMatchObject({ tab: 'Mine', isDataPreview: true, rows: 1, errors: [], errorMessage: null });
  const failed = (await lines({ sql: 'SELECT nope' })).findLast((line) => 'query' in line);
  expect(failed).toMatchObject({ query: { state: 'failed', rows: null, errors: [{ level: 'error' }] } });
  expect(Object.keys(failed && 'query' in failed ? failed.query : {})).toEqual(expect.arrayContaining(fields));
});

test('rows come line by line, the first few by themselves, a result for each statement', async () => {
  const told = await lines({ sql: 'SELECT id FROM sales ORDER BY id;\n-- two\nSELECT 1 AS one, 2 AS one;' });
  expect([Object.keys(told[0] ?? {}), endIn(told)]).toEqual([['query'], 'success']);
  const rows = told.flatMap((line) => ('rows' in line ? [line.rows] : []));
  expect(rows[0]).toBeLessThanOrEqual(500);
  const [first, second] = resultsIn(told);
  expect(first?.columns[0]).toEqual(Array.from({ length: 30_000 }, (_, id) => id));
  expect(second).toMatchObject({
    names: ['one', 'one_1'],
    columns: [[1], [2]],
    tail: { statement: 1, rows: 1, isCut: false, limitingFactor: 'NOT_LIMITED', affected: null },
  });
  expect(queryIn(told).statements).toMatchObject([
    { at: 0, end: 32, state: 'success', rows: 30_000 },
    { at: 41, end: 66, state: 'success', rows: 1 },
  ]);
});

test.each([
  ['SELECT nope FROM sales', 400, 'COLUMN_DOES_NOT_EXIST_ERROR', { line: 1, column: 8, at: 7 }],
  ['SELECT 1;\n\nSELECT * FROM nowhere', 400, 'TABLE_DOES_NOT_EXIST_ERROR', { line: 3, column: 15, at: 25 }],
  ['SELECT 1;\nSELECT (2', 422, 'INVALID_SQL_ERROR', { line: 2, column: 8, at: 17 }],
  ["SELECT 'open", 422, 'INVALID_SQL_ERROR', { line: 1, column: 8, at: 7 }],
  ['{% set a = 1 %}SELECT {{ a }},\n nope', 400, 'COLUMN_DOES_NOT_EXIST_ERROR', { line: 2, column: 2, at: 32 }],
  ['SELECT {{ x }}', 400, 'MISSING_TEMPLATE_PARAMS_ERROR', {}],
  ['DROP TABLE sales', 403, 'DML_NOT_ALLOWED_ERROR', {}],
  ['SELECT 1; SET threads = 1', 403, 'INVALID_SQL_ERROR', {}],
  ['FLY me', 400, 'SYNTAX_ERROR', { line: 1, column: 1, at: 0 }],
])('%j is answered with %i %s, where it is wrong in the script as written', async (sql, status, type, place) => {
  const answer = await execute({ sql });
  expect([answer.statusCode, answer.json()]).toEqual([
    status,
    { errors: [expect.objectContaining({ error_type: type, extra: expect.objectContaining(place) })] },
  ]);
  const told = queryIn(await lines({ sql }));
  expect([told.state, told.errors]).toEqual([
    'failed',
    [expect.objectContaining({ error_type: type, extra: expect.objectContaining(place) })],
  ]);
});

test('[F14] of millions of rows several at once get as many as may come, and hear of more', async () => {
  const sql = 'SELECT range AS i, range % 7 AS seventh FROM range(5000000)';
  const all = await Promise.all(Array.from({ length: 6 }, () => lines({ sql, queryLimit: 100_000 })));
  for (const told of all) {
    const [result] = resultsIn(told);
    expect([endIn(told), result?.columns.map(({ length }) => length), result?.tail?.isCut]).toEqual([
      'success',
      [100_000, 100_000],
      true,
    ]);
  }
});

test('what fails in the middle leaves the results before it', async () => {
  const told = await lines({ sql: 'SELECT 1 AS a; SELECT nope; SELECT 3' });
  expect([endIn(told), resultsIn(told).length]).toEqual(['failed', 1]);
  expect(queryIn(told).statements.map(({ state }) => state)).toEqual(['success', 'failed', 'skipped']);
});

test('[attack 61] one user has so many queries that wait with their requests, and others run', async () => {
  const endless = (at: number) =>
    execute({
      client_id: `many-${at}`,
      sql: `SELECT count(*) AS n FROM range(100000000000) AS r(i) WHERE i % 7 = ${at}`,
    });
  const waiting = Array.from({ length: 100 }, (_, at) => endless(at));
  await expect.poll(async () => (await endless(100)).statusCode, { timeout: 20_000 }).toBe(429);
  const stop = (at: number) =>
    it.request({
      method: 'POST',
      url: '/api/v1/query/stop',
      as: it.adminId,
      payload: { client_id: `many-${at}` },
    });
  await Promise.all(waiting.map((_, at) => stop(at)));
  await Promise.all(waiting);
  expect((await execute({ sql: 'SELECT 1 AS a' })).statusCode).toBe(200);
});

test('[F15] an answer says which of its cells are cut, and each is read whole', async () => {
  const long = "CASE WHEN id IN (3, 550) THEN repeat('x', 200000) ELSE 'short' END AS big";
  const answer = (await execute({ sql: `SELECT id, ${long} FROM sales ORDER BY id`, queryLimit: 600 })).json();
  expect(answer.cut).toEqual([3, 550].map((row) => ({ column: 1, row, at: expect.any(Number), bytes: 200_002 })));
  for (const { row, at, bytes } of answer.cut) {
    expect([answer.data[row].id, answer.data[row].big]).toEqual([row, `${'x'.repeat(10_000)}…`]);
    const q = encodeURIComponent(`(key:'${answer.query.resultsKey}',at:${at},bytes:${bytes})`);
    const whole = await it.request({ url: `/api/v1/sqllab/results/cell?q=${q}`, as: it.adminId });
    expect(whole.json()).toBe('x'.repeat(200_000));
  }
  expect((await execute({ sql: "SELECT 'short…' AS big" })).json()).not.toHaveProperty('cut');
});

test('template parameters of a body have all of their digits, and are an object', () => {
  expect(paramsOf({ n: 12345678901234567890n })).toBe('{"n":12345678901234567890}');
  expect(() => paramsOf('[1]')).toThrow(expect.objectContaining({ code: 'invalid_fields' }));
});
