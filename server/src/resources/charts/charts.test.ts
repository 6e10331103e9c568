import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset, grantDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let ana: number;
let ben: number;
let sales: number;
let hidden: number;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  sales = await buildPlainDataset(db, { table_name: 'sales' });
  hidden = await buildPlainDataset(db, { table_name: 'salaries' });
  const role = await buildRole(db, { name: 'Sales' });
  await grantDataset(db, role, sales);
  ana = await buildUser(db, { username: 'ana', roles: ['Gamma', 'Sales'] });
  ben = await buildUser(db, { username: 'ben', roles: ['Gamma'] });
});
afterAll(() => server.close());

const save = (body: Record<string, unknown>, as = ana) =>
  server.request({
    method: 'POST',
    url: '/api/v1/chart/',
    as,
    payload: { slice_name: 'Sales by day', datasource_id: sales, datasource_type: 'table', ...body },
  });
const list = (as: number, q: string) => server.request({ url: `/api/v1/chart/?q=${encodeURIComponent(q)}`, as });

test('[3.3-01] [4.8-01] the chart save payload makes a chart: 201 with the id and the payload', async () => {
  const payload = {
    slice_name: 'Sales by day',
    viz_type: 'echarts_timeseries_line',
    datasource_id: sales,
    datasource_type: 'Table',
    params: '{"viz_type":"echarts_timeseries_line","metrics":["count"]}',
    query_context: '{"queries":[]}',
    owners: [],
    dashboards: [],
  };
  const answer = await server.request({ method: 'POST', url: '/api/v1/chart/', as: ana, payload });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({ id: expect.any(Number), result: payload });
  expect(answer.headers['etag']).toBe('"1"');

  const item = await server.request({ url: `/api/v1/chart/${answer.json<{ id: number }>().id}`, as: ana });
  expect(item.json()).toMatchObject({
    result: {
      slice_name: 'Sales by day',
      viz_type: 'echarts_timeseries_line',
      params: payload.params,
      datasource: `${sales}__table`,
      datasource_type: 'table',
      owners: [{ first_name: expect.any(String) }],
      form_data: { metrics: ['count'], slice_id: expect.any(Number) },
    },
  });
});

test('[3.1-01] a chart answers every field of the specification', async () => {
  const { id } = (await save({ description: '<b>bold</b>' })).json<{ id: number }>();
  const { result } = (await server.request({ url: `/api/v1/chart/${id}`, as: ana })).json<{
    result: Record<string, unknown>;
  }>();
  for (const field of [
    'slice_id',
    'slice_name',
    'slice_url',
    'form_data',
    'viz_type',
    'datasource',
    'datasource_name',
    'datasource_url',
    'datasource_id',
    'datasource_type',
    'description',
    'description_markeddown',
    'owners',
    'created_by',
    'modified',
    'changed_on',
    'cache_timeout',
    'thumbnail_url',
  ]) {
    expect(result).toHaveProperty(field);
  }
  expect(result['description_markeddown']).toBe('&lt;b&gt;bold&lt;/b&gt;');
});

test('[7.3-01] charts of earlier types are found among those of the type that draws them', async () => {
  const { id } = (await save({ slice_name: 'Of old', viz_type: 'heatmap' })).json<{ id: number }>();
  const found = await list(ana, '(filters:!((col:viz_type,opr:eq,value:heatmap_v2)))');
  expect(found.json<{ ids: number[] }>().ids).toEqual([id]);
  const choices = (await server.request({ url: '/api/v1/chart/distinct/viz_type', as: ana })).json<{
    result: { value: string }[];
  }>();
  expect(choices.result.map(({ value }) => value)).toContain('heatmap_v2');
  expect(choices.result.map(({ value }) => value)).not.toContain('heatmap');
});

test('[7.3-03] PUT changes what is sent, echoes it, and raises the version', async () => {
  const { id } = (await save({ description: 'old' })).json<{ id: number }>();
  const answer = await server.request({
    method: 'PUT',
    url: `/api/v1/chart/${id}`,
    as: ana,
    payload: { slice_name: 'Renamed' },
    headers: { 'if-match': '"1"' },
  });
  expect([answer.statusCode, answer.json(), answer.headers['etag']]).toEqual([
    200,
    { id, result: { slice_name: 'Renamed' } },
    '"2"',
  ]);
  expect((await server.request({ url: `/api/v1/chart/${id}`, as: ana })).json()).toMatchObject({
    result: { slice_name: 'Renamed', description: 'old', version: 2 },
  });
});

