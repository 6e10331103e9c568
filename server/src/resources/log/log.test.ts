import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let ana: number;
let dashboard: number;
let chart: number;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  ana = await buildUser(db, { username: 'ana', roles: ['Gamma'] });
  dashboard = await buildDashboard(db, { dashboard_title: 'Mine', slug: 'mine', owners: [ana] });
  chart = await buildChart(db, { slice_name: 'Sales', owners: [ana] });
});
afterAll(() => server.close());

const url = '/tessera/log/?explode=events';
const send = (events: readonly unknown[], as: number | undefined = ana) =>
  server.request({ method: 'POST', url, as, payload: { events } });
const recent = async (q = '') =>
  (
    await server.request({
      url: `/api/v1/log/recent_activity/${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`,
      as: ana,
    })
  ).json<{ result: { item_title: string; item_url: string }[] }>().result;

test('[7.7-01] events are retained as JSON, as a posted form and as the form of a beacon', async () => {
  const events = [{ event_name: 'load_chart', slice_id: chart }];
  expect((await send(events)).json()).toEqual({ status: 'OK' });
  const form = await server.request({
    method: 'POST',
    url,
    as: ana,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ events: JSON.stringify(events) }).toString(),
  });
  expect(form.statusCode).toBe(200);
  const boundary = 'xyz';
  const beacon =
    `--${boundary}\r\nContent-Disposition: form-data; name="events"\r\n\r\n${JSON.stringify(events)}\r\n--` +
    `${boundary}--\r\n`;
  expect(
    (
      await server.request({
        method: 'POST',
        url,
        as: ana,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: beacon,
      })
    ).statusCode,
  ).toBe(200);
  const rows = await server.metadata.db.selectFrom('logs').selectAll().where('action', '=', 'load_chart').execute();
  expect(rows.map(({ user_id, slice_id }) => ({ user_id, slice_id }))).toEqual(
    Array.from({ length: 3 }, () => ({ user_id: ana, slice_id: chart })),
  );
});

test('[9.0-33] more than 1024 events, and what is no event, are refused whole', async () => {
  const before = await server.metadata.db.selectFrom('logs').selectAll().execute();
  expect((await send(Array.from({ length: 1025 }, () => ({ event_name: 'x' })))).statusCode).toBe(400);
  expect((await send([{ event_name: 'x' }, 7])).statusCode).toBe(400);
  expect((await server.request({ method: 'POST', url, payload: { events: [] } })).statusCode).toBe(401);
  expect(await server.metadata.db.selectFrom('logs').selectAll().execute()).toHaveLength(before.length);
});

test('what was opened of late comes newest first, each once, and only while it may be seen', async () => {
  await send([{ event_name: 'mount_dashboard', source: 'dashboard', source_id: dashboard }]);
  server.pass(60_000);
  await send([{ event_name: 'mount_explorer', slice_id: chart }]);
  server.pass(60_000);
  await send([{ event_name: 'mount_dashboard', source: 'dashboard', source_id: dashboard }]);
  expect((await recent()).map(({ item_title, item_url }) => [item_title, item_url])).toEqual([
    ['Mine', '/tessera/dashboard/mine/'],
    ['Sales', `/explore/?slice_id=${chart}`],
  ]);
  expect(await recent('(page_size:1)')).toMatchObject([
    { item_title: 'Mine', time_delta_humanized: 'now', item_type: 'dashboard' },
  ]);
  expect(await recent('(distinct:!f)')).toHaveLength(3);
  await server.request({ method: 'DELETE', url: `/api/v1/dashboard/${dashboard}`, as: ana });
  expect((await recent()).map((row) => row.item_title)).toEqual(['Sales']);
});

test('datasets are among what was opened, for those who may read them', async () => {
  const { db } = server.metadata;
  const own = await buildPlainDataset(db, { table_name: 'own_rows', owners: [ana] });
  const foreign = await buildPlainDataset(db, { table_name: 'foreign_rows' });
  await send([
    { event_name: 'mount_dataset', source: 'dataset', source_id: own },
    { event_name: 'mount_dataset', source: 'dataset', source_id: foreign },
  ]);
  expect(await recent('(actions:!(mount_dataset))')).toMatchObject([
    { item_type: 'dataset', item_id: own, item_title: 'own_rows', item_url: `/dataset/${own}/` },
  ]);
});

test('the log itself is for admins', async () => {
  expect((await server.request({ url: '/api/v1/log/', as: ana })).statusCode).toBe(403);
  const list = await server.request({
    url: `/api/v1/log/?q=${encodeURIComponent('(filters:!((col:action,opr:eq,value:mount_explorer)))')}`,
    as: server.adminId,
  });
  expect(list.json()).toMatchObject({
    count: 1,
    result: [{ action: 'mount_explorer', slice_id: chart, user: { username: 'ana' } }],
  });
  const id = list.json<{ ids: number[] }>().ids[0] ?? 0;
  expect((await server.request({ url: `/api/v1/log/${id}`, as: server.adminId })).json()).toMatchObject({
    id,
    result: { action: 'mount_explorer' },
  });
  expect((await server.request({ url: '/api/v1/log/999999', as: server.adminId })).statusCode).toBe(404);
});
