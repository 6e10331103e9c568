import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset } from '../../testing/content.ts';
import { testApp, type TestApp, type TestRequest } from '../../testing/test-app.ts';

let server: TestApp;
/** Makes folders; a colleague; a reader who has a dashboard by a role alone. */
let ana: number;
let ben: number;
let rita: number;
let staff: number;
let dataset: number;
let folder: number;
let inner: number;
let dashboard: number;
let names = 0;

beforeAll(async () => {
  server = await testApp({ settings: { featureFlags: { DASHBOARD_RBAC: true } } });
  const { db } = server.metadata;
  staff = await buildRole(db, { pairs: ['can_read Dashboard', 'can_read Chart'] });
  ana = await buildUser(db, { roles: ['Gamma'] });
  ben = await buildUser(db, { roles: ['Gamma'] });
  rita = await buildUser(db, { roles: [staff] });
});
afterAll(() => server.close());

beforeEach(async () => {
  const { db } = server.metadata;
  dataset = await buildPlainDataset(db, { owners: [ana] });
  const chart = await buildChart(db, { datasource_id: dataset });
  dashboard = await buildDashboard(db, { published: 1, owners: [ana], charts: [chart] });
  folder = await make(ana, { name: `Sales ${(names += 1)}` });
  inner = await make(ana, { name: 'Inner', parent_id: folder });
});

function call(as: number, method: TestRequest['method'], path: string, payload?: object) {
  return server.request({
    as,
    url: `/api/v1/${path}`,
    ...(method && { method }),
    ...(payload && { payload }),
  });
}

async function make(as: number, payload: object): Promise<number> {
  const answer = await call(as, 'POST', 'folder/', payload);
  expect(answer.statusCode).toBe(201);
  return answer.json<{ id: number }>().id;
}

const file = (as: number, folder_id: number | null) => call(as, 'PUT', `dashboard/${dashboard}`, { folder_id });
const status = async (as: number, path: string) => (await call(as, 'GET', path)).statusCode;

test('a folder has the names, the users and the place that it was given', async () => {
  expect((await call(ana, 'GET', `folder/${inner}`)).json()).toMatchObject({
    id: inner,
    result: { name: 'Inner', parent_id: folder, owners: [{ id: ana }], roles: [], dashboard_count: 0, can_edit: true },
  });
  expect((await call(ana, 'POST', 'folder/', { name: 'Inner', parent_id: folder })).statusCode).toBe(400);
  expect((await call(ana, 'POST', 'folder/', { name: '  ' })).statusCode).toBe(400);
});

test('[attack 38] nobody else knows of a folder without a dashboard that they see', async () => {
  expect(await status(ben, `folder/${inner}`)).toBe(404);
  expect((await call(ben, 'GET', 'folder/')).json()).toEqual({ count: 0, result: [] });
  expect((await call(ben, 'PUT', `folder/${inner}`, { name: 'Mine' })).statusCode).toBe(404);
  expect((await call(ben, 'POST', 'folder/', { name: 'Below', parent_id: folder })).statusCode).toBe(400);
});

test('the roles of a folder see the dashboards in it and below, and lose them with it', async () => {
  expect((await file(ana, inner)).statusCode).toBe(200);
  expect(await status(rita, `dashboard/${dashboard}`)).toBe(404);
  expect((await call(ana, 'PUT', `folder/${folder}`, { roles: [staff] })).statusCode).toBe(200);
  expect(await status(rita, `dashboard/${dashboard}`)).toBe(200);
  expect(
    (await call(rita, 'GET', `dashboard/?q=(filters:!((col:folder_id,opr:dashboard_folder,value:${folder})))`)).json(),
  ).toMatchObject({ ids: [dashboard] });
  expect((await call(rita, 'GET', `folder/${folder}`)).json()).toMatchObject({
    result: { dashboard_count: 1, can_edit: false },
  });
  expect((await call(rita, 'GET', `dashboard/${dashboard}/charts`)).json<{ result: unknown[] }>().result).toHaveLength(
    1,
  );
  expect((await call(ana, 'PUT', `folder/${inner}`, { parent_id: null, name: `Out ${names}` })).statusCode).toBe(200);
  expect(await status(rita, `dashboard/${dashboard}`)).toBe(404);
});