test('a save that is based on an older version is refused and changes nothing', async () => {
  const { id } = (await save({})).json<{ id: number }>();
  await server.request({
    method: 'PUT',
    url: `/api/v1/chart/${id}`,
    as: ana,
    payload: { slice_name: 'First' },
    headers: { 'if-match': '"1"' },
  });
  const stale = await server.request({
    method: 'PUT',
    url: `/api/v1/chart/${id}`,
    as: ana,
    payload: { slice_name: 'Second' },
    headers: { 'if-match': '"1"' },
  });
  expect(stale.statusCode).toBe(412);
  expect((await server.request({ url: `/api/v1/chart/${id}`, as: ana })).json()).toMatchObject({
    result: { slice_name: 'First' },
  });
});

test('[6.0-04] others who see a chart may not overwrite it, admins may', async () => {
  const { id } = (await save({}, server.adminId)).json<{ id: number }>();
  const refused = await server.request({
    method: 'PUT',
    url: `/api/v1/chart/${id}`,
    as: ana,
    payload: { slice_name: 'Mine' },
  });
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { message: 'You do not have permission to edit this chart' },
  ]);
  const own = (await save({})).json<{ id: number }>();
  expect(
    (
      await server.request({
        method: 'PUT',
        url: `/api/v1/chart/${own.id}`,
        as: server.adminId,
        payload: { slice_name: 'Better' },
      })
    ).statusCode,
  ).toBe(200);
});

test('a chart on a dataset without right cannot be made, moved to, or seen', async () => {
  expect((await save({ datasource_id: hidden })).json()).toEqual({
    message: { datasource_id: ['Datasource does not exist'] },
  });
  expect((await save({ datasource_id: 999_999 })).statusCode).toBe(422);
  const { id } = (await save({})).json<{ id: number }>();
  expect(
    (await server.request({ method: 'PUT', url: `/api/v1/chart/${id}`, as: ana, payload: { datasource_id: hidden } }))
      .statusCode,
  ).toBe(422);
  const foreign = await buildChart(server.metadata.db, { datasource_id: hidden });
  for (const url of [
    `/api/v1/chart/${foreign}`,
    '/api/v1/chart/nope',
    '/api/v1/chart/99999999999',
    '/api/v1/chart/00000000-0000-4000-8000-000000000000',
  ]) {
    expect({ url, status: (await server.request({ url, as: ana })).statusCode }).toEqual({ url, status: 404 });
  }
  expect((await server.request({ method: 'DELETE', url: `/api/v1/chart/${foreign}`, as: ana })).statusCode).toBe(404);
  expect(
    (await server.request({ method: 'POST', url: `/api/v1/chart/${foreign}/favorites/`, as: ana })).statusCode,
  ).toBe(404);
});

test('a view is a dataset: a chart on it is one on the dataset', async () => {
  const { id } = (await save({ slice_name: 'On a view', viz_type: 'table', datasource_type: 'View' })).json<{
    id: number;
  }>();
  expect((await server.request({ url: `/api/v1/chart/${id}`, as: ana })).json()).toMatchObject({
    result: { datasource: `${sales}__table`, datasource_type: 'table' },
  });
});

test.each([
  { case: 'no name', body: { slice_name: '' }, status: 400 },
  { case: 'params that are a list', body: { params: '[1]' }, status: 400 },
  { case: 'params that are no JSON', body: { params: '{' }, status: 400 },
  { case: 'an unknown type of datasource', body: { datasource_type: 'druid' }, status: 400 },
  { case: 'an unknown key', body: { created_by: 1 }, status: 400 },
  { case: 'an id of its own', body: { id: 5 }, status: 400 },
  { case: 'unknown owners', body: { owners: [999_999] }, status: 422 },
  { case: 'unknown dashboards', body: { dashboards: [999_999] }, status: 422 },
])('a save is refused: $case', async ({ body, status }) => {
  expect((await save(body)).statusCode).toBe(status);
});

test('a number out of range is refused, not clamped', async () => {
  const payload = `{"slice_name":"x","datasource_id":${sales},"datasource_type":"table","cache_timeout":1e309}`;
  expect(
    (
      await server.request({
        method: 'POST',
        url: '/api/v1/chart/',
        as: ana,
        payload,
        headers: { 'content-type': 'application/json' },
      })
    ).statusCode,
  ).toBe(400);
});

test('hostile names are stored as text', async () => {
  const slice_name = `"<script>alert(1)</script>" __proto__ \n 💥 'x'; DROP TABLE charts --`;
  const { id } = (await save({ slice_name, params: '{"__proto__":{"isAdmin":true}}' })).json<{ id: number }>();
  const { result } = (await server.request({ url: `/api/v1/chart/${id}`, as: ana })).json<{
    result: { slice_name: string; form_data: Record<string, unknown> };
  }>();
  expect(result.slice_name).toBe(slice_name);
  expect(result.form_data['isAdmin']).toBeUndefined();
});

