import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset } from '../testing/content.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { createQueryLogStore } from './query-log/store.ts';

// Shapes that scripts for older servers read; reference/api.md is where they are reported.

let server: TestApp;
let dataset: number;
let chart: number;
let dashboard: number;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  dataset = await buildPlainDataset(db, {
    table_name: 'sales',
    extra: '{"certification":{"certified_by":"Finance","details":"Q1"},"warning_markdown":"*Old*"}',
  });
  await db
    .updateTable('dataset_columns')
    .set({ extra: '{"warning_markdown":"In **cents**"}', certified_by: 'Ada' })
    .where('dataset_id', '=', dataset)
    .where('position', '=', 0)
    .execute();
  const ana = await buildUser(db, { first_name: 'Ana', last_name: 'Lind', roles: ['Gamma'] });
  chart = await buildChart(db, {
    datasource_id: dataset,
    slice_name: 'Sales',
    owners: [ana],
    last_saved_by: ana,
    last_saved_on: '2026-01-02T03:04:05.000Z',
  });
  dashboard = await buildDashboard(db, { dashboard_title: 'Sales', charts: [chart] });
});
afterAll(() => server.close());

const read = async (url: string) => (await server.request({ url: `/api/v1/${url}`, as: server.adminId })).json();

test('a request without a token hears of the missing header, whatever it asks for', async () => {
  for (const url of ['/api/v1/chart/', '/api/v1/me/', '/api/v1/database/1', '/api/v1/security/users/']) {
    const answer = await server.request({ url });
    expect([url, answer.statusCode, answer.json()]).toEqual([url, 401, { msg: 'Missing Authorization Header' }]);
  }
});

test('a method that a path lacks is 405 with those that it has, and an unknown API path a backend error', async () => {
  for (const [method, url, allow] of [
    ['PATCH', `/api/v1/chart/${chart}`, 'DELETE'],
    ['POST', '/api/v1/chart/1/data/', 'GET'],
    ['DELETE', '/api/v1/me/', 'PUT'],
  ] as const) {
    const answer = await server.request({ method, url, as: server.adminId });
    expect([url, answer.statusCode, answer.json().errors[0].error_type]).toEqual([url, 405, 'GENERIC_BACKEND_ERROR']);
    expect(answer.headers['allow']).toContain(allow);
  }
  const unknown = await server.request({ url: '/api/v1/nope/', as: server.adminId });
  expect([unknown.statusCode, unknown.json().errors[0]]).toMatchObject([
    404,
    { error_type: 'GENERIC_BACKEND_ERROR', extra: { issue_codes: [{ code: 1011 }] } },
  ]);
});

test('a connection string that cannot be read is reported by its field', async () => {
  for (const url of ['database/test_connection/', 'database/']) {
    const answer = await server.request({
      method: 'POST',
      url: `/api/v1/${url}`,
      as: server.adminId,
      payload: { database_name: 'x', sqlalchemy_uri: 'no address' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { message: { sqlalchemy_uri: [expect.stringContaining('not available')] } },
    ]);
  }
});

test('databases tell what may be done with them, and nothing that templates keep', async () => {
  const { database_id: id } = await server.metadata.db
    .selectFrom('datasets')
    .select('database_id')
    .where('id', '=', dataset)
    .executeTakeFirstOrThrow();
  await server.metadata.db
    .updateTable('databases')
    .set({
      extra:
        '{"disable_data_preview":true,"cost_estimate_enabled":true,"template_params":{"key":"hidden"},"any_host":true}',
    })
    .where('id', '=', id)
    .execute();
  const wanted = {
    configuration_method: 'dynamic_form',
    allows_subquery: true,
    allows_cost_estimate: true,
    allows_virtual_table_explore: true,
    disable_data_preview: true,
    disable_drill_to_detail: false,
    explore_database_id: id,
  };
  const { result } = await read(`database/${id}`);
  expect(result).toMatchObject({ ...wanted, driver: result.backend });
  expect(JSON.parse(result.extra)).toEqual({
    metadata_params: {},
    engine_params: {},
    disable_data_preview: true,
    cost_estimate_enabled: true,
  });
  const {
    result: [listed],
  } = await read(`database/?q=(filters:!((col:id,opr:eq,value:${id})))`);
  expect(listed).toMatchObject({ ...wanted, extra: result.extra });
});

test('kinds of databases describe their connections as JSON schemas', async () => {
  const { databases } = await read('database/available/');
  const postgresql = databases.find(({ engine }: { engine: string }) => engine === 'postgresql');
  expect(postgresql.parameters).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: expect.arrayContaining(['host', 'database']),
    properties: {
      port: { type: 'integer', minimum: 1, maximum: 65_535, default: 5432 },
      password: { type: 'string', format: 'password', writeOnly: true, nullable: true },
    },
  });
});

test('lists of datasets have the query and the uuid of the database; columns and metrics their dates', async () => {
  const {
    result: [listed],
  } = await read(`dataset/?q=(filters:!((col:id,opr:eq,value:${dataset})))`);
  expect(listed).toMatchObject({ sql: null, database: { uuid: expect.stringMatching(/^[\da-f-]{36}$/) } });
  const { result } = await read(`dataset/${dataset}`);
  const dates = { created_on: result.created_on, changed_on: result.changed_on, uuid: expect.any(String) };
  expect(result.columns[0]).toMatchObject({ ...dates, is_certified: true, warning_markdown: 'In **cents**' });
  expect(result.metrics[0]).toMatchObject(dates);
});

