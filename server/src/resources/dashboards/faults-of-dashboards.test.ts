import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let owner: number;
let dashboard: number;
let other: number;

beforeAll(async () => {
  server = await testApp();
  owner = await buildUser(server.metadata.db, { username: 'olaf', roles: ['Alpha'] });
});
afterAll(() => server.close());

beforeEach(async () => {
  const { db } = server.metadata;
  const chart = await buildChart(db, { datasource_id: await buildPlainDataset(db, {}) });
  dashboard = await buildDashboard(db, { dashboard_title: 'Hit', published: 1, charts: [chart], owners: [owner] });
  other = await buildDashboard(db, { dashboard_title: 'Beside', published: 1, charts: [chart], owners: [owner] });
});

const get = async (url: string) => server.request({ as: owner, url: `/api/v1/dashboard/${url}` });
const put = async (payload: object, headers = {}) =>
  server.request({ as: owner, method: 'PUT', url: `/api/v1/dashboard/${dashboard}`, payload, headers });
const stored = async () =>
  server.metadata.db.selectFrom('dashboards').selectAll().where('id', '=', dashboard).executeTakeFirstOrThrow();

const refused = [400, 422];

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test('[attack 60] layouts and settings that no editor makes are refused, and what is stored stays', async () => {
  const before = await stored();
  const hostile = [
    nested(10_000),
    `{"DASHBOARD_VERSION_KEY":"v2","ROOT_ID":${nested(10_000)}}`,
    `{"DASHBOARD_VERSION_KEY":"v2","x":"${'y'.repeat(70_000)}"}`,
    '[]',
    '"text"',
    '{',
  ];
  for (const position_json of hostile) expect(refused).toContain((await put({ position_json })).statusCode);
  for (const json_metadata of [nested(10_000), '[]', '{"positions":[]}', '{"__proto__":{"isAdmin":true}}', '{'])
    expect(refused).toContain((await put({ json_metadata })).statusCode);
  const huge = await put({ position_json: 'x'.repeat(50 * 1024 * 1024) });
  expect([...refused, 413]).toContain(huge.statusCode);
  expect(await stored()).toEqual(before);
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
});

test('[F37] what is broken in one dashboard leaves lists and other dashboards as they are', async () => {
  const { db } = server.metadata;
  for (const broken of ['{"ROOT_ID":', '\u0000', '[1,2', '{"ROOT_ID":{"children":["ROOT_ID"]}}']) {
    await db
      .updateTable('dashboards')
      .set({ position_json: broken, json_metadata: broken, css: '}}}<style>' })
      .where('id', '=', dashboard)
      .execute();
    for (const part of ['', '/charts', '/datasets', '/tabs']) {
      const answer = await get(`${dashboard}${part}`);
      expect(answer.statusCode).toBe(200);
      expect((await get(`${other}${part}`)).statusCode).toBe(200);
    }
    const titles = (await get('')).json<{ result: { dashboard_title: string }[] }>().result;
    expect(titles.map(({ dashboard_title: title }) => title)).toEqual(expect.arrayContaining(['Hit', 'Beside']));
  }
  // It is mended by the next save.
  expect((await put({ position_json: '{}', json_metadata: '{}', css: '' })).statusCode).toBe(200);
});

test('[F2] a save that was written and is sent again is one version', async () => {
  const change = { dashboard_title: 'Saved once' };
  const tag = String((await get(String(dashboard))).headers['etag']);
  expect((await put(change, { 'if-match': tag })).statusCode).toBe(200);
  const versions = async () => (await get(`${dashboard}/versions`)).json<{ result: unknown[] }>().result.length;
  const once = await versions();
  // The answer was lost: the same is sent again on the version that the client knows, then on the one that it reads.
  expect((await put(change, { 'if-match': tag })).statusCode).toBe(412);
  const now = String((await get(String(dashboard))).headers['etag']);
  expect((await put(change, { 'if-match': now })).statusCode).toBe(200);
  expect(await versions()).toBe(once);
});

test('[F28] who saves over what somebody else saved or deleted learns of it, and nothing is lost', async () => {
  const tag = String((await get(String(dashboard))).headers['etag']);
  await server.request({
    as: server.adminId,
    method: 'PUT',
    url: `/api/v1/dashboard/${dashboard}`,
    payload: { dashboard_title: 'Theirs' },
  });
  expect((await put({ css: '.a { color: red }' }, { 'if-match': tag })).statusCode).toBe(412);
  expect(await stored()).toMatchObject({ dashboard_title: 'Theirs' });
  await server.request({ as: server.adminId, method: 'DELETE', url: `/api/v1/dashboard/${dashboard}` });
  expect((await put({ css: '.a { color: red }' }, { 'if-match': tag })).statusCode).toBe(404);
  expect(await stored()).toMatchObject({ dashboard_title: 'Theirs' });
});
