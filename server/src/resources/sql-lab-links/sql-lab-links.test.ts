import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRole, buildUser, TEST_NOW } from '../../testing/builders.ts';
import { buildPlainDataset, buildSavedQuery, buildTab } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import type { EditorStart, SqlLink } from './schema.ts';

let server: TestApp;
/** Ana may use the database, Carl may not; Dora has no SQL editor. */
let ana: number;
let carl: number;
let dora: number;
let database: number;
let dataset: number;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  dataset = await buildPlainDataset(db, { table_name: 'sales', schema: 'main' });
  database = (await db.selectFrom('datasets').select('database_id').where('id', '=', dataset).executeTakeFirstOrThrow())
    .database_id;
  await db.updateTable('databases').set({ expose_in_sqllab: 1 }).where('id', '=', database).execute();
  await buildRole(db, { name: 'Sales', pairs: [`database_access database:${database}`] });
  ana = await buildUser(db, { username: 'ana', roles: ['sql_lab', 'Sales', 'Gamma'] });
  carl = await buildUser(db, { username: 'carl', roles: ['sql_lab', 'Gamma'] });
  dora = await buildUser(db, { username: 'dora', roles: ['Gamma', 'Sales'] });
});
afterAll(() => server.close());

const query = () => ({ dbId: database, name: 'Sales', schema: 'main', sql: 'SELECT 1', templateParams: '{"a":1}' });
const link = (body: object = query(), as = ana) =>
  server.request({ method: 'POST', url: '/api/v1/sqllab/permalink', as, payload: body });
const open = (key: string, as = ana) => server.request({ url: `/api/v1/sqllab/permalink/${key}`, as });

test('[7.6-05] a link opens the query it was made of, by its key and as older links write it', async () => {
  const made = await link();
  expect(made.statusCode).toBe(201);
  const { key, url } = made.json<{ key: string; url: string }>();
  expect(url).toMatch(new RegExp(`/sqllab/p/${key}/$`));
  const expected = { ...query(), catalog: null, autorun: false };
  expect((await open(key)).json()).toEqual(expected);
  expect((await open(`kv:${key}`)).json()).toEqual(expected);
  expect((await link()).json()).toMatchObject({ key });
  expect((await link({ ...query(), sql: 'SELECT 2' })).json<{ key: string }>().key).not.toBe(key);
});

test('[attack 7] a link runs by itself for whoever made it, and for nobody else', async () => {
  const { key } = (await link({ ...query(), sql: 'DELETE FROM sales', autorun: true })).json<{ key: string }>();
  const runs = async (as?: number) => (await open(key, as)).json<{ autorun: boolean }>().autorun;
  expect([await runs(), await runs(server.adminId)]).toEqual([true, false]);
  await link({ ...query(), sql: 'DELETE FROM sales', autorun: true }, server.adminId);
  expect(await runs(server.adminId)).toBe(false);
});

test('[attack 62] links of one user hold so much text together; those that are there are made again', async () => {
  const eve = await buildUser(server.metadata.db, { roles: ['sql_lab', 'Sales', 'Gamma'] });
  const large = (at: number) => link({ ...query(), sql: `SELECT '${String(at).padStart(990_000, 'x')}'` }, eve);
  const made = [];
  for (let at = 0; at < 21; at += 1) made.push((await large(at)).statusCode);
  expect([made.slice(0, 20).every((status) => status === 201), made[20]]).toEqual([true, 422]);
  expect([(await large(3)).statusCode, (await link(query(), ana)).statusCode]).toEqual([201, 201]);
});

test('[attack 62] visitors without an account make no links, whatever the Public role gives them', async () => {
  const { db } = server.metadata;
  const open = await buildRole(db, { pairs: ['can_read SQLLab', 'all_database_access all_database_access'] });
  const { id } = await db.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow();
  await db.updateTable('role_permissions').set({ role_id: id }).where('role_id', '=', open).execute();
  const visit = async (): Promise<number> =>
    (await server.request({ method: 'POST', url: '/api/v1/sqllab/permalink', payload: query() })).statusCode;
  try {
    expect(await visit()).toBe(403);
  } finally {
    await db.deleteFrom('role_permissions').where('role_id', '=', id).execute();
    // What is known of visitors is forgotten with a change of their role.
    const payload = { user_ids: [] };
    const url = `/api/v1/security/roles/${id}/users`;
    expect((await server.request({ method: 'PUT', url, as: server.adminId, payload })).statusCode).toBe(200);
  }
});

test('[attack 45] [attack 38] a link opens to whoever may use its database, and to nobody else', async () => {
  const { key } = (await link()).json<{ key: string }>();
  expect([(await open(key, carl)).statusCode, (await open(key, dora)).statusCode]).toEqual([404, 403]);
  expect((await server.request({ url: `/api/v1/sqllab/permalink/${key}` })).statusCode).toBe(401);
  expect((await link(query(), carl)).statusCode).toBe(404);
  expect((await link({ ...query(), dbId: 2_000_000 }, server.adminId)).statusCode).toBe(404);
  for (const wrong of ['nope', 'kv:', '__proto__', `${key}x`]) expect((await open(wrong)).statusCode).toBe(404);
  // A key of another kind opens nothing.
  const explore = await server.request({
    method: 'POST',
    url: '/api/v1/explore/permalink',
    as: server.adminId,
    payload: { formData: { datasource: `${dataset}__table` } },
  });
  expect((await open(explore.json<{ key: string }>().key, server.adminId)).statusCode).toBe(404);
});

