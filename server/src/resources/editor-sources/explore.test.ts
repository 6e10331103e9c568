import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { queryIn, runLines } from '../../testing/run-lines.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;
let ana: number;
let ben: number;
let query: number;

beforeAll(async () => {
  it = await salesApp(["CREATE TABLE sales AS SELECT i AS id, 'r' || i % 3 AS region FROM range(9) AS r(i)"]);
  await it.metadata.db.updateTable('databases').set({ expose_in_sqllab: 1 }).execute();
  const role = await buildRole(it.metadata.db, {
    pairs: [`database_access database:${it.database}`, 'can_read Explore', 'can_write ExploreFormDataRestApi'],
  });
  ana = await buildUser(it.metadata.db, { roles: ['sql_lab', role] });
  ben = await buildUser(it.metadata.db, { roles: ['sql_lab', role] });
  const answer = await it.request({
    method: 'POST',
    url: '/api/v1/sqllab/execute/',
    as: ana,
    payload: {
      database_id: it.database,
      sql: "SELECT region, count(*) AS n, DATE '2024-01-02' AS day FROM sales GROUP BY 1",
    },
    headers: { accept: 'application/x-ndjson' },
  });
  query = queryIn(runLines(answer.body)).serverId;
});
afterAll(() => it?.close());

const start = (search: string, as: number) => it.request({ url: `/api/v1/explore/?${search}`, as });

test('[3.1-02] a query that ran is explored with its own columns, by its user alone', async () => {
  const found = await start(`datasource_id=${query}&datasource_type=query`, ana);
  expect(found.json()).toMatchObject({
    result: {
      dataset: {
        id: query,
        type: 'query',
        uid: `${query}__query`,
        main_dttm_col: 'day',
        database: { id: it.database },
      },
      form_data: { datasource: `${query}__query` },
    },
  });
  const { columns, time_grain_sqla: grains } = found.json().result.dataset;
  expect(columns.map((column: Record<string, unknown>) => [column['column_name'], column['type_generic']])).toEqual([
    ['region', 1],
    ['n', 0],
    ['day', 2],
  ]);
  expect(grains).toContainEqual(['P1D', 'Day']);
  expect((await start(`datasource=${query}__query`, ana)).statusCode).toBe(200);
  expect((await start(`datasource_id=${query}&datasource_type=query`, ben)).statusCode).toBe(404);
  expect((await start('datasource_id=2000000000&datasource_type=query', ana)).statusCode).toBe(404);
});

test('settings of a chart of a query stay with the query, and with whoever may see it', async () => {
  const payload = { datasource_id: query, datasource_type: 'query', form_data: '{"viz_type":"pie"}' };
  const keep = (as: number) => it.request({ method: 'POST', url: '/api/v1/explore/form_data', as, payload });
  const kept = await keep(ana);
  expect(kept.statusCode).toBe(201);
  const { key } = kept.json();
  expect((await start(`form_data_key=${key}`, ana)).json().result).toMatchObject({
    dataset: { id: query, type: 'query' },
    form_data: { viz_type: 'pie' },
  });
  expect((await keep(ben)).statusCode).toBe(404);
  expect((await start(`form_data_key=${key}`, ben)).statusCode).toBe(404);
});
