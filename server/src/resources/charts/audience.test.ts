import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildChart, buildDashboard, buildFolder, buildPlainDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let ana: number;
let rita: number;
let role: number;
let chart: number;
let dashboard: number;

beforeAll(async () => {
  server = await testApp({ settings: { featureFlags: { DASHBOARD_RBAC: true } } });
  const { db } = server.metadata;
  role = await buildRole(db, { name: 'Readers', pairs: ['can_read Dashboard', 'can_read Chart'] });
  ana = await buildUser(db, { roles: ['Gamma'] });
  rita = await buildUser(db, { roles: [role] });
  chart = await buildChart(db, { datasource_id: await buildPlainDataset(db, { owners: [ana] }), owners: [ana] });
  dashboard = await buildDashboard(db, { published: 1, owners: [ana], charts: [chart], dashboard_title: 'Wall' });
});
afterAll(() => server.close());

async function audience(as = ana) {
  const answer = await server.request({ url: `/api/v1/chart/${chart}/audience`, as });
  return answer.statusCode === 200 ? answer.json<{ result: unknown }>().result : answer.statusCode;
}

async function seen(userId: number, as = ana) {
  const answer = await server.request({ url: `/api/v1/chart/${chart}/audience/${userId}`, as });
  return answer.statusCode === 200 ? answer.json<{ result: unknown }>().result : answer.statusCode;
}

test('who shares a chart learns who sees it, by what, and what would open it', async () => {
  expect(await seen(server.adminId)).toMatchObject({ sees: true, way: 'admin' });
  expect(await seen(ana)).toMatchObject({ sees: true, way: 'owner', edits: true });
  expect(await seen(rita)).toEqual({
    sees: false,
    edits: false,
    way: null,
    dashboards: [{ id: dashboard, dashboard_title: 'Wall', roles: [{ id: role, name: 'Readers' }] }],
  });
  const opened = await server.request({
    method: 'PUT',
    url: `/api/v1/dashboard/${dashboard}`,
    as: ana,
    payload: { roles: [role] },
  });
  expect(opened.statusCode).toBe(200);
  expect(await seen(rita)).toEqual({ sees: true, edits: false, way: 'dashboard', dashboards: [] });
});

test('who shares a chart learns to whom it is open, by its data and by dashboards', async () => {
  const { db } = server.metadata;
  const folder = await buildFolder(db, { roles: [await buildRole(db, { name: 'Guild' })] });
  await buildDashboard(db, {
    published: 1,
    owners: [ana],
    charts: [chart],
    dashboard_title: 'Filed',
    folder_id: folder,
  });
  const draft = { published: 0, owners: [ana], charts: [chart], roles: [role] } as const;
  await buildDashboard(db, { ...draft, dashboard_title: 'Draft' });
  const hidden = await buildDashboard(db, { published: 1, charts: [chart], roles: [role], dashboard_title: 'Hidden' });
  const shown = await audience();
  expect(shown).toMatchObject({
    owners: [{ id: ana }],
    dataset: { table_name: expect.any(String) },
    dashboards: [
      { dashboard_title: 'Filed', roles: [{ name: 'Guild' }], embedded: false },
      { id: dashboard, dashboard_title: 'Wall', roles: [{ name: 'Readers' }], embedded: false },
    ],
    others: 1,
  });
  expect(JSON.stringify(shown)).not.toContain('Hidden');
  await db.updateTable('dashboards').set({ published: 0 }).where('id', '=', hidden).execute();
  expect(await audience()).toMatchObject({ others: 0 });
});

test('[attack 38] who may not change a chart learns nothing of others', async () => {
  expect(await seen(ana, rita)).toBe(403);
  expect(await audience(rita)).toBe(403);
  expect(await seen(4_711)).toBe(404);
});
