import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildPlainDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let databaseId: number;
let ana: number;
let bob: number;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  const dataset = await buildPlainDataset(db);
  databaseId = (
    await db.selectFrom('datasets').select('database_id').where('id', '=', dataset).executeTakeFirstOrThrow()
  ).database_id;
  const role = await buildRole(db, { pairs: [`database_access database:${databaseId}`] });
  ana = await buildUser(db, { roles: ['sql_lab', role] });
  bob = await buildUser(db, { roles: ['sql_lab', role] });
});
afterAll(() => server.close());

const url = () => `/api/v1/database/${databaseId}/pinned_tables/`;
const read = async (as: number) => (await server.request({ url: url(), as })).json().result.tables;
const orders = { catalog: null, schema: 'main', name: 'orders', kind: 'table' };

test('pinned tables belong to one user and one database', async () => {
  expect(await read(ana)).toEqual([]);
  const put = (tables: readonly object[]) =>
    server.request({ url: url(), as: ana, method: 'PUT', payload: { tables } });
  expect((await put([orders, { ...orders, name: 'Ω"; DROP' }])).statusCode).toBe(200);
  expect(await read(ana)).toEqual([orders, { ...orders, name: 'Ω"; DROP' }]);
  expect(await read(bob)).toEqual([]);
  expect((await put([])).statusCode).toBe(200);
  expect(await read(ana)).toEqual([]);
  expect((await put([{ ...orders, name: '' }])).statusCode).toBe(400);
  expect((await put(Array.from({ length: 201 }, () => orders))).statusCode).toBe(400);
});

test('who may not use the database learns nothing of it', async () => {
  const stranger = await buildUser(server.metadata.db, { roles: ['sql_lab'] });
  expect((await server.request({ url: url(), as: stranger })).statusCode).toBe(404);
  const plain = await buildUser(server.metadata.db, { roles: ['Gamma'] });
  expect((await server.request({ url: url(), as: plain })).statusCode).toBe(403);
});
