import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

const servers: TestApp[] = [];
let server: TestApp;

beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const other of servers.splice(0)) await other.close();
});

type Case = {
  readonly app: TestApp;
  readonly owner: number;
  readonly asker: number;
  readonly dashboard: number;
  readonly dataset: number;
};

/** A published dashboard of somebody, and somebody else who may not read its data. */
async function closedDashboard(
  app: TestApp,
  more: { readonly published?: number; readonly roles?: readonly number[] } = {},
): Promise<Case> {
  const { db } = app.metadata;
  const [owner, asker] = [await buildUser(db, { roles: ['Gamma'] }), await buildUser(db, { roles: ['Gamma'] })];
  const dataset = await buildPlainDataset(db);
  const dashboard = await buildDashboard(db, {
    charts: [await buildChart(db, { datasource_id: dataset })],
    owners: [owner],
    published: 1,
    ...more,
  });
  return { app, owner, asker, dashboard, dataset };
}

const ask = async ({ app, asker }: Case, key: number | string) => {
  const answer = await app.request({ method: 'POST', url: `/api/v1/dashboard/${key}/access_request`, as: asker });
  return [answer.statusCode, answer.json()] as const;
};
const open = async (app: TestApp, as: number) =>
  (await app.request({ url: '/api/v1/dashboard/access_requests/', as })).json<{
    result: {
      id: number;
      dashboard: { id: number };
      obstacle: string | null;
      way: string;
      person: { id: number };
      roles: { id: number }[];
    }[];
  }>().result;
const of = async (app: TestApp, as: number, dashboard: number) =>
  (await open(app, as)).filter((each) => each.dashboard.id === dashboard);
const decide = async (app: TestApp, as: number, id: number, payload: object) =>
  (await app.request({ method: 'PUT', url: `/api/v1/dashboard/access_requests/${id}`, as, payload })).statusCode;
const sees = async ({ app, asker, dashboard }: Case) =>
  (await app.request({ url: `/api/v1/dashboard/${dashboard}`, as: asker })).statusCode;

test('[attack 92] who asks gets the same for a dashboard that is there, one that is a draft', async () => {
  const closed = await closedDashboard(server);
  const draft = await closedDashboard(server, { published: 0 });
  const same = [202, { message: 'OK' }];
  for (const key of [closed.dashboard, draft.dashboard, 2_000_000_000, 'no-such-name', crypto.randomUUID()])
    expect([key, await ask(closed, key)]).toEqual([key, same]);
});

test('one request per user and dashboard reaches its owners and administrators, and nobody else', async () => {
  const closed = await closedDashboard(server);
  await ask(closed, closed.dashboard);
  await ask(closed, closed.dashboard);
  expect(await of(server, closed.owner, closed.dashboard)).toMatchObject([
    { person: { id: closed.asker }, way: 'data', obstacle: 'admin' },
  ]);
  expect(await of(server, server.adminId, closed.dashboard)).toMatchObject([{ obstacle: null }]);
  expect(await of(server, await buildUser(server.metadata.db, { roles: ['Alpha'] }), closed.dashboard)).toEqual([]);
  expect(await of(server, closed.asker, closed.dashboard)).toEqual([]);
});

test('an administrator opens the data of the dashboard to the user alone, and the request is gone', async () => {
  const closed = await closedDashboard(server);
  const bystander = await buildUser(server.metadata.db, { roles: ['Gamma'] });
  await ask(closed, closed.dashboard);
  const [request] = await of(server, server.adminId, closed.dashboard);
  expect(await sees(closed)).toBe(404);
  expect(await decide(server, closed.owner, request?.id ?? 0, { decision: 'given' })).toBe(422);
  expect(await decide(server, server.adminId, request?.id ?? 0, { decision: 'given' })).toBe(200);
  expect([await sees(closed), await sees({ ...closed, asker: bystander })]).toEqual([200, 404]);
  const given = server.log
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ event }) => event === 'access_given');
  expect(given).toEqual([
    expect.objectContaining({
      log: 'security',
      userId: server.adminId,
      personId: closed.asker,
      dashboardId: closed.dashboard,
    }),
  ]);
  expect(await of(server, server.adminId, closed.dashboard)).toEqual([]);
  const role = await server.metadata.db
    .selectFrom('roles')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'roles.id')
    .select(['permission', 'view'])
    .where('name', '=', `Readers of dashboard ${closed.dashboard}`)
    .execute();
  expect(role).toEqual([{ permission: 'datasource_access', view: `dataset:${closed.dataset}` }]);
});