test('[7.3-04] only the dashboards that the reader may see come with a chart', async () => {
  const { db } = server.metadata;
  const { id } = (await save({})).json<{ id: number }>();
  const shared = await buildDashboard(db, { charts: [id], published: 1 });
  await buildDashboard(db, { charts: [id], published: 0, owners: [ben] });
  const answer = await server.request({
    url: `/api/v1/chart/${id}?q=${encodeURIComponent('(columns:!(dashboards.id))')}`,
    as: ana,
  });
  expect(answer.json()).toEqual({ result: { dashboards: [{ id: shared }] } });
});

test('putting a chart on a dashboard is editing it, and dashboards that are not seen stay', async () => {
  const { db } = server.metadata;
  const own = await buildDashboard(db, { owners: [ana] });
  const foreign = await buildDashboard(db, { published: 1, owners: [ben] });
  const { id } = (await save({ dashboards: [own] })).json<{ id: number }>();
  expect((await save({ dashboards: [foreign] })).statusCode).toBe(403);
  const unseen = await buildDashboard(db, { published: 0, owners: [ben], charts: [id] });
  expect(
    (await server.request({ method: 'PUT', url: `/api/v1/chart/${id}`, as: ana, payload: { dashboards: [] } }))
      .statusCode,
  ).toBe(200);
  const links = await db.selectFrom('dashboard_charts').select('dashboard_id').where('chart_id', '=', id).execute();
  expect(links).toEqual([{ dashboard_id: unseen }]);
});

test('[7.3-01] [9.0-23] the list has 200 rows, searches, filters by owner and sorts', async () => {
  await save({ slice_name: 'Zebra sales' });
  const answer = await list(
    ana,
    '(columns:!(id,slice_name,owners.id),filters:!((col:slice_name,opr:chart_all_text,value:zebra),(col:' +
      `owners,opr:rel_m_m,value:${ana})),order_column:changed_on_delta_humanized,order_direction:desc,page_size:200)`,
  );
  expect(answer.json()).toMatchObject({
    count: 1,
    result: [{ slice_name: 'Zebra sales', owners: [{ id: ana }] }],
    list_title: 'List Slice',
  });
  expect((await list(ana, '(filters:!((col:nope,opr:eq,value:1)))')).json()).toEqual({
    message: 'Filter column: nope not allowed to filter',
  });
  expect((await list(ana, '(order_column:params)')).statusCode).toBe(400);
});

test('a list counts only what the reader may see', async () => {
  await buildChart(server.metadata.db, { datasource_id: hidden, slice_name: 'Secret pay' });
  const q = '(filters:!((col:slice_name,opr:chart_all_text,value:Secret)))';
  expect((await list(ana, q)).json()).toMatchObject({ count: 0, ids: [], result: [] });
  expect((await list(server.adminId, q)).json()).toMatchObject({ count: 1 });
});

test('[7.3-02] stars are put, read and taken; unknown charts have none', async () => {
  const { id } = (await save({})).json<{ id: number }>();
  const status = async () =>
    (
      await server.request({
        url: `/api/v1/chart/favorite_status/?q=${encodeURIComponent(`!(${id},999999)`)}`,
        as: ana,
      })
    ).json();
  expect((await server.request({ method: 'POST', url: `/api/v1/chart/${id}/favorites/`, as: ana })).json()).toEqual({
    result: 'OK',
  });
  expect((await server.request({ method: 'POST', url: `/api/v1/chart/${id}/favorites/`, as: ana })).statusCode).toBe(
    200,
  );
  expect(await status()).toEqual({
    result: [
      { id, value: true },
      { id: 999_999, value: false },
    ],
  });
  expect((await list(ana, '(filters:!((col:id,opr:chart_is_favorite,value:!t)))')).json()).toMatchObject({ ids: [id] });
  await server.request({ method: 'DELETE', url: `/api/v1/chart/${id}/favorites/`, as: ana });
  expect(await status()).toMatchObject({ result: [{ value: false }, { value: false }] });
});

test('a bulk delete takes all or none, and says how many', async () => {
  const [one, two] = [(await save({})).json<{ id: number }>().id, (await save({})).json<{ id: number }>().id];
  const foreign = (await save({}, server.adminId)).json<{ id: number }>().id;
  const remove = (ids: readonly number[]) =>
    server.request({ method: 'DELETE', url: `/api/v1/chart/?q=${encodeURIComponent(`!(${ids.join(',')})`)}`, as: ana });
  expect((await remove([one, foreign])).statusCode).toBe(403);
  expect((await remove([one, 999_999])).statusCode).toBe(404);
  expect((await remove([])).statusCode).toBe(404);
  expect((await remove([one, two])).json()).toEqual({ message: 'Deleted 2 charts' });
  expect((await remove([one])).statusCode).toBe(404);
  expect(
    (await server.request({ method: 'DELETE', url: `/api/v1/chart/${foreign}`, as: server.adminId })).json(),
  ).toEqual({ message: 'OK' });
});

test('nobody in particular sees no chart at all', async () => {
  expect((await server.request({ url: '/api/v1/chart/' })).statusCode).toBe(401);
});
