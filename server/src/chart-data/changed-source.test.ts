import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSqlite } from '../testing/engines/sqlite-file.ts';
import { salesApp, type SalesApp } from '../testing/sales-app.ts';

let server: SalesApp;
let file: string;
let dataset: number;

beforeAll(async () => {
  server = await salesApp(['CREATE TABLE sales (n INTEGER)']);
  file = join(server.config.home, 'data', 'shop.db');
  writeSqlite(
    file,
    'CREATE TABLE orders (region TEXT, city TEXT, amount INTEGER)',
    "INSERT INTO orders VALUES ('EU', 'Oslo', 1), ('US', 'Reno', 2)",
  );
  const database = await server.make('database/', {
    database_name: 'shop',
    engine: 'sqlite',
    parameters: { path: 'shop.db' },
  });
  dataset = await server.make('dataset/', { database, schema: 'main', table_name: 'orders' });
});
afterAll(() => server.close());

type Query = { readonly columns: readonly string[]; readonly filters?: readonly object[] };
const ask = async (query: Query) =>
  server.request({
    as: server.adminId,
    method: 'POST',
    url: '/api/v1/chart/data',
    payload: {
      datasource: { id: dataset, type: 'table' },
      force: true,
      queries: [{ metrics: ['count'], row_limit: 10, ...query }],
    },
  });

test('[F38] a column that was dropped in its database is named, and what does not need it goes on', async () => {
  expect((await ask({ columns: ['region', 'city'] })).statusCode).toBe(200);
  writeSqlite(
    file,
    'PRAGMA busy_timeout = 5000',
    'ALTER TABLE orders DROP COLUMN city',
    'ALTER TABLE orders RENAME COLUMN amount TO total',
  );
  // A chart by it, and the values of a filter on it: both end with its name.
  for (const query of [
    { columns: ['city'] },
    { columns: ['region'], filters: [{ col: 'city', op: 'IN', val: ['x'] }] },
  ]) {
    const answer = await ask(query);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).toContain('city');
  }
  expect((await ask({ columns: ['region'] })).statusCode).toBe(200);
  // The dataset learns what is there now.
  const refreshed = await server.request({
    as: server.adminId,
    method: 'PUT',
    url: `/api/v1/dataset/${dataset}/refresh`,
  });
  expect(refreshed.statusCode).toBe(200);
  const now = await server.request({ as: server.adminId, url: `/api/v1/dataset/${dataset}` });
  const names = now.json<{ result: { columns: { column_name: string }[] } }>().result.columns;
  expect(names.map(({ column_name: name }) => name).toSorted()).toEqual(['region', 'total']);
});
