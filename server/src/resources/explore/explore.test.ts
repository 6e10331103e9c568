import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildChart, buildPlainDataset, grantDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let ana: number;
let ben: number;
let sales: number;
let chart: number;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  sales = await buildPlainDataset(db, { table_name: 'sales' });
  const role = await buildRole(db, { name: 'Sales' });
  await grantDataset(db, role, sales);
  ana = await buildUser(db, { username: 'ana', roles: ['Gamma', 'Sales'] });
  ben = await buildUser(db, { username: 'ben', roles: ['Gamma'] });
  chart = await buildChart(db, {
    datasource_id: sales,
    slice_name: 'Sales',
    params: '{"metrics":["count"]}',
    owners: [ana],
  });
});
afterAll(() => server.close());

const start = (query: string, as = ana) => server.request({ url: `/api/v1/explore/?${query}`, as });
const keep = (body: Record<string, unknown>, as = ana, query = '') =>
  server.request({
    method: 'POST',
    url: `/api/v1/explore/form_data${query}`,
    as,
    payload: { datasource_id: sales, datasource_type: 'table', form_data: '{"metrics":["other"]}', ...body },
  });

test('[2.1-03] exploring begins with a chart, or with a dataset', async () => {
  expect((await start(`slice_id=${chart}`)).json()).toMatchObject({
    result: {
      dataset: { id: sales, columns: [{ column_name: 'day' }, {}], metrics: [{ metric_name: 'count' }] },
      form_data: { metrics: ['count'], slice_id: chart, datasource: `${sales}__table` },
      slice: { slice_name: 'Sales', can_edit: true },
      message: null,
    },
  });
  expect((await start(`datasource_id=${sales}&datasource_type=table`)).json()).toMatchObject({
    result: { dataset: { id: sales }, form_data: { datasource: `${sales}__table` }, slice: null },
  });
  expect((await start(`datasource=${sales}__table`)).statusCode).toBe(200);
  expect((await start('')).statusCode).toBe(400);
});

test('a chart of an earlier type begins as the type that took its place, and stays as it was stored', async () => {
  const params = '{"viz_type":"dist_bar","groupby":["region"],"metrics":["count"]}';
  const old = await buildChart(server.metadata.db, {
    datasource_id: sales,
    viz_type: 'dist_bar',
    params,
    owners: [ana],
  });
  const current = { viz_type: 'echarts_timeseries_bar', x_axis: 'region', groupby: [] };
  expect((await start(`slice_id=${old}`)).json()).toMatchObject({
    result: { form_data: current, slice: { viz_type: 'echarts_timeseries_bar', params, form_data: current } },
  });
  const { key } = (await keep({ form_data: params })).json<{ key: string }>();
  expect((await start(`form_data_key=${key}`)).json()).toMatchObject({ result: { form_data: current } });
});

test('a query that groups its rows says which of its columns add up', async () => {
  const { db } = server.metadata;
  const dataset = await buildPlainDataset(db, {
    table_name: 'by_region',
    sql: 'SELECT region, AVG(amount) AS mean, SUM(amount) AS Total, COUNT(*) AS hidden FROM sales GROUP BY region',
  });
  for (const [column_name, type_generic] of [
    ['mean', 0],
    ['total', 0],
  ] as const)
    await db
      .insertInto('dataset_columns')
      .values({ uuid: crypto.randomUUID(), dataset_id: dataset, position: 9, column_name, type_generic, is_dttm: 0 })
      .execute();
  const { result } = (await start(`datasource_id=${dataset}`, server.adminId)).json<{
    result: { dataset: Record<string, unknown> };
  }>();
  expect([result.dataset['additive_columns'], result.dataset['sql']]).toEqual([
    ['total'],
    expect.stringContaining('AVG(amount)'),
  ]);
  expect((await start(`datasource_id=${sales}`)).json()).toMatchObject({
    result: { dataset: { additive_columns: [] } },
  });
});

test('nothing of a dataset or chart is reported to who may not see it', async () => {
  for (const query of [`slice_id=${chart}`, `datasource_id=${sales}`, 'datasource_id=999999', 'form_data_key=nope'])
    expect({ query, status: (await start(query, ben)).statusCode }).toEqual({ query, status: 404 });
});

