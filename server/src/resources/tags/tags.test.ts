import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildChart, buildDashboard, buildPlainDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let open: number;
let maker: number;
let other: number;
let mine: number;
let theirs: number;
let hidden: number;
let wall: number;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  open = await buildPlainDataset(db);
  const closed = await buildPlainDataset(db);
  await buildRole(db, { name: 'Open data', pairs: [`datasource_access dataset:${open}`] });
  maker = await buildUser(db, { roles: ['Gamma', 'Open data'] });
  other = await buildUser(db, { roles: ['Alpha'] });
  mine = await buildChart(db, { datasource_id: open, owners: [maker] });
  theirs = await buildChart(db, { datasource_id: open, owners: [other] });
  hidden = await buildChart(db, { datasource_id: closed, owners: [other] });
  wall = await buildDashboard(db, { charts: [mine], owners: [maker] });
});
afterAll(() => server.close());

const ask = (as: number, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.request({ as, method, url: `/api/v1/${path}`, ...(payload && { payload }) });

async function make(name: string, as = maker): Promise<number> {
  const answer = await ask(as, 'POST', 'tag/', { name });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ id: number }>().id;
}

async function listed(as: number, path: string, filters: string): Promise<readonly number[]> {
  const answer = await ask(as, 'GET', `${path}/?q=(filters:!(${filters}))`);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ ids: readonly number[] }>().ids;
}

test('a name is trimmed, unique whatever its case, and has no comma and no colon', async () => {
  const id = await make('  Grün   <b>& Co</b> ');
  const item = await ask(maker, 'GET', `tag/${id}`);
  expect(item.json<{ result: object }>().result).toMatchObject({
    name: 'Grün <b>& Co</b>',
    type: 1,
    can_edit: true,
    chart_count: 0,
  });
  expect((await ask(other, 'POST', 'tag/', { name: 'GRÜN <B>& CO</B>' })).statusCode).toBe(422);
  const refused = ['a,b', 'owner:1', ' ', 'x'.repeat(251), 'a\u0000b', 'a\u0007b'];
  for (const name of refused) expect((await ask(maker, 'POST', 'tag/', { name })).statusCode).toBe(400);
});

test('charts and dashboards take tags by id, carry them and are found by them', async () => {
  const [first, second] = [await make('sales'), await make('weekly')];
  expect((await ask(maker, 'PUT', `chart/${mine}`, { tags: [first, second] })).statusCode).toBe(200);
  expect((await ask(maker, 'PUT', `dashboard/${wall}`, { tags: [first] })).statusCode).toBe(200);
  const refs = [
    { id: first, name: 'sales', type: 1 },
    { id: second, name: 'weekly', type: 1 },
  ];
  expect((await ask(maker, 'GET', `chart/${mine}`)).json<{ result: object }>().result).toMatchObject({ tags: refs });
  expect((await ask(maker, 'GET', `dashboard/${wall}`)).json<{ result: object }>().result).toMatchObject({
    tags: refs.slice(0, 1),
  });
  const row = await ask(
    maker,
    'GET',
    `chart/?q=(columns:!(id,tags.id,tags.name),filters:!((col:id,opr:eq,value:${mine})))`,
  );
  expect(row.json<{ result: readonly object[] }>().result).toEqual([
    { id: mine, tags: refs.map(({ id, name }) => ({ id, name })) },
  ]);
  expect(await listed(maker, 'chart', `(col:tags,opr:rel_m_m,value:!(${second}))`)).toEqual([mine]);
  expect(await listed(maker, 'chart', `(col:tags,opr:chart_tag_id,value:${first})`)).toEqual([mine]);
  expect(await listed(maker, 'chart', '(col:tags,opr:chart_tags,value:WEEK)')).toEqual([mine]);
  expect(await listed(maker, 'dashboard', `(col:tags,opr:dashboard_tag_id,value:${first})`)).toEqual([wall]);
  expect(await listed(maker, 'dashboard', '(col:tags,opr:dashboard_tags,value:weekly)')).toEqual([]);
  expect(await listed(maker, 'tag', '(col:type,opr:custom_tag,value:!f)')).toEqual([]);

  // What a request leaves out stays, and an unknown tag changes nothing.
  expect((await ask(maker, 'PUT', `chart/${mine}`, { slice_name: 'New name' })).statusCode).toBe(200);
  const refused = await ask(maker, 'PUT', `chart/${mine}`, { tags: [2_000_000], slice_name: 'Lost' });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('Some tags do not exist');
  expect((await ask(maker, 'GET', `chart/${mine}`)).json<{ result: object }>().result).toMatchObject({
    tags: refs,
    slice_name: 'New name',
  });
});

