import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOneByOne } from '../../one-by-one.ts';
import { anonymous } from '../../principal.ts';
import { buildUser, TEST_NOW } from '../../testing/builders.ts';
import { buildPlainDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import type { TabConflict, TabMade, TabState } from './schema.ts';
import { createTabService } from './service.ts';
import { createTabStore } from './store.ts';

let server: TestApp;
let ana: number;
let ben: number;
let database: number;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  ana = await buildUser(db, { username: 'ana', roles: ['Gamma', 'sql_lab'] });
  ben = await buildUser(db, { username: 'ben', roles: ['Gamma', 'sql_lab'] });
  const dataset = await buildPlainDataset(db);
  database = (await db.selectFrom('datasets').select('database_id').where('id', '=', dataset).executeTakeFirstOrThrow())
    .database_id;
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, payload?: object, as = ana) =>
  server.request({ method, url: path, as, ...(payload && { payload }) });
/** As the older client sends it: fields of a form that hold JSON texts. */
const post = (method: Method, path: string, fields: Readonly<Record<string, unknown>>, as = ana) =>
  server.request({
    method,
    url: path,
    as,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
    ).toString(),
  });
const multipart = (method: Method, path: string, fields: Readonly<Record<string, unknown>>) =>
  server.request({
    method,
    url: path,
    as: ana,
    headers: { 'content-type': 'multipart/form-data; boundary=b0' },
    payload: `${Object.entries(fields)
      .map(
        ([name, value]) => `--b0\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(value)}\r\n`,
      )
      .join('')}--b0--\r\n`,
  });
const make = async (queryEditor: Readonly<Record<string, unknown>> = {}, as = ana): Promise<number> =>
  (await call('POST', '/tabstateview/', { queryEditor }, as)).json<TabMade>().id;
const read = async (id: number, as = ana): Promise<TabState> =>
  (await call('GET', `/tabstateview/${id}`, undefined, as)).json<TabState>();
const buildQuery = async (clientId: string, userId: number, tabId: number | string): Promise<void> => {
  await server.metadata.db
    .insertInto('sql_queries')
    .values({
      client_id: clientId,
      user_id: userId,
      database_id: database,
      sql: 'SELECT 1',
      sql_editor_id: String(tabId),
      status: 'success',
      start_ms: TEST_NOW.getTime(),
      changed_on: TEST_NOW.toISOString(),
    })
    .execute();
};

const editor = {
  id: 'abc123DEF45',
  name: 'Sales',
  dbId: 1,
  catalog: null,
  schema: 'main',
  sql: 'SELECT "ä" -- 💥',
  queryLimit: 1000,
  templateParams: '{"a":1}',
  autorun: true,
  hideLeftBar: true,
  version: 1,
  updatedAt: 1_772_000_000_000,
  selectedText: 'of no interest',
  inLocalStorage: true,
};

test('[3.13-01] [7.6-08] a tab is stored with all its fields, and is the active one', async () => {
  const first = await make();
  const id = await make({ ...editor, id: 'another1234' });
  expect(await read(id)).toEqual({
    id,
    user_id: ana,
    label: 'Sales',
    active: true,
    database_id: 1,
    catalog: null,
    schema: 'main',
    sql: editor.sql,
    query_limit: 1000,
    latest_query: null,
    saved_query: null,
    autorun: true,
    template_params: '{"a":1}',
    hide_left_bar: true,
    extra_json: { version: 1, updatedAt: 1_772_000_000_000 },
    table_schemas: [],
    client_id: 'another1234',
    revision: 1,
    changed_on: TEST_NOW.toISOString(),
  });
  expect((await read(first)).active).toBe(false);
  const again = await call('POST', `/tabstateview/${first}/activate`);
  expect([again.statusCode, again.json()]).toEqual([200, first]);
  expect([(await read(first)).active, (await read(id)).active]).toEqual([true, false]);
});

