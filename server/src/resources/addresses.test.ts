import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset } from '../testing/content.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let server: TestApp;
let admin: number;
let ids: { readonly dataset: number; readonly chart: number; readonly dashboard: number };

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  admin = await buildUser(db, { username: 'root', roles: ['Admin'] });
  ids = {
    dataset: await buildPlainDataset(db),
    chart: await buildChart(db, { slice_name: 'c' }),
    dashboard: await buildDashboard(db, { dashboard_title: 'd' }),
  };
});
afterAll(() => server.close());

const hostile = 'javascript:alert(document.domain)';
const writes = () =>
  [
    ['POST', '/api/v1/chart/', { slice_name: 'x', datasource_id: ids.dataset, datasource_type: 'table' }],
    ['PUT', `/api/v1/chart/${ids.chart}`, {}],
    ['POST', '/api/v1/dashboard/', { dashboard_title: 'x' }],
    ['PUT', `/api/v1/dashboard/${ids.dashboard}`, {}],
    ['POST', '/api/v1/dataset/', { database: 1, table_name: 'x' }],
    ['PUT', `/api/v1/dataset/${ids.dataset}`, {}],
    ['POST', '/api/v1/dataset/duplicate', { base_model_id: ids.dataset, table_name: 'y' }],
    ['POST', '/api/v1/database/', { database_name: 'x', engine: 'sqlite', parameters: {} }],
    ['PUT', '/api/v1/database/1', {}],
  ] as const;

test('an address that a browser would run is refused wherever somebody may write one, at its field', async () => {
  for (const [method, url, body] of writes()) {
    const answer = await server.request({ method, url, as: admin, payload: { ...body, external_url: hostile } });
    expect([method, url, answer.statusCode, answer.json()]).toEqual([
      method,
      url,
      400,
      { message: { external_url: ['Must be an address that begins with http:// or https://.'] } },
    ]);
  }
  const endpoint = await server.request({
    method: 'PUT',
    url: `/api/v1/dataset/${ids.dataset}`,
    as: admin,
    payload: { default_endpoint: hostile },
  });
  expect(endpoint.json()).toMatchObject({
    message: { default_endpoint: [expect.stringContaining('a path of this server')] },
  });
});

test('addresses of the web are retained, and an empty one takes it away', async () => {
  const put = (external_url: string | null) =>
    server.request({ method: 'PUT', url: `/api/v1/chart/${ids.chart}`, as: admin, payload: { external_url } });
  const kept = async () =>
    (
      await server.metadata.db
        .selectFrom('charts')
        .select('external_url')
        .where('id', '=', ids.chart)
        .executeTakeFirstOrThrow()
    ).external_url;
  expect((await put('https://example.com/pipeline/7')).statusCode).toBe(200);
  expect(await kept()).toBe('https://example.com/pipeline/7');
  expect((await put(null)).statusCode).toBe(200);
  expect(await kept()).toBeNull();
  expect(
    (
      await server.request({
        method: 'PUT',
        url: `/api/v1/dataset/${ids.dataset}`,
        as: admin,
        payload: { default_endpoint: '/tessera/dashboard/1/' },
      })
    ).statusCode,
  ).toBe(200);
});