describe('[attack 102] tags', () => {
  test('are put on an object only by who may edit it', async () => {
    await make('mark');
    expect((await ask(maker, 'POST', `tag/chart/${theirs}/`, { properties: { tags: ['mark'] } })).statusCode).toBe(403);
    expect((await ask(maker, 'POST', `tag/2/${hidden}/`, { properties: { tags: ['mark'] } })).statusCode).toBe(404);
    expect((await ask(maker, 'POST', `tag/4/${mine}/`, { properties: { tags: ['mark'] } })).statusCode).toBe(400);
    expect(
      (await ask(maker, 'POST', `tag/chart/${mine}/`, { properties: { tags: ['MARK', 'made'] } })).statusCode,
    ).toBe(201);
    const bulk = await ask(maker, 'POST', 'tag/bulk_create', {
      tags: [
        {
          name: 'Many',
          objects_to_tag: [
            ['chart', mine],
            ['chart', theirs],
            [2, hidden],
            ['3', wall],
          ],
        },
      ],
    });
    expect(bulk.json()).toEqual({
      result: {
        tags: [{ id: expect.any(Number), name: 'Many', type: 1 }],
        objects_tagged: [
          ['chart', mine],
          ['dashboard', wall],
        ],
        objects_skipped: [
          ['chart', theirs],
          ['chart', hidden],
        ],
      },
    });
    expect(await listed(other, 'chart', '(col:tags,opr:chart_tags,value:Many)')).toEqual([mine]);
    expect((await ask(maker, 'DELETE', `tag/chart/${mine}/many/`)).statusCode).toBe(200);
    expect((await ask(maker, 'DELETE', `tag/chart/${mine}/many/`)).statusCode).toBe(404);
  });

  test('show and count only objects that the reader sees', async () => {
    const id = await make('secret plans', other);
    for (const chart of [theirs, hidden])
      await ask(other, 'POST', `tag/chart/${chart}/`, { properties: { tags: ['Secret plans'] } });
    const names = async (as: number) =>
      (await ask(as, 'GET', `tag/get_objects/?tags=secret%20plans&types=chart`))
        .json<{ result: readonly { id: number }[] }>()
        .result.map((one) => one.id)
        .toSorted((one, two) => one - two);
    expect(await names(other)).toEqual([theirs, hidden]);
    expect(await names(maker)).toEqual([theirs]);
    expect((await ask(maker, 'GET', `tag/${id}`)).json<{ result: object }>().result).toMatchObject({
      chart_count: 1,
      can_edit: false,
    });
    expect((await ask(other, 'GET', `tag/${id}`)).json<{ result: object }>().result).toMatchObject({ chart_count: 2 });
    expect((await ask(maker, 'GET', 'tag/get_objects/?tagIds=1,x')).statusCode).toBe(400);
  });

  test('are renamed and deleted by who made them and by admins', async () => {
    const id = await make('passing', other);
    expect((await ask(maker, 'PUT', `tag/${id}`, { name: 'stolen' })).statusCode).toBe(403);
    expect((await ask(maker, 'DELETE', `tag/${id}`)).statusCode).toBe(403);
    expect((await ask(maker, 'DELETE', "tag/?q=!('Passing')")).statusCode).toBe(403);
    expect((await ask(other, 'PUT', `tag/${id}`, { name: 'kept', description: 'Why.' })).statusCode).toBe(200);
    // Objects that the writer may not edit keep what they have.
    expect((await ask(other, 'PUT', `tag/${id}`, { objects_to_tag: [['chart', mine]] })).statusCode).toBe(403);
    expect((await ask(other, 'PUT', `tag/${id}`, { objects_to_tag: [['chart', theirs]] })).statusCode).toBe(200);
    expect((await ask(maker, 'POST', `tag/${id}/favorites/`)).statusCode).toBe(200);
    expect((await ask(maker, 'GET', `tag/favorite_status/?q=!(${id})`)).json()).toEqual({
      result: [{ id, value: true }],
    });
    const gone = await ask(server.adminId, 'DELETE', "tag/?q=!('Kept')");
    expect(gone.json()).toEqual({ message: 'Deleted 1 tag' });
    expect((await ask(other, 'GET', `tag/${id}`)).statusCode).toBe(404);
    expect((await ask(other, 'GET', `chart/${theirs}`)).body).not.toContain('kept');
  });
});

test('a copy of a dashboard has its tags, and so have the copies of its charts', async () => {
  const [subject, inner] = [await make('copied subject'), await make('inner subject')];
  const { db } = server.metadata;
  const chart = await buildChart(db, { datasource_id: open, owners: [other] });
  const original = await buildDashboard(db, { charts: [chart], owners: [other] });
  await ask(server.adminId, 'PUT', `chart/${chart}`, { tags: [inner] });
  await ask(server.adminId, 'PUT', `dashboard/${original}`, { tags: [subject], published: true });
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1'], meta: {} },
    'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId: chart, width: 4, height: 30 } },
  };
  const made = await ask(other, 'POST', `dashboard/${original}/copy/`, {
    dashboard_title: 'Copy',
    json_metadata: JSON.stringify({ positions }),
    duplicate_slices: true,
  });
  expect(made.statusCode).toBe(200);
  const { id } = made.json<{ result: { id: number } }>().result;
  expect(await listed(other, 'dashboard', `(col:tags,opr:dashboard_tag_id,value:${subject})`)).toContain(id);
  expect(await listed(other, 'chart', `(col:tags,opr:chart_tag_id,value:${inner})`)).toHaveLength(2);
});

test('the list of tags is sorted by what the reader sees of each, and filtered by stars', async () => {
  const [few, many] = [await make('sorted few', other), await make('sorted many', other)];
  const { db } = server.metadata;
  const seen = await buildChart(db, { datasource_id: open, owners: [other] });
  await ask(server.adminId, 'PUT', `tag/${few}`, { objects_to_tag: [['chart', hidden]] });
  await ask(server.adminId, 'PUT', `tag/${many}`, { objects_to_tag: [['chart', seen]] });
  const sorted = async (as: number) => {
    const filters = '!((col:name,opr:sw,value:sorted))';
    const answer = await ask(as, 'GET', `tag/?q=(filters:${filters},order_column:chart_count,order_direction:desc)`);
    return answer.json<{ result: readonly { id: number; chart_count: number }[] }>().result;
  };
  expect((await sorted(maker)).map(({ id, chart_count }) => [id, chart_count])).toEqual([
    [many, 1],
    [few, 0],
  ]);
  expect((await ask(maker, 'POST', `tag/${few}/favorites/`)).statusCode).toBe(200);
  expect(await listed(maker, 'tag', '(col:id,opr:tag_is_favorite,value:!t)')).toEqual([few]);
  expect(await listed(other, 'tag', '(col:id,opr:tag_is_favorite,value:!t)')).toEqual([]);
});