test.each([
  { case: '[attack 39] a key', body: { key: 'mine' } },
  { case: 'no SQL', body: { sql: null } },
  { case: '[attack 60] a text that is too long', body: { sql: 'x'.repeat(1_000_001) } },
  { case: 'a database that can have no id', body: { dbId: 0 } },
])('a link is refused: $case', async ({ body }) => {
  expect((await link({ ...query(), ...body })).statusCode).toBe(400);
});

test('[2.3-05] the editor begins with its tabs, databases and the queries of its tabs', async () => {
  const { db } = server.metadata;
  const tabs = [await buildTab(db, ana), await buildTab(db, ana)];
  await buildTab(db, carl);
  await db
    .updateTable('editor_tabs')
    .set({ active: 1 })
    .where('id', '=', tabs[0] ?? 0)
    .execute();
  const buildQuery = (clientId: string, userId: number, editor: string, sql = 'SELECT 1') =>
    db
      .insertInto('sql_queries')
      .values({
        client_id: clientId,
        user_id: userId,
        database_id: database,
        sql,
        sql_editor_id: editor,
        status: 'success',
        start_ms: TEST_NOW.getTime(),
        changed_on: TEST_NOW.toISOString(),
      })
      .execute();
  await buildQuery('large', ana, String(tabs[1]), 'x'.repeat(5_000_000));
  await buildQuery('own', ana, String(tabs[0]));
  await buildQuery('closed', ana, '2000000');
  await buildQuery('foreign', carl, String(tabs[0]));
  const start = async (as: number) => (await server.request({ url: '/api/v1/sqllab/', as })).json<EditorStart>().result;
  const begun = await start(ana);
  expect(begun).toMatchObject({
    active_tab: { id: tabs[0], active: true },
    tab_state_ids: tabs.map((id) => ({ id })),
    databases: { [database]: { id: database, backend: 'sqlite', expose_in_sqllab: true, allow_dml: false } },
  });
  // What there is no room for is found in the history.
  expect(Object.keys(begun.queries)).toEqual(['own']);
  expect(begun.queries['own']).toMatchObject({ id: 'own', state: 'success', dbId: database });
  expect((await start(carl)).databases).toEqual({});
  expect((await start(server.adminId)).active_tab).toBeNull();
});

describe('[7.6-01] [2.1-01] a form opens the editor with a query', () => {
  const post = (formData: unknown, as: number | undefined = ana, headers: Record<string, string> = {}) =>
    server.request({
      method: 'POST',
      url: '/sqllab/',
      ...(as === undefined ? {} : { as }),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
      payload: new URLSearchParams({ form_data: JSON.stringify(formData) }).toString(),
    });
  const opened = async (formData: unknown): Promise<SqlLink> => {
    const answer = await post(formData);
    expect(answer.statusCode).toBe(303);
    const key = /^\/sqllab\/p\/([\w-]+)\/$/.exec(String(answer.headers['location']))?.[1] ?? '';
    return (await open(key)).json<SqlLink>();
  };

  test('about a dataset, a saved query, or a database', async () => {
    const asked = { datasourceKey: `${dataset}__table`, sql: 'SELECT * FROM sales' };
    expect(await opened(asked)).toMatchObject({ dbId: database, schema: 'main', name: 'sales', sql: asked.sql });
    const saved = await buildSavedQuery(server.metadata.db, {
      database_id: database,
      created_by: ana,
      label: 'Mine',
      schema: 'other',
    });
    expect(await opened({ datasourceKey: `${saved}__saved_query`, sql: 'SELECT 3' })).toMatchObject({
      dbId: database,
      name: 'Mine',
      schema: 'other',
    });
    expect(await opened({ dbId: database, sql: 'SELECT 2', name: 'Two' })).toMatchObject({ name: 'Two', schema: null });
  });

  test('what may not be opened is left to the page to say', async () => {
    const key = `${dataset}__table`;
    const location = async (formData: object, as: number) => (await post(formData, as)).headers['location'];
    expect(await location({ datasourceKey: key, sql: 'x' }, carl)).toBe(`/sqllab/?datasourceKey=${key}`);
    expect(await location({ datasourceKey: '9__nope', sql: 'x' }, ana)).toBe('/sqllab/?datasourceKey=9__nope');
    expect(await location({ dbId: database, sql: 'x' }, carl)).toBe('/sqllab/');
    expect(await location({ datasourceKey: key }, dora)).toBe('/sqllab/');
  });

  test('[attack 54] it leads to no other place, and whoever is not signed in to the sign-in', async () => {
    expect((await post({ datasourceKey: '//evil.example', sql: 'x' })).headers['location']).toBe(
      '/sqllab/?datasourceKey=%2F%2Fevil.example',
    );
    expect((await post({}, undefined)).statusCode).toBe(303);
    expect(
      (
        await server.request({
          method: 'POST',
          url: '/sqllab/',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'form_data=%7B%7D',
        })
      ).headers['location'],
    ).toMatch(/^\/login\//);
  });

  test('[attack 7] another site cannot post it, and a body that is none is refused', async () => {
    const foreign = await server.request({
      method: 'POST',
      url: '/sqllab/',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      payload: 'form_data=%7B%7D',
    });
    expect(foreign.statusCode).toBe(403);
    expect((await post('no object')).statusCode).toBe(400);
  });

  test('the link that a form makes ends with the day', async () => {
    const answer = await post({ dbId: database, sql: 'SELECT 4' });
    const key = /p\/([\w-]+)\//.exec(String(answer.headers['location']))?.[1] ?? '';
    expect((await open(key)).statusCode).toBe(200);
    server.correctClock(86_400_001);
    expect((await open(key)).statusCode).toBe(404);
    server.correctClock(-86_400_001);
  });
});