test('[9.0-31] an empty tab says what new ones say', async () => {
  expect(await read(await make())).toMatchObject({ label: 'Untitled query', sql: 'SELECT ...' });
});

describe('[7.6-08] bodies are JSON, JSON texts in a form, or those of a multipart form', () => {
  test.each([
    { case: 'JSON', send: call },
    { case: 'a form', send: post },
    { case: 'a multipart form', send: multipart },
  ])('$case', async ({ send }) => {
    const made = await send('POST', '/tabstateview/', { queryEditor: { name: 'By form', dbId: 2 } });
    expect(made.statusCode).toBe(200);
    const { id } = made.json<TabMade>();
    const put = await send('PUT', `/tabstateview/${id}`, { sql: 'SELECT 2', hide_left_bar: true, schema: null });
    expect([put.statusCode, put.json()]).toEqual([200, id]);
    expect(await read(id)).toMatchObject({ label: 'By form', database_id: 2, sql: 'SELECT 2', hide_left_bar: true });
    const table = { queryEditorId: String(id), dbId: 2, schema: 'main', name: 'sales', columns: [{ name: 'day' }] };
    const opened = await send('POST', '/tableschemaview/', { table });
    const folded = await send('POST', `/tableschemaview/${opened.json<{ id: number }>().id}/expanded`, {
      expanded: false,
    });
    expect(folded.json()).toEqual({ id: opened.json<{ id: number }>().id, expanded: false });
    expect((await read(id)).table_schemas).toMatchObject([{ table: 'sales', description: table, expanded: false }]);
  });

  test.each([
    {
      case: 'a text that is no JSON',
      headers: 'application/x-www-form-urlencoded',
      payload: 'sql=SELECT',
      status: 400,
    },
    {
      case: 'a form without its end',
      headers: 'multipart/form-data; boundary=b0',
      payload: '--b0\r\nConte',
      status: 400,
    },
    { case: 'a form without a boundary', headers: 'multipart/form-data', payload: 'x', status: 400 },
  ])('refused: $case', async ({ headers, payload, status }) => {
    const id = await make();
    const answer = await server.request({
      method: 'PUT',
      url: `/tabstateview/${id}`,
      as: ana,
      headers: { 'content-type': headers },
      payload,
    });
    expect(answer.statusCode).toBe(status);
  });
});

test('[3.13-03] what is left out of an update stays', async () => {
  const id = await make(editor);
  await call('PUT', `/tabstateview/${id}`, { label: 'Renamed', extra_json: '{"version":1,"updatedAt":7}' });
  expect(await read(id)).toMatchObject({ label: 'Renamed', sql: editor.sql, extra_json: { version: 1, updatedAt: 7 } });
});

test('a tab that a browser pushes twice, from two of its windows at once, is one tab', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => make({ ...editor, id: 'twice_12345' })));
  expect(new Set(ids).size).toBe(1);
  expect(await make({ ...editor, id: 'twice_12345' }, ben)).not.toBe(ids[0]);
});

test('[F29] two windows on one tab do not overwrite each other', async () => {
  const id = await make({ sql: 'SELECT 1' });
  const put = (body: object) => call('PUT', `/tabstateview/${id}`, body);
  expect((await put({ sql: 'SELECT 2', base_revision: 1 })).headers['etag']).toBe('"2"');
  const late = await put({ sql: 'SELECT 3', base_revision: 1 });
  expect([late.statusCode, late.headers['etag']]).toEqual([409, '"2"']);
  expect(late.json<TabConflict>()).toEqual({
    message: 'This tab was changed in another window. Nothing was saved.',
    result: expect.objectContaining({ id, sql: 'SELECT 2', revision: 2 }),
  });
  // The same words are no conflict, nor is where a window left off.
  expect((await put({ sql: 'SELECT 2', base_revision: 1 })).statusCode).toBe(200);
  expect((await put({ hide_left_bar: true, base_revision: 1 })).headers['etag']).toBe('"2"');
  expect((await put({ sql: 'SELECT 3', base_revision: 2 })).headers['etag']).toBe('"3"');
  // A client that knows no revisions writes as ever.
  expect((await put({ sql: 'SELECT 4' })).statusCode).toBe(200);
  expect(await read(id)).toMatchObject({ sql: 'SELECT 4', revision: 4, hide_left_bar: true });
});

