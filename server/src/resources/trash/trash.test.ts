import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { purgeTrashBefore, type TrashKind } from '../../metadata/trash.ts';

type Answer = {
  readonly count: number;
  readonly result: readonly { readonly id: number; readonly name: string; readonly deleted_by: unknown }[];
};

let server: TestApp;
let ana: number;
let ben: number;
let dataset: number;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  dataset = await buildPlainDataset(db, { table_name: 'sales' });
  ana = await buildUser(db, { username: 'ana', first_name: 'Ana', roles: ['Alpha'] });
  ben = await buildUser(db, { username: 'ben', roles: ['Alpha'] });
});
afterAll(() => server.close());

const makeChart = (name: string, owners = [ana]) =>
  buildChart(server.metadata.db, { slice_name: name, datasource_id: dataset, owners });
const remove = (kind: TrashKind, id: number, as: number) =>
  server.request({ method: 'DELETE', url: `/api/v1/${kind}/${id}`, as });
const restore = (kind: TrashKind, ids: readonly number[], as: number) =>
  server.request({ method: 'POST', url: `/api/v1/trash/${kind}/restore`, as, payload: { ids } });
const trashOf = async (kind: TrashKind, as: number, q = '()') =>
  (await server.request({ url: `/api/v1/trash/${kind}/?q=${encodeURIComponent(q)}`, as })).json<Answer>();
const statusOf = async (url: string, as: number) => (await server.request({ url, as })).statusCode;

test('what is deleted lies in the trash of its owners and of administrators, and comes back whole', async () => {
  const { db } = server.metadata;
  const id = await makeChart('Delays');
  const board = await buildDashboard(db, { dashboard_title: 'Board', owners: [ana], charts: [id] });
  expect((await remove('chart', id, ana)).statusCode).toBe(200);
  expect(await statusOf(`/api/v1/chart/${id}`, ana)).toBe(404);
  expect(await trashOf('chart', ana)).toMatchObject({
    count: 1,
    result: [{ id, name: 'Delays', deleted_by: { id: ana, first_name: 'Ana' } }],
  });
  expect((await trashOf('chart', server.adminId)).count).toBe(1);
  expect((await restore('chart', [id, id], ana)).json()).toEqual({ ids: [id], without_slug: [] });
  expect(await statusOf(`/api/v1/chart/${id}`, ana)).toBe(200);
  expect((await trashOf('chart', ana)).count).toBe(0);
  const charts = await server.request({ url: `/api/v1/dashboard/${board}/charts`, as: ana });
  expect(charts.json()).toMatchObject({ result: [{ id }] });
  // What lives cannot be restored, and a second try finds nothing.
  expect((await restore('chart', [id], ana)).statusCode).toBe(404);
});

test('[attack 101] the trash of another is not there: not listed, not restored, not removed', async () => {
  const [own, foreign] = [await makeChart('Own'), await makeChart('Foreign', [ben])];
  await remove('chart', own, ana);
  await remove('chart', foreign, ben);
  expect((await trashOf('chart', ana)).result.map(({ id }) => id)).toEqual([own]);
  expect((await trashOf('chart', ana, '(filters:!((col:name,opr:trash_all_text,value:Foreign)))')).count).toBe(0);
  expect((await restore('chart', [own, foreign], ana)).statusCode).toBe(404);
  const purge = { method: 'DELETE', url: `/api/v1/trash/chart/?q=!(${own},${foreign})`, as: ana } as const;
  expect((await server.request(purge)).statusCode).toBe(404);
  expect((await trashOf('chart', ana)).count).toBe(1);
  expect((await restore('chart', [own, foreign], server.adminId)).statusCode).toBe(200);
});

test('what lives is not removed for good, and what is removed is gone with its stars and owners', async () => {
  const { db } = server.metadata;
  const id = await makeChart('Gone');
  const purge = () => server.request({ method: 'DELETE', url: `/api/v1/trash/chart/?q=!(${id})`, as: ana });
  await server.request({ method: 'POST', url: `/api/v1/chart/${id}/favorites/`, as: ana });
  expect((await purge()).statusCode).toBe(404);
  await remove('chart', id, ana);
  expect((await purge()).json()).toEqual({ message: 'Deleted 1 chart' });
  expect((await restore('chart', [id], ana)).statusCode).toBe(404);
  const left = await Promise.all([
    db.selectFrom('charts').select('id').where('id', '=', id).execute(),
    db
      .selectFrom('favorites')
      .select('object_id')
      .where('object_type', '=', 'chart')
      .where('object_id', '=', id)
      .execute(),
    db
      .selectFrom('owners')
      .select('object_id')
      .where('object_type', '=', 'chart')
      .where('object_id', '=', id)
      .execute(),
  ]);
  expect(left.flat()).toEqual([]);
});

test('a dashboard whose address was taken meanwhile comes back without it, and the answer says so', async () => {
  const { db } = server.metadata;
  const make = () => buildDashboard(db, { dashboard_title: 'Sales', slug: 'sales', owners: [ana] });
  const first = await make();
  await remove('dashboard', first, ana);
  await make();
  const answer = await restore('dashboard', [first], ana);
  expect(answer.json()).toEqual({ ids: [first], without_slug: [{ id: first, slug: 'sales' }] });
  expect(await statusOf(`/api/v1/dashboard/${first}`, ana)).toBe(200);
});

test('of two who restore at once one finds it no longer there', async () => {
  const id = await makeChart('Twice');
  await remove('chart', id, ana);
  const answers = await Promise.all([restore('chart', [id], ana), restore('chart', [id], server.adminId)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 404]);
});

test('what lay in the trash long enough goes for good, and nothing else', async () => {
  const { db } = server.metadata;
  const [old, fresh, living] = [await makeChart('Old'), await makeChart('Fresh'), await makeChart('Living')];
  await remove('chart', old, ana);
  await remove('chart', fresh, ana);
  await db.updateTable('charts').set({ deleted_on: '2020-01-01T00:00:00.000Z' }).where('id', '=', old).execute();
  expect(await purgeTrashBefore(db, '2021-01-01T00:00:00.000Z')).toBe(1);
  expect((await trashOf('chart', ana)).result.map(({ name }) => name)).toContain('Fresh');
  expect((await restore('chart', [old], ana)).statusCode).toBe(404);
  expect(await statusOf(`/api/v1/chart/${living}`, ana)).toBe(200);
});
