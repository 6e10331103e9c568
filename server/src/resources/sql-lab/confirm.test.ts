import { afterAll, beforeAll, expect, test } from 'vitest';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;

beforeAll(async () => {
  it = await salesApp([`CREATE TABLE sales AS SELECT i AS id, i % 3 AS region FROM range(300) AS r(i)`]);
  await it.request({
    method: 'PUT',
    url: `/api/v1/database/${it.database}`,
    as: it.adminId,
    payload: { allow_dml: true },
  });
});
afterAll(async () => {
  await it?.close();
});

async function execute(payload: object) {
  const answer = await it.request({
    method: 'POST',
    url: '/api/v1/sqllab/execute/',
    as: it.adminId,
    payload: { database_id: it.database, ...payload },
  });
  const errors = answer.json<{ errors?: readonly { extra: { question?: object } }[] }>().errors;
  return [answer.statusCode, answer.headers['x-error-code'] ?? null, errors?.[0]?.extra.question ?? null] as const;
}

const write = (affected: number | null, statements = 1) => [
  422,
  'confirm_needed',
  { why: 'write', database: 'sales', statements, affected },
];

test.each([
  ['UPDATE sales SET region = 9 WHERE region = 1', write(100)],
  ["UPDATE main.sales AS s SET region = (SELECT 9) WHERE s.id < 10 -- it's few", write(10)],
  ['DELETE FROM sales WHERE region = 2 RETURNING id', write(100)],
  ['DELETE FROM sales', write(300)],
  ['INSERT INTO sales SELECT id, 5 FROM sales', write(null)],
  ['UPDATE sales SET region = 1; DELETE FROM sales', write(null, 2)],
])('[7.6-02] %s is asked about before it runs, with the rows that it changes', async (sql, question) => {
  expect(await execute({ client_id: 'asked', sql, confirm: false })).toEqual(question);
  // Nothing ran: neither the rows nor the history know of it.
  expect(await execute({ sql: `SELECT 1 FROM sales HAVING count(*) = 300 AND sum(region) = 300` })).toEqual([
    200,
    null,
    null,
  ]);
  // That a client calls it a preview of a table does not answer the question.
  expect(await execute({ client_id: 'asked', sql, confirm: false, isDataPreview: true })).toEqual(question);
  const past = await it.request({ url: '/api/v1/query/', as: it.adminId });
  expect(past.body).not.toContain('"asked"');
});

test('[7.6-02] what reads is not asked about, what is wrong fails, and a confirmed statement runs', async () => {
  expect(await execute({ sql: 'SELECT 1', confirm: false })).toEqual([200, null, null]);
  expect((await execute({ sql: 'SELECT nope', confirm: false }))[0]).toBe(400);
  const sql = 'DELETE FROM sales WHERE id < 3';
  expect(await execute({ client_id: 'same', sql, confirm: false })).toEqual(write(3));
  expect(await execute({ client_id: 'same', sql, confirm: true })).toEqual([200, null, null]);
  // The history tells how many rows it changed.
  const past = await it.request({ url: '/api/v1/query/', as: it.adminId });
  expect(past.json<{ result: readonly { sql: string }[] }>().result.find((one) => one.sql === sql)).toMatchObject({
    rows: 3,
  });
  // Whoever does not ask to be asked is not.
  expect(await execute({ sql: 'DELETE FROM sales WHERE id < 6' })).toEqual([200, null, null]);
});
