import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { writeDuckdb } from '../../testing/engines/duckdb-file.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let database: number;
let alpha: number;

beforeAll(async () => {
  server = await testApp({ scriptFolder: builtServer });
  await writeDuckdb(
    join(server.config.home, 'data/shop.duckdb'),
    'CREATE TABLE orders (id INTEGER, country VARCHAR, ordered_at TIMESTAMP)',
    "INSERT INTO orders VALUES (1, 'Peru', '2024-01-01'), (2, 'Chile', '2024-02-01'), (3, 'Peru', NULL)",
  );
  const made = await server.request({
    url: '/api/v1/database/',
    method: 'POST',
    as: server.adminId,
    payload: { database_name: 'shop', engine: 'duckdb', parameters: { path: 'shop.duckdb' } },
  });
  database = made.json<{ id: number }>().id;
  alpha = await buildUser(server.metadata.db, { roles: ['Alpha'] });
});
afterAll(() => server.close());

const preview = async (sql: string, as = alpha, more: object = {}) => {
  const payload = { database, schema: 'main', sql, ...more };
  const answer = await server.request({ url: '/api/v1/dataset/preview/', method: 'POST', as, payload });
  return { status: answer.statusCode, body: answer.json() };
};

test('a query is run before it is a dataset: its columns with their kinds, and its rows', async () => {
  const { status, body } = await preview('SELECT id, country, ordered_at FROM orders ORDER BY id');
  expect(status).toBe(200);
  expect(body.result).toMatchObject({
    colnames: ['id', 'country', 'ordered_at'],
    coltypes: [0, 1, 2],
    rowcount: 3,
    data: [{ id: 1, country: 'Peru' }, { id: 2 }, { id: 3, ordered_at: null }],
  });
  const templated = await preview('SELECT {{ n }} AS n', alpha, { template_params: '{"n": 7}' });
  expect(templated.body.result.data).toEqual([{ n: 7 }]);
});

test('what is wrong with a query is reported at its place, and what writes is refused', async () => {
  const wrong = await preview('SELECT id,\n  cuntry FROM orders');
  expect(wrong.status).toBe(400);
  expect(wrong.body.extra).toEqual({ position: { line: 2, column: 3 } });
  expect((await preview('DROP TABLE orders')).status).toBe(400);
  expect((await preview('SELECT 1; SELECT 2')).status).toBe(400);
  // One that fails on a row only.
  expect((await preview('SELECT CAST(country AS INTEGER) AS n FROM orders')).status).toBeGreaterThanOrEqual(400);
});

test('[attack 107] no query runs where one could make no dataset of it, nor past rules on rows', async () => {
  const { db } = server.metadata;
  const role = await buildRole(db, { name: 'Writer', pairs: ['can_read Dataset', 'can_write Dataset'] });
  const writer = await buildUser(db, { roles: ['Writer'] });
  expect((await preview('SELECT id FROM orders', writer)).status).toBe(422);
  const gamma = await buildUser(db, { roles: ['Gamma'] });
  expect((await preview('SELECT id FROM orders', gamma)).status).toBe(403);

  const orders = await server.request({
    url: '/api/v1/dataset/',
    method: 'POST',
    as: server.adminId,
    payload: { database, schema: 'main', table_name: 'orders' },
  });
  const bound = await buildUser(db, { roles: ['Alpha', await nameOfRole(role)] });
  const rule = await server.request({
    url: '/api/v1/rowlevelsecurity/',
    method: 'POST',
    as: server.adminId,
    payload: {
      name: 'Peru',
      filter_type: 'Regular',
      tables: [orders.json<{ id: number }>().id],
      roles: [role],
      clause: "country = 'Peru'",
    },
  });
  expect(rule.statusCode).toBe(201);
  expect((await preview('SELECT id FROM orders ORDER BY id', bound)).body.result.data).toEqual([{ id: 1 }, { id: 3 }]);
  expect((await preview('SELECT id FROM orders ORDER BY id')).body.result.rowcount).toBe(3);
});

test('who asked what is in the log of queries', async () => {
  await preview('SELECT count(*) AS so_many FROM orders');
  await expect
    .poll(async () => {
      const log = await server.request({ url: '/api/v1/querylog/?q=(page_size:50)', as: server.adminId });
      return log.body;
    })
    .toContain('so_many');
});

async function nameOfRole(id: number): Promise<string> {
  const { db } = server.metadata;
  return (await db.selectFrom('roles').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;
}
