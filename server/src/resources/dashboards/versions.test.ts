import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { buildChart, layoutOf } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let owner: number;
let other: number;
let id: number;

beforeAll(async () => {
  server = await testApp();
  owner = await buildUser(server.metadata.db, { username: 'olaf', roles: ['Alpha'] });
  other = await buildUser(server.metadata.db, { username: 'otto', roles: ['Alpha'] });
});
afterAll(() => server.close());

const as = async (who: number, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  server.request({ as: who, method, url: `/api/v1/dashboard/${url}`, ...(payload === undefined ? {} : { payload }) });

type Row = {
  version: number;
  changes: { kind: string }[] | null;
  created_by: { id: number } | null;
  is_current: boolean;
};
const list = async (who: number): Promise<readonly Row[]> =>
  (await as(who, 'GET', `${id}/versions`)).json<{ result: Row[] }>().result;

beforeEach(async () => {
  id = (await as(owner, 'POST', '', { dashboard_title: 'First' })).json<{ id: number }>().id;
});

test('every save is a version with its author and what it changed; what was there before is one as well', async () => {
  expect(await list(owner)).toEqual([]);
  await as(owner, 'PUT', String(id), { dashboard_title: 'Second' });
  await as(server.adminId, 'PUT', String(id), { json_metadata: '{"color_scheme":"bold"}' });
  // Publishing and colours that the page keeps by itself draw nothing else.
  await as(owner, 'PUT', String(id), { published: true });
  await as(owner, 'PUT', `${id}/colors?mark_updated=false`, { label_colors: { a: '#fff' } });
  const rows = await list(owner);
  expect(rows.map(({ version, is_current: isCurrent }) => [version, isCurrent])).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
  expect(rows.map(({ changes }) => changes?.map(({ kind }) => kind) ?? null)).toEqual([['colors'], ['title'], null]);
  expect(rows.map(({ created_by: by }) => by?.id)).toEqual([server.adminId, owner, owner]);
});

test('a version is restored as the newest, and that can be taken back', async () => {
  await as(owner, 'PUT', String(id), { dashboard_title: 'Second', css: '.a { color: red }' });
  const restored = await as(owner, 'POST', `${id}/versions/1/restore`);
  expect(restored.json()).toMatchObject({ id, version: 3 });
  const shown = (await as(owner, 'GET', String(id))).json<{
    result: { dashboard_title: string; css: string | null };
  }>();
  expect(shown.result).toMatchObject({ dashboard_title: 'First', css: null });
  await as(owner, 'POST', `${id}/versions/2/restore`);
  expect((await as(owner, 'GET', String(id))).json()).toMatchObject({ result: { dashboard_title: 'Second' } });
  const body = (await as(owner, 'GET', `${id}/versions/1`)).json<{ result: object }>();
  expect(body.result).toMatchObject({ version: 1, dashboard_title: 'First' });
});

test('[attack 48] only who may edit reads versions and restores them, and a stale restore is refused', async () => {
  await as(owner, 'PUT', String(id), { dashboard_title: 'Second', published: true });
  for (const [method, url] of [
    ['GET', `${id}/versions`],
    ['GET', `${id}/versions/1`],
    ['POST', `${id}/versions/1/restore`],
  ] as const)
    expect((await as(other, method, url)).statusCode).not.toBe(200);
  expect((await as(owner, 'GET', `${id}/versions/9`)).statusCode).toBe(404);
  const stale = await server.request({
    as: owner,
    method: 'POST',
    url: `/api/v1/dashboard/${id}/versions/1/restore`,
    headers: { 'if-match': '"1"' },
  });
  expect(stale.statusCode).toBe(412);
});

test('a version says which of its charts are not there any more, whenever it is read', async () => {
  const { db } = server.metadata;
  const [stays, goes] = [await buildChart(db), await buildChart(db)];
  const place = (charts: readonly number[]) =>
    as(server.adminId, 'PUT', String(id), { position_json: JSON.stringify(layoutOf([...charts])) });
  await place([stays, goes]);
  await place([stays]);
  const missing = async (version: number) =>
    (await as(server.adminId, 'GET', `${id}/versions/${version}`)).json<{ result: { missing_charts: number[] } }>()
      .result.missing_charts;
  expect([await missing(1), await missing(2), await missing(3)]).toEqual([[], [], []]);
  const url = `/api/v1/chart/${goes}`;
  expect((await server.request({ as: server.adminId, method: 'DELETE', url })).statusCode).toBe(200);
  expect([await missing(1), await missing(2), await missing(3)]).toEqual([[], [goes], []]);
});

test('a hundred versions are retained, the oldest go', async () => {
  for (let at = 0; at < 103; at += 1) await as(owner, 'PUT', String(id), { dashboard_title: `Title ${at}` });
  const rows = await list(owner);
  expect(rows).toHaveLength(100);
  expect(rows[0]?.version).toBe(104);
});