test('[F29] of two windows that write at once on one base, one hears of it', async () => {
  const id = await make({ sql: 'SELECT 1' });
  const answers = await Promise.all(
    ['SELECT 2', 'SELECT 3'].map((sql) => call('PUT', `/tabstateview/${id}`, { sql, base_revision: 1 })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('[attack 38] the tabs and tables of another are not there', async () => {
  const id = await make();
  const opened = await call('POST', '/tableschemaview/', { table: { queryEditorId: id, dbId: 1, name: 't' } });
  const tableId = opened.json<{ id: number }>().id;
  const attempts: readonly (readonly [Method, string, object?])[] = [
    ['GET', `/tabstateview/${id}`],
    ['PUT', `/tabstateview/${id}`, { sql: 'x' }],
    ['DELETE', `/tabstateview/${id}`],
    ['POST', `/tabstateview/${id}/activate`],
    ['POST', `/tabstateview/${id}/migrate_query`, { queryId: 'q' }],
    ['DELETE', `/tabstateview/${id}/query/q`],
    ['POST', '/tableschemaview/', { table: { queryEditorId: id, dbId: 1, name: 't' } }],
    ['POST', `/tableschemaview/${tableId}/expanded`, { expanded: false }],
    ['DELETE', `/tableschemaview/${tableId}`],
  ];
  for (const who of [ben, server.adminId])
    for (const [method, path, body] of attempts)
      expect({ method, path, status: (await call(method, path, body, who)).statusCode }).toEqual({
        method,
        path,
        status: 404,
      });
  expect((await read(id)).table_schemas).toMatchObject([{ id: tableId, expanded: true }]);
});

test('[attack 36] a query of another can be neither moved, named as the latest one, nor removed', async () => {
  const id = await make();
  await buildQuery('of-ben', ben, 'elsewhere');
  expect((await call('PUT', `/tabstateview/${id}`, { latest_query_id: 'of-ben' })).statusCode).toBe(400);
  expect((await call('PUT', `/tabstateview/${id}`, { latest_query_id: 'none' })).statusCode).toBe(400);
  expect((await call('POST', `/tabstateview/${id}/migrate_query`, { queryId: 'of-ben' })).statusCode).toBe(200);
  await call('DELETE', `/tabstateview/${id}/query/of-ben`);
  const row = await server.metadata.db
    .selectFrom('sql_queries')
    .select('sql_editor_id')
    .where('client_id', '=', 'of-ben')
    .executeTakeFirst();
  expect(row).toEqual({ sql_editor_id: 'elsewhere' });
});

test('[7.6-08] queries move to the tab; the one before takes the place of a latest one that is removed', async () => {
  const id = await make();
  await buildQuery('older', ana, id);
  await buildQuery('newer', ana, 'localTabName');
  await call('POST', `/tabstateview/${id}/migrate_query`, { queryId: 'newer' });
  expect((await call('PUT', `/tabstateview/${id}`, { latest_query_id: 'newer' })).statusCode).toBe(200);
  const latest = async () =>
    (
      await server.metadata.db
        .selectFrom('editor_tabs')
        .select('latest_query_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).latest_query_id;
  expect((await call('DELETE', `/tabstateview/${id}/query/newer`)).json()).toBe('OK');
  expect(await latest()).toBe('older');
  await call('DELETE', `/tabstateview/${id}/query/older`);
  expect(await latest()).toBeNull();
});

test('[4.10-03] what ran in a tab is in its history again when it is closed and opened again', async () => {
  const client = { id: 'closedAndOpened' };
  const id = await make(client);
  await buildQuery('ran-in-it', ana, id);
  await buildQuery('of-ben-there', ben, id);
  const place = async (clientId: string) =>
    (
      await server.metadata.db
        .selectFrom('sql_queries')
        .select('sql_editor_id')
        .where('client_id', '=', clientId)
        .executeTakeFirstOrThrow()
    ).sql_editor_id;
  await call('DELETE', `/tabstateview/${id}`);
  expect(await place('ran-in-it')).toBe('closedAndOpened');
  const again = await make(client);
  expect(again).not.toBe(id);
  expect([await place('ran-in-it'), await place('of-ben-there')]).toEqual([String(again), String(id)]);
});

test('a table that is opened again takes the place of the first, and goes with its tab', async () => {
  const id = await make();
  const open = async (table: object) =>
    (await call('POST', '/tableschemaview/', { table: { queryEditorId: id, dbId: 1, ...table } })).json<{
      id: number;
    }>().id;
  await open({ name: 'sales', schema: 'main' });
  const again = await open({ name: 'sales', schema: 'main', columns: [] });
  const other = await open({ name: 'sales', schema: 'other' });
  expect((await read(id)).table_schemas.map((table) => table.id)).toEqual([other, again]);
  expect((await call('DELETE', `/tableschemaview/${other}`)).json()).toBe('OK');
  expect((await call('DELETE', `/tabstateview/${id}`)).json()).toBe('OK');
  expect((await call('GET', `/tabstateview/${id}`)).statusCode).toBe(404);
  expect((await call('DELETE', `/tableschemaview/${again}`)).statusCode).toBe(404);
});

test.each([
  { case: '[attack 39] the id of another user', body: { user_id: 1 } },
  { case: '[attack 39] an id', body: { id: 5 } },
  { case: '[attack 39] a revision', body: { revision: 9 } },
  { case: 'a limit below zero', body: { query_limit: -1 } },
  { case: '[attack 62] a limit without end', body: { query_limit: 1e308 } },
  { case: 'a database that can have no id', body: { database_id: 0 } },
  { case: 'a text where a flag is', body: { autorun: 'yes' } },
  { case: 'extras that are no object', body: { extra_json: '[1]' } },
  { case: 'extras that are no JSON', body: { extra_json: '{' } },
  {
    case: '[attack 60] extras that are nested deep',
    body: { extra_json: `{"a":${'['.repeat(200)}${']'.repeat(200)}}` },
  },
  { case: 'a text that is too long', body: { sql: 'x'.repeat(1_000_001) } },
  { case: 'a saved query that is not there', body: { saved_query_id: 999_999 } },
])('an update is refused, and changes nothing: $case', async ({ body }) => {
  const id = await make({ sql: 'SELECT 1' });
  expect((await call('PUT', `/tabstateview/${id}`, { label: 'new', ...body })).statusCode).toBe(400);
  expect(await read(id)).toMatchObject({ label: 'Untitled query', sql: 'SELECT 1', revision: 1 });
});

test('hostile names are stored as text', async () => {
  const label = `</script><img src=x onerror=alert(1)> "; DROP TABLE editor_tabs -- __proto__`;
  const id = await make({ name: label, schema: label, sql: label });
  expect(await read(id)).toMatchObject({ label, schema: label, sql: label });
});

test('a tab outlives the right to its database and the database', async () => {
  const id = await make({ dbId: 2_000_000, sql: 'SELECT 1' });
  expect((await call('PUT', `/tabstateview/${id}`, { sql: 'SELECT 2' })).statusCode).toBe(200);
});

test('a user has so many tabs, and so much text in them', async () => {
  const { db } = server.metadata;
  const carl = await buildUser(db, { roles: ['sql_lab'] });
  const at = TEST_NOW.toISOString();
  const rows = (count: number, sql: string) =>
    Array.from({ length: count }, () => ({ user_id: carl, label: 'x', sql, created_on: at, changed_on: at }));
  await db
    .insertInto('editor_tabs')
    .values(rows(20, 'x'.repeat(999_999)))
    .execute();
  expect((await call('POST', '/tabstateview/', { queryEditor: { sql: 'x'.repeat(21) } }, carl)).statusCode).toBe(422);
  const id = await make({ sql: 'x'.repeat(10) }, carl);
  expect((await call('PUT', `/tabstateview/${id}`, { sql: 'x'.repeat(30) }, carl)).statusCode).toBe(422);
  // Less text is always welcome.
  expect((await call('PUT', `/tabstateview/${id}`, { sql: 'x' }, carl)).statusCode).toBe(200);
  await db.insertInto('editor_tabs').values(rows(479, '')).execute();
  const full = await call('POST', '/tabstateview/', { queryEditor: { sql: '' } }, carl);
  expect([full.statusCode, full.json()]).toEqual([422, { message: 'There can be 500 tabs. Close some first.' }]);
});

test('[attack 62] what is stored beside the text of tabs counts as well: parameters, extras, tables', async () => {
  const { db } = server.metadata;
  const erin = await buildUser(db, { roles: ['sql_lab'] });
  const at = TEST_NOW.toISOString();
  const id = await make({ sql: '' }, erin);
  const table = { tab_id: id, database_id: 1, catalog: null, schema: null, expanded: 1 };
  await db
    .insertInto('editor_tables')
    .values(Array.from({ length: 39 }, (_, n) => ({ ...table, name: `t${n}`, description: 'x'.repeat(500_000) })))
    .execute();
  const open = (text: string) =>
    call('POST', '/tableschemaview/', { table: { queryEditorId: id, dbId: 1, name: 'more', text } }, erin);
  expect((await open('x'.repeat(400_000))).statusCode).toBe(200);
  expect((await open('x'.repeat(400_000))).statusCode).toBe(422);
  const row = {
    user_id: erin,
    label: 'x',
    sql: '',
    template_params: 'x'.repeat(99_000),
    created_on: at,
    changed_on: at,
  };
  await db.insertInto('editor_tabs').values(row).execute();
  for (const change of [{ template_params: 'x'.repeat(9000) }, { extra_json: { text: 'x'.repeat(9000) } }])
    expect((await call('PUT', `/tabstateview/${id}`, change, erin)).statusCode).toBe(422);
  expect((await call('PUT', `/tabstateview/${id}`, { sql: 'SELECT 1' }, erin)).statusCode).toBe(200);
});

test('[attack 62] tabs that come at once are counted one after the other', async () => {
  const finn = await buildUser(server.metadata.db, { roles: ['sql_lab'] });
  const at = TEST_NOW.toISOString();
  const tab = { user_id: finn, label: 'x', sql: '', created_on: at, changed_on: at };
  await server.metadata.db
    .insertInto('editor_tabs')
    .values(Array.from({ length: 490 }, () => tab))
    .execute();
  const store = createTabStore(server.metadata.db);
  const insert: typeof store.insert = async (one) => {
    // All of them have been looked at by now, if none waits for another.
    await new Promise((resolve) => setImmediate(resolve));
    return store.insert(one);
  };
  const tabs = createTabService({
    tabs: { ...store, insert },
    query: async () => null,
    seesSavedQuery: async () => false,
    oneByOne: createOneByOne(),
    now: () => TEST_NOW,
  });
  const user = { ...anonymous, kind: 'user', userId: finn, username: 'finn' } as const;
  const pushed = await Promise.allSettled(Array.from({ length: 30 }, () => tabs.create(user, { sql: '' })));
  expect(pushed.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('whoever may not use the editor has no tabs', async () => {
  const dora = await buildUser(server.metadata.db, { roles: ['Gamma'] });
  expect((await call('POST', '/tabstateview/', { queryEditor: {} }, dora)).statusCode).toBe(403);
});