test('the owners of a folder change the dashboards in it and below, hidden ones too', async () => {
  await file(ana, inner);
  await call(ana, 'PUT', `dashboard/${dashboard}`, { published: false });
  expect(await status(ben, `dashboard/${dashboard}`)).toBe(404);
  await call(ana, 'PUT', `folder/${folder}`, { owners: [ana, ben] });
  expect((await call(ben, 'GET', `dashboard/${dashboard}`)).json()).toMatchObject({ result: { can_edit: true } });
  const saved = await call(ben, 'PUT', `dashboard/${dashboard}`, { dashboard_title: 'By Ben', owners: [ana] });
  expect(saved.statusCode).toBe(200);
  await call(ana, 'PUT', `folder/${folder}`, { owners: [ana] });
  expect((await call(ben, 'PUT', `folder/${inner}`, { name: 'Ben' })).statusCode).toBe(404);
});

test('[attack 96] nobody opens data by a folder that they may not read themselves', async () => {
  await call(ana, 'PUT', `folder/${folder}`, { owners: [ana, ben] });
  await file(ana, inner);
  // Ben owns the folder by now; the data of the dashboard is Ana's.
  const shared = await call(ben, 'PUT', `folder/${folder}`, { roles: [staff] });
  expect(shared.statusCode).toBe(403);
  expect(await status(rita, `dashboard/${dashboard}`)).toBe(404);
  await file(ana, null);
  const open = await make(ben, { name: `Open ${names}`, roles: [staff], owners: [ben] });
  await call(ben, 'PUT', `folder/${open}`, { owners: [ben, ana] });
  await call(ana, 'PUT', `dashboard/${dashboard}`, { owners: [ana, ben] });
  expect((await file(ben, open)).statusCode).toBe(403);
  expect((await file(ana, open)).statusCode).toBe(200);
  expect(await status(rita, `dashboard/${dashboard}`)).toBe(200);
});

test('into a folder puts who may change it', async () => {
  const own = await buildDashboard(server.metadata.db, { owners: [ben] });
  const refused = await call(ben, 'PUT', `dashboard/${own}`, { folder_id: folder });
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('may not change it')]);
  expect((await call(ben, 'POST', 'dashboard/', { dashboard_title: 'New', folder_id: folder })).statusCode).toBe(422);
});

test('a folder is put neither into itself nor too deep, and goes only when it is empty', async () => {
  expect((await call(ana, 'PUT', `folder/${folder}`, { parent_id: inner })).body).toContain('into itself');
  let last = inner;
  for (let depth = 3; depth <= 8; depth += 1) last = await make(ana, { name: `Level ${depth}`, parent_id: last });
  expect((await call(ana, 'POST', 'folder/', { name: 'Level 9', parent_id: last })).body).toContain('at most 8 deep');
  const tower = await make(ana, { name: `Tower ${names}` });
  await make(ana, { name: 'Up', parent_id: tower });
  expect((await call(ana, 'PUT', `folder/${tower}`, { parent_id: last })).body).toContain('at most 8 deep');
  expect((await call(ana, 'DELETE', `folder/${folder}`)).body).toContain('Move it first');
  expect((await call(ana, 'DELETE', `folder/${last}`)).statusCode).toBe(200);
  expect(await status(ana, `folder/${last}`)).toBe(404);
});

test('two who change a folder do not overwrite each other', async () => {
  const { version } = (await call(ana, 'GET', `folder/${inner}`)).json<{ result: { version: number } }>().result;
  const change = (name: string) =>
    server.request({
      as: ana,
      method: 'PUT',
      url: `/api/v1/folder/${inner}`,
      headers: { 'if-match': `"${version}"` },
      payload: { name },
    });
  expect((await change('First')).statusCode).toBe(200);
  expect((await change('Second')).statusCode).toBe(412);
});