test('an owner of a chart still sees it when its dataset is gone, and is reported', async () => {
  const orphan = await buildChart(server.metadata.db, { datasource_id: 987_654, owners: [ana] });
  expect((await start(`slice_id=${orphan}`)).json()).toMatchObject({
    result: { dataset: null, message: 'The dataset of this chart is gone, or you may not read it.' },
  });
});

test('settings stored under a key open to whoever may see their subject, and change only by their maker', async () => {
  const made = await keep({ chart_id: chart });
  const { key } = made.json<{ key: string }>();
  expect([made.statusCode, key.length]).toEqual([201, 32]);
  const url = `/api/v1/explore/form_data/${key}`;
  expect((await server.request({ url, as: ana })).json()).toEqual({ form_data: '{"metrics":["other"]}' });
  expect((await server.request({ url, as: server.adminId })).statusCode).toBe(200);
  expect((await server.request({ url, as: ben })).statusCode).toBe(404);
  expect((await start(`form_data_key=${key}`)).json()).toMatchObject({
    result: { form_data: { metrics: ['other'], slice_id: chart }, slice: { slice_name: 'Sales' } },
  });
  const change = (as: number) =>
    server.request({
      method: 'PUT',
      url,
      as,
      payload: { datasource_id: sales, datasource_type: 'table', chart_id: chart, form_data: '{"a":1}' },
    });
  expect((await change(ben)).statusCode).toBe(404);
  expect((await change(ana)).json()).toEqual({ key });
  expect((await server.request({ method: 'DELETE', url, as: ana })).statusCode).toBe(200);
  expect((await server.request({ url, as: ana })).statusCode).toBe(404);
});

test('one tab keeps one key; settings expire, and the chart itself is shown then', async () => {
  const key = async (query: string) => (await keep({ chart_id: chart }, ana, query)).json<{ key: string }>().key;
  const first = await key('?tab_id=1');
  expect(await key('?tab_id=1')).toBe(first);
  expect(await key('?tab_id=2')).not.toBe(first);
  const lost = await start(`form_data_key=gone&slice_id=${chart}`);
  expect(lost.json()).toMatchObject({
    result: { form_data: { metrics: ['count'] }, message: expect.stringContaining('expired') },
  });
});

test('settings for a dataset without right are refused, and settings are a JSON object', async () => {
  expect((await keep({}, ben)).statusCode).toBe(404);
  expect((await keep({ form_data: '[1]' })).statusCode).toBe(400);
  expect((await keep({ form_data: '{' })).statusCode).toBe(400);
  expect((await keep({ nope: 1 })).statusCode).toBe(400);
});

test('[7.4-08] a link to a chart as it is set: the same settings are the same link', async () => {
  const link = (formData: Record<string, unknown>, as = ana) =>
    server.request({
      method: 'POST',
      url: '/api/v1/explore/permalink',
      as,
      payload: { formData, urlParams: [['a', 'b']] },
    });
  const made = await link({ datasource: `${sales}__table`, metrics: ['count'] });
  const { key, url } = made.json<{ key: string; url: string }>();
  expect([made.statusCode, url.endsWith(`/explore/p/${key}/`)]).toEqual([201, true]);
  expect((await link({ metrics: ['count'], datasource: `${sales}__table` })).json()).toMatchObject({ key });
  expect((await server.request({ url: `/api/v1/explore/permalink/${key}`, as: ana })).json()).toEqual({
    chartId: null,
    datasource: `${sales}__table`,
    datasourceId: sales,
    datasourceType: 'table',
    state: { formData: { datasource: `${sales}__table`, metrics: ['count'] }, urlParams: [['a', 'b']] },
  });
  // Templates find what the address said.
  const shown = (await server.request({ url: `/api/v1/explore/?permalink_key=${key}`, as: ana })).json();
  expect(shown.result.form_data).toMatchObject({ metrics: ['count'], url_params: { a: 'b' } });
  expect((await server.request({ url: `/api/v1/explore/permalink/${key}`, as: ben })).statusCode).toBe(404);
  expect((await link({ datasource: `${sales}__table` }, ben)).statusCode).toBe(404);
  expect((await link({})).statusCode).toBe(400);
});
