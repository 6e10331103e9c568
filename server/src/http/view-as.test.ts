import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole } from '../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset, grantDataset } from '../testing/content.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

const PASSWORD = 'a long password';

let server: TestApp;
let ana: Member;
let admin: Member;
let dashboard: number;

type Member = { readonly id: number; readonly headers: { readonly cookie: string; readonly 'x-csrftoken': string } };

/** Somebody who signed in in a browser. */
async function member(username: string, roles: readonly string[]): Promise<Member> {
  const { db } = server.metadata;
  const known = await db.selectFrom('roles').select('id').where('name', 'in', roles).execute();
  const made = await server.request({
    as: server.adminId,
    method: 'POST',
    url: '/api/v1/security/users/',
    payload: {
      username,
      first_name: username,
      last_name: 'Member',
      email: `${username}@example.com`,
      password: PASSWORD,
      roles: known.map(({ id }) => id),
      active: true,
    },
  });
  const login = await server.request({ method: 'POST', url: '/login/', payload: { username, password: PASSWORD } });
  const cookie = String(login.headers['set-cookie']).split(';', 1)[0] ?? '';
  const token = await server.request({ url: '/api/v1/security/csrf_token/', headers: { cookie } });
  const { result: csrf } = token.json<{ result: string }>();
  return { id: made.json<{ id: number }>().id, headers: { cookie, 'x-csrftoken': csrf } };
}

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  const sales = await buildPlainDataset(db, { table_name: 'sales' });
  const salaries = await buildPlainDataset(db, { table_name: 'salaries' });
  await grantDataset(db, await buildRole(db, { name: 'Sales' }), sales);
  admin = await member('olaf', ['Admin']);
  ana = await member('ana', ['Gamma', 'Sales']);
  const charts = [
    await buildChart(db, { slice_name: 'Sold', datasource_id: sales }),
    await buildChart(db, { slice_name: 'Paid', datasource_id: salaries }),
  ];
  dashboard = await buildDashboard(db, { published: 1, charts, owners: [ana.id] });
});
afterAll(() => server.close());

const read = async (url: string, from: Member, viewed: number | string) =>
  server.request({ url, headers: { ...from.headers, 'x-view-as': String(viewed) } });
const ME = '/api/v1/me/roles/';

test('an administrator reads what another user reads, and the page that is opened for it is logged', async () => {
  const charts = await read(`/api/v1/dashboard/${dashboard}/charts`, admin, ana.id);
  const names = charts.json<{ result: { slice_name: string }[] }>().result.map(({ slice_name: name }) => name);
  expect(names).toEqual(['Sold']);
  expect((await read(ME, admin, ana.id)).json()).toMatchObject({ result: { id: ana.id, username: 'ana' } });
  // A read that is sent as POST is a read.
  const data = await server.request({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { ...admin.headers, 'x-view-as': String(ana.id) },
    payload: {},
  });
  expect(data.headers['x-error-code']).not.toBe('viewing_as');
  const before = server.log.length;
  await server.request({ url: `/tessera/dashboard/${dashboard}/?view_as=${ana.id}`, headers: admin.headers });
  expect(server.log.slice(before).filter((line) => line.includes('viewed_as'))).toEqual([
    expect.stringContaining(`"viewed":${ana.id}`),
  ]);
});

test('[attack 108] nothing is changed in the name of another user, and their events are not written', async () => {
  const title = { dashboard_title: 'Mine now' };
  for (const request of [
    { method: 'PUT', url: `/api/v1/dashboard/${dashboard}`, payload: title },
    { method: 'POST', url: '/api/v1/dashboard/', payload: title },
    { method: 'DELETE', url: `/api/v1/dashboard/${dashboard}` },
    { method: 'POST', url: '/tessera/log/', payload: { events: '[]' } },
  ] as const) {
    const answer = await server.request({
      ...request,
      headers: { ...admin.headers, 'x-view-as': String(ana.id) },
    });
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([403, 'viewing_as']);
  }
  const shown = await server.request({ as: ana.id, url: `/api/v1/dashboard/${dashboard}` });
  expect(shown.json()).not.toMatchObject({ result: title });
});

test('[attack 108] nobody but an administrator in a browser reads as somebody else, who has to be there', async () => {
  for (const viewed of [admin.id, ana.id]) expect((await read(ME, ana, viewed)).statusCode).toBe(403);
  const byToken = await server.request({ as: admin.id, url: ME, headers: { 'x-view-as': String(ana.id) } });
  expect(byToken.statusCode).toBe(403);
  for (const value of ['999999', '-1', '1e3', 'ana', '']) expect((await read(ME, admin, value)).statusCode).toBe(404);
  // A page by an address that says so is its reader's own.
  const before = server.log.length;
  const page = await server.request({ url: `/users/?view_as=${admin.id}`, headers: ana.headers });
  expect(page.statusCode).toBe(200);
  expect(server.log.slice(before).join('')).not.toContain('viewed_as');
});