test('access that was given and taken back can be asked for again; what was dismissed stays so', async () => {
  const closed = await closedDashboard(server);
  await ask(closed, closed.dashboard);
  await decide(server, server.adminId, (await of(server, server.adminId, closed.dashboard))[0]?.id ?? 0, {
    decision: 'given',
  });
  await server.metadata.db
    .deleteFrom('user_roles')
    .where('user_id', '=', closed.asker)
    .where('role_id', 'in', (query) => query.selectFrom('roles').select('id').where('name', 'like', 'Readers of%'))
    .execute();
  // A change of users makes the server look anew.
  await server.request({
    method: 'PUT',
    url: `/api/v1/security/users/${closed.asker}`,
    as: server.adminId,
    payload: { last_name: 'Changed' },
  });
  await ask(closed, closed.dashboard);
  const [again] = await of(server, server.adminId, closed.dashboard);
  expect(again).toMatchObject({ person: { id: closed.asker } });
  expect(await decide(server, closed.owner, again?.id ?? 0, { decision: 'dismissed' })).toBe(200);
  await ask(closed, closed.dashboard);
  expect(await of(server, server.adminId, closed.dashboard)).toEqual([]);
});

test('nobody decides about dashboards of others, nor twice', async () => {
  const closed = await closedDashboard(server);
  const draft = await closedDashboard(server, { published: 0 });
  await ask(closed, closed.dashboard);
  await ask({ ...draft, asker: closed.asker }, draft.dashboard);
  const [request] = await of(server, server.adminId, closed.dashboard);
  const id = request?.id ?? 0;
  expect(await decide(server, draft.owner, id, { decision: 'dismissed' })).toBe(404);
  expect(await decide(server, closed.asker, id, { decision: 'given' })).toBe(404);
  const [hidden] = await of(server, server.adminId, draft.dashboard);
  expect(hidden).toMatchObject({ obstacle: 'draft' });
  expect(await decide(server, server.adminId, hidden?.id ?? 0, { decision: 'given' })).toBe(422);
  expect([
    await decide(server, closed.owner, id, { decision: 'dismissed' }),
    await decide(server, closed.owner, id, { decision: 'dismissed' }),
  ]).toEqual([200, 404]);
});

test('with role-based access an owner lets one of the roles of the user in', async () => {
  const app = await testApp({ settings: { featureFlags: { DASHBOARD_RBAC: true } } });
  servers.push(app);
  const { db } = app.metadata;
  const [board, staff, other] = [await buildRole(db), await buildRole(db), await buildRole(db)];
  const closed = await closedDashboard(app, { roles: [board] });
  await db.insertInto('user_roles').values({ user_id: closed.asker, role_id: staff }).execute();
  await ask(closed, closed.dashboard);
  const [request] = await of(app, closed.owner, closed.dashboard);
  expect(request).toMatchObject({ way: 'role', obstacle: null });
  expect(request?.roles.map((role) => role.id)).toContain(staff);
  expect(await decide(app, closed.owner, request?.id ?? 0, { decision: 'given', role_id: other })).toBe(422);
  // It opens the data as well, which takes the right to read it.
  expect(await decide(app, closed.owner, request?.id ?? 0, { decision: 'given', role_id: staff })).toBe(403);
  await db
    .insertInto('owners')
    .values({ object_type: 'dataset', object_id: closed.dataset, user_id: closed.owner })
    .execute();
  expect(await decide(app, closed.owner, request?.id ?? 0, { decision: 'given', role_id: staff })).toBe(200);
  expect(await sees(closed)).toBe(200);
});

test('[attack 92] one user asks so many times an hour, for what exists and what does not alike', async () => {
  const closed = await closedDashboard(server);
  const statuses = [];
  for (let number = 1; number <= 21; number += 1) statuses.push((await ask(closed, 1_000_000_000 + number))[0]);
  expect([statuses.slice(0, 20).every((status) => status === 202), statuses[20]]).toEqual([true, 429]);
  expect((await ask(closed, closed.dashboard))[0]).toBe(429);
});