test('a column that is saved unchanged keeps its date, and one that changes gets a new one', async () => {
  const { result: before } = await read(`dataset/${dataset}`);
  server.pass(60_000);
  const columns = before.columns.map((column: object, at: number) => ({
    ...column,
    ...(at === 1 ? { description: 'New words' } : {}),
  }));
  expect(
    (
      await server.request({
        method: 'PUT',
        url: `/api/v1/dataset/${dataset}`,
        as: server.adminId,
        payload: { columns },
      })
    ).statusCode,
  ).toBe(200);
  const { result: after } = await read(`dataset/${dataset}`);
  expect(after.columns[0].changed_on).toBe(before.columns[0].changed_on);
  expect(Date.parse(after.columns[1].changed_on)).toBeGreaterThan(Date.parse(before.columns[1].changed_on));
  expect(after.columns[1].created_on).toBe(before.columns[1].created_on);
});

test('datasets of a dashboard and of the explore page have what filter bars and older pages read', async () => {
  const wanted = {
    filter_select: true,
    filter_select_enabled: true,
    params: null,
    edit_url: `/dataset/${dataset}/`,
    perm: expect.stringMatching(new RegExp(`^\\[.+\\]\\.\\[sales\\]\\(id:${dataset}\\)$`)),
    is_certified: true,
    certified_by: 'Finance',
    certification_details: 'Q1',
    warning_markdown: '*Old*',
    select_star: expect.stringContaining('SELECT'),
    order_by_choices: expect.arrayContaining([[expect.stringContaining('true]'), expect.stringContaining('[asc]')]]),
    owners: [],
    database: { allows_subquery: true, explore_database_id: expect.any(Number) },
  };
  expect((await read(`dashboard/${dashboard}/datasets`)).result[0]).toMatchObject(wanted);
  expect((await read(`explore/?datasource_id=${dataset}&datasource_type=table`)).result.dataset).toMatchObject(wanted);
});

test('exploring a chart tells who made it and where it is used, and its owners by their ids', async () => {
  const { result } = await read(`explore/?slice_id=${chart}`);
  expect(result.slice.owners).toEqual([expect.any(Number)]);
  expect(result.metadata).toEqual({
    owners: ['Ana Lind'],
    dashboards: [{ id: dashboard, dashboard_title: 'Sales' }],
    created_by: null,
    changed_by: null,
    created_on_humanized: expect.any(String),
    changed_on_humanized: expect.any(String),
  });
});

test('charts are found by who saved them last, and when', async () => {
  const { filters } = await read('chart/_info?q=(keys:!(filters))');
  expect([filters.last_saved_at, filters.last_saved_by].map((list: readonly unknown[]) => list.length > 0)).toEqual([
    true,
    true,
  ]);
  const {
    result: [{ last_saved_by: saver }],
  } = await read(`chart/?q=(filters:!((col:id,opr:eq,value:${chart})))`);
  expect(
    (
      await read(
        `chart/?q=(filters:!((col:last_saved_by,opr:rel_o_m,value:${saver.id}` +
          `),(col:last_saved_at,opr:gt,value:'2026-01-01')))`,
      )
    ).ids,
  ).toEqual([chart]);
});

test('a query of the log has times as numbers, its database as an object and its tables', async () => {
  const start = Date.UTC(2026, 2, 2, 10);
  await createQueryLogStore(server.metadata.db).append([
    {
      start_time: new Date(start).toISOString(),
      duration_ms: 250,
      user_id: server.adminId,
      username: 'admin',
      source: 'chart',
      kind: 'full',
      database_id: 1,
      database_name: 'main',
      dataset_id: dataset,
      dataset_name: 'sales',
      chart_id: chart,
      dashboard_id: null,
      status: 'success',
      error_code: null,
      error: null,
      rows: 3,
      is_cached: 0,
      sql: 'SELECT 1',
    },
  ]);
  const list = await read('querylog/');
  expect(list).toMatchObject({
    list_columns: expect.arrayContaining(['executed_sql', 'database.database_name']),
    list_title: expect.any(String),
    order_columns: expect.any(Array),
    label_columns: expect.any(Object),
  });
  const wanted = {
    start_time: start,
    end_time: start + 250,
    changed_on: '2026-03-02T10:00:00.250Z',
    executed_sql: 'SELECT 1',
    sql: 'SELECT 1',
    rows: 3,
    status: 'success',
    tab_name: null,
    database: { id: 1, database_name: 'main' },
    user: { id: server.adminId },
    sql_tables: [{ catalog: null, schema: null, table: 'sales' }],
  };
  expect(list.result[0]).toMatchObject({ ...wanted, schema: null });
  expect((await read(`querylog/${list.ids[0]}`)).result).toMatchObject(wanted);
  expect((await read(`querylog/?q=(filters:!((col:start_time,opr:gt,value:${start - 1})))`)).count).toBe(1);
  expect((await read(`querylog/?q=(filters:!((col:start_time,opr:gt,value:${start})))`)).count).toBe(0);
});

test('lists of users and of permissions have the envelope of lists', async () => {
  const envelope = {
    count: expect.any(Number),
    ids: expect.any(Array),
    list_columns: expect.any(Array),
    list_title: expect.any(String),
    label_columns: expect.any(Object),
    description_columns: expect.any(Object),
    order_columns: expect.any(Array),
  };
  for (const url of [
    'security/permissions-resources/',
    'security/permissions/',
    'security/resources/',
    'security/users/',
  ])
    expect(await read(url)).toMatchObject(envelope);
  const {
    result: [user],
  } = await read(`security/users/?q=(filters:!((col:id,opr:eq,value:${server.adminId})))`);
  expect(user).toMatchObject({ groups: [], roles: [{ name: 'Admin' }] });
  expect(user).toHaveProperty('created_by');
});
