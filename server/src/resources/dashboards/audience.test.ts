import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset, grantDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let owner: number;
let ana: number;
let sales: number;
let salaries: number;

beforeAll(async () => {
  server = await testApp({ settings: { featureFlags: { DASHBOARD_RBAC: true } } });
  const { db } = server.metadata;
  sales = await buildPlainDataset(db, { table_name: 'sales' });
  salaries = await buildPlainDataset(db, { table_name: 'salaries' });
  await grantDataset(db, await buildRole(db, { name: 'Sales' }), sales);
  ana = await buildUser(db, { username: 'ana', roles: ['Gamma', 'Sales'] });
  owner = await buildUser(db, { username: 'olaf', roles: ['Alpha'] });
});
afterAll(() => server.close());

const get = async (url: string, as = owner) => server.request({ as, url: `/api/v1/dashboard/${url}` });
type Seen = { sees: boolean; seen: number; charts: number; unseen: { slice_name: string }[]; roles: { id: number }[] };
const seenByAna = async (id: number): Promise<Seen> =>
  (await get(`${id}/audience/${ana}`)).json<{ result: Seen }>().result;

async function shared(published: boolean): Promise<number> {
  const { db } = server.metadata;
  const charts = [
    await buildChart(db, { slice_name: 'Sold', datasource_id: sales }),
    await buildChart(db, { slice_name: 'Paid', datasource_id: salaries }),
  ];
  return buildDashboard(db, { published: published ? 1 : 0, charts, owners: [owner] });
}

test('[6.0] an editor learns what another user sees: the policies decide, as when they open it', async () => {
  const id = await shared(true);
  expect(await seenByAna(id)).toMatchObject({ sees: true, seen: 1, charts: 2, unseen: [{ slice_name: 'Paid' }] });
  expect((await get(`${id}/charts`, ana)).json<{ result: unknown[] }>().result).toHaveLength(1);
});

test('a draft is seen by nobody else, and a role of theirs opens everything on it', async () => {
  const draft = await shared(false);
  expect(await seenByAna(draft)).toMatchObject({ sees: false, seen: 0, charts: 2 });
  const id = await shared(true);
  const [role] = (await seenByAna(id)).roles;
  const granted = await server.request({
    as: owner,
    method: 'PUT',
    url: `/api/v1/dashboard/${id}`,
    payload: { roles: [role?.id] },
  });
  expect(granted.statusCode).toBe(200);
  expect(await seenByAna(id)).toMatchObject({ sees: true, seen: 2, unseen: [] });
  expect((await get(`${id}/audience`)).json()).toMatchObject({
    result: { published: true, by_roles: true, charts: 2, roles: [{ id: role?.id }], owners: [{ id: owner }] },
  });
});

test('a folder around it is named with the users that it brings', async () => {
  const { db } = server.metadata;
  const [role] = (await seenByAna(await shared(true))).roles;
  const make = async (payload: object) =>
    (await server.request({ as: owner, method: 'POST', url: '/api/v1/folder/', payload })).json<{ id: number }>().id;
  const outer = await make({ name: 'Europe', owners: [owner, ana] });
  const inner = await make({ name: 'Italy', parent_id: outer, roles: [role?.id] });
  const id = await shared(true);
  await db.updateTable('dashboards').set({ folder_id: inner }).where('id', '=', id).execute();
  const { result } = (await get(`${id}/audience`)).json<{
    result: { folders: { name: string; owners: { id: number }[]; roles: { id: number }[] }[] };
  }>();
  expect(result.folders.map(({ name, owners, roles }) => [name, owners.map((one) => one.id), roles.length])).toEqual([
    ['Europe', expect.arrayContaining([owner, ana]), 0],
    ['Italy', [owner], 1],
  ]);
});

test('who may not edit learns nothing of others', async () => {
  const id = await shared(true);
  expect((await get(`${id}/audience`, ana)).statusCode).toBe(403);
  expect((await get(`${id}/audience/${owner}`, ana)).statusCode).toBe(403);
  expect((await get(`${id}/audience/999999`)).statusCode).toBe(404);
});
