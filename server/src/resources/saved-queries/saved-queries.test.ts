import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRole, buildUser, TEST_NOW } from '../../testing/builders.ts';
import { buildPlainDataset } from '../../testing/content.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { createSavedQueryStore } from './store.ts';
import type { SavedQuery, SavedQueryRow, SavedQueryText, SavedQueryVersions } from './schema.ts';

let server: TestApp;
/** Both may use the database; Carl may not, Dora has no SQL editor. */
let ana: number;
let ben: number;
let carl: number;
let dora: number;
let analysts: number;
let database: number;
let hidden: number;

beforeAll(async () => {
  server = await testApp();
  const { db } = server.metadata;
  database = await databaseOf(await buildPlainDataset(db));
  hidden = await databaseOf(await buildPlainDataset(db));
  await buildRole(db, { name: 'Sales', pairs: [`database_access database:${database}`] });
  analysts = await buildRole(db, { name: 'Analysts' });
  ana = await buildUser(db, { username: 'ana', roles: ['sql_lab', 'Sales', 'Gamma'] });
  ben = await buildUser(db, { username: 'ben', roles: ['sql_lab', 'Sales', 'Analysts', 'Gamma'] });
  carl = await buildUser(db, { username: 'carl', roles: ['sql_lab', 'Analysts', 'Gamma'] });
  dora = await buildUser(db, { username: 'dora', roles: ['Gamma', 'Sales'] });
});
afterAll(() => server.close());

async function databaseOf(dataset: number): Promise<number> {
  const { db } = server.metadata;
  return (await db.selectFrom('datasets').select('database_id').where('id', '=', dataset).executeTakeFirstOrThrow())
    .database_id;
}

type Body = Readonly<Record<string, unknown>>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const base = '/api/v1/saved_query/';
const call = (method: Method, path: string, as = ana, payload?: Body, headers?: Record<string, string>) =>
  server.request({ method, url: `${base}${path}`, as, ...(payload && { payload }), ...(headers && { headers }) });
const post = (body: Body = {}, as = ana) =>
  call('POST', '', as, { db_id: database, label: 'Sales by day', sql: 'SELECT 1', ...body });
const save = async (body: Body = {}, as = ana): Promise<number> => (await post(body, as)).json<{ id: number }>().id;
const put = (id: number, body: Body, as = ana) => call('PUT', String(id), as, body);
const read = async (id: number, as = ana): Promise<SavedQuery> =>
  (await call('GET', String(id), as)).json<{ result: SavedQuery }>().result;
const statusOf = async (id: number, as: number) => (await call('GET', String(id), as)).statusCode;
const list = async (as: number, q: string) =>
  (await call('GET', `?q=${encodeURIComponent(q)}`, as)).json<{
    readonly ids: readonly number[];
    readonly count: number;
    readonly result: readonly SavedQueryRow[];
  }>();

test('[7.6-07] a query is saved with its name, database, schema, text and parameters, and read again', async () => {
  const body = {
    db_id: database,
    label: 'Sales by day',
    schema: 'main',
    catalog: null,
    sql: 'SELECT {{ day }} -- ä💥',
    template_parameters: '{"day":1}',
    description: 'What it is for',
    extra_json: '{"schedule_info":{"schedule":"daily"}}',
    folder: ' Finance / Weekly//',
  };
  const answer = await call('POST', '', ana, body);
  expect([answer.statusCode, answer.json(), answer.headers['etag']]).toEqual([
    201,
    { id: expect.any(Number), result: body },
    '"1"',
  ]);
  const { id } = answer.json<{ id: number }>();
  expect(await read(id)).toMatchObject({
    ...body,
    folder: 'Finance/Weekly',
    extra: { schedule_info: { schedule: 'daily' } },
    database: { id: database, database_name: expect.any(String) },
    created_by: { id: ana },
    url: `/sqllab/?savedQueryId=${id}`,
    is_shared: false,
    can_edit: true,
    shared_users: [],
    version: 1,
  });
  const { uuid } = await read(id);
  expect((await call('GET', uuid)).json()).toMatchObject({ id });
  expect((await call('GET', `${id}?q=(columns:!(label,database.id))`)).json()).toEqual({
    id,
    result: { label: 'Sales by day', database: { id: database } },
  });
});

test('[7.6-07] an update changes what it says and nothing else', async () => {
  const id = await save({ description: 'old' });
  const answer = await put(id, { label: 'Renamed' });
  expect([answer.statusCode, answer.json(), answer.headers['etag']]).toEqual([
    200,
    { id, result: { label: 'Renamed' } },
    '"2"',
  ]);
  expect(await read(id)).toMatchObject({ label: 'Renamed', description: 'old', sql: 'SELECT 1', version: 2 });
  const stale = await call('PUT', String(id), ana, { sql: 'SELECT 2' }, { 'if-match': '"1"' });
  expect([stale.statusCode, (await read(id)).sql]).toEqual([412, 'SELECT 1']);
});

describe('who sees a saved query', () => {
  const seenBy = async (id: number) => ({
    ana: await statusOf(id, ana),
    ben: await statusOf(id, ben),
    carl: await statusOf(id, carl),
    dora: await statusOf(id, dora),
    admin: await statusOf(id, server.adminId),
  });

  test('its owner and administrators, unless it is shared', async () => {
    expect(await seenBy(await save())).toEqual({ ana: 200, ben: 404, carl: 404, dora: 403, admin: 200 });
  });

  test.each([
    { case: 'with everybody', body: () => ({ is_shared: true }) },
    { case: 'by name', body: () => ({ shared_users: [ben, carl] }) },
    { case: 'by a role', body: () => ({ shared_roles: [analysts] }) },
  ])('[attack 38] those it is shared with who may use its database: $case', async ({ body }) => {
    const id = await save(body());
    expect(await seenBy(id)).toEqual({ ana: 200, ben: 200, carl: 404, dora: 403, admin: 200 });
    const seen = await list(ben, `(filters:!((col:id,opr:eq,value:${id})))`);
    expect([seen.count, seen.ids]).toEqual([1, [id]]);
    expect((await list(carl, `(filters:!((col:id,opr:eq,value:${id})))`)).count).toBe(0);
    await put(id, { is_shared: false, shared_users: [], shared_roles: [] });
    expect(await statusOf(id, ben)).toBe(404);
  });

  test('[attack 48] who may only read it neither changes it, nor sees versions or whom it is given to', async () => {
    const id = await save({ is_shared: true, shared_users: [ben] });
    expect(await read(id, ben)).toMatchObject({ can_edit: false, shared_users: [], shared_roles: [] });
    expect(await read(id)).toMatchObject({ can_edit: true, shared_users: [{ id: ben }] });
    const refused = await Promise.all([
      put(id, { label: 'Mine' }, ben),
      call('DELETE', String(id), ben),
      call('GET', `${id}/versions`, ben),
      call('GET', `${id}/versions/1`, ben),
      call('POST', `${id}/versions/1/restore`, ben),
    ]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
  });

  test('its owner, who lost the database, still has the text', async () => {
    const id = await save();
    await server.metadata.db.updateTable('saved_queries').set({ database_id: hidden }).where('id', '=', id).execute();
    expect(await statusOf(id, ana)).toBe(200);
    expect((await put(id, { label: 'Still mine' })).statusCode).toBe(200);
  });
});

test('[attack 30] a database that one may not use takes no saved query, new or moved', async () => {
  const refusal = { message: { db_id: ['Database does not exist'] } };
  expect((await post({ db_id: hidden })).json()).toEqual(refusal);
  expect((await post({ db_id: 2_000_000 }, server.adminId)).json()).toEqual(refusal);
  const id = await save();
  const moved = await put(id, { db_id: hidden });
  expect([moved.statusCode, moved.json()]).toEqual([422, refusal]);
});

test.each([
  { case: '[attack 39] an owner', body: { created_by: 1 } },
  { case: '[attack 39] an id', body: { id: 5 } },
  { case: '[attack 39] a version', body: { version: 9 } },
  { case: '[attack 39] the time of the last run', body: { last_run: '2020-01-01' } },
  { case: 'parameters that are no object', body: { template_parameters: '[1]' } },
  { case: 'settings that are no JSON', body: { extra_json: '{' } },
  {
    case: '[attack 60] settings that are nested deep',
    body: { extra_json: `{"a":${'['.repeat(200)}${']'.repeat(200)}}` },
  },
  { case: 'a text that is too long', body: { sql: 'x'.repeat(1_000_001) } },
  { case: 'a folder with a control character', body: { folder: 'a\u0007b' } },
  { case: 'a folder of nothing but dots', body: { folder: '../..' } },
  { case: 'folders without end', body: { folder: 'a/'.repeat(11) } },
])('a save is refused: $case', async ({ body }) => {
  expect((await post(body)).statusCode).toBe(400);
  const id = await save();
  expect((await put(id, body)).statusCode).toBe(400);
  expect((await read(id)).version).toBe(1);
});

test('[attack 62] saved queries and versions of one user hold so much text together', async () => {
  const eve = await buildUser(server.metadata.db, { roles: ['sql_lab', 'Sales', 'Gamma'] });
  const as = { as: eve };
  const text = (at: number) => String(at).padStart(1_000_000, 'x');
  const body = (at: number) => ({ db_id: database, label: 'Large', sql: text(at) });
  const add = (at: number) => server.request({ ...as, method: 'POST', url: '/api/v1/saved_query/', payload: body(at) });
  const made: number[] = [];
  for (let at = 0; at < 26 && !made.includes(422); at += 1) made.push((await add(at)).statusCode);
  expect([made.length, made.at(-1)]).toEqual([26, 422]);
  const own = await server.metadata.db
    .selectFrom('saved_queries')
    .select('id')
    .where('created_by', '=', eve)
    .executeTakeFirstOrThrow();
  const change = async (payload: object) =>
    (await server.request({ ...as, method: 'PUT', url: `/api/v1/saved_query/${own.id}`, payload })).statusCode;
  expect([await change({ sql: text(99) }), await change({ label: 'Old', is_shared: false })]).toEqual([422, 422]);
  expect([await change({ description: 'Old' }), await change({ is_shared: false })]).toEqual([422, 200]);
  expect([await change({ sql: 'SELECT 1' }), await change({ description: 'Old' })]).toEqual([200, 200]);
});

test('[attack 62] what is saved beside the text of a query counts as well, and what comes at once', async () => {
  const fay = await buildUser(server.metadata.db, { roles: ['sql_lab', 'Sales', 'Gamma'] });
  const texts = {
    description: 'x'.repeat(50_000),
    template_parameters: JSON.stringify({ text: 'x'.repeat(99_000) }),
    extra_json: JSON.stringify({ text: 'x'.repeat(190_000) }),
  };
  const payload = { db_id: database, label: 'Large', sql: 'x'.repeat(1_000_000), ...texts };
  const add = () => server.request({ as: fay, method: 'POST', url: '/api/v1/saved_query/', payload });
  const added = await Promise.all(Array.from({ length: 24 }, add));
  // One and its version take a little less than 2.5 million characters.
  expect(added.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
});

test.each([
  { case: 'users', body: { shared_users: [999_999] } },
  { case: 'roles', body: { shared_roles: [999_999] } },
  { case: 'tags', body: { tags: [999_999] } },
])('a save is refused that names $case which are not there', async ({ body }) => {
  expect((await post(body)).statusCode).toBe(422);
});

test('hostile names are stored as text', async () => {
  const label = `</script><img src=x onerror=alert(1)> "; DROP TABLE saved_queries -- __proto__`;
  const id = await save({ label, description: label, sql: label, folder: '__proto__/<b>' });
  expect(await read(id)).toMatchObject({ label, description: label, sql: label, folder: '__proto__/<b>' });
});

describe('versions of its text', () => {
  const versionsOf = async (id: number) =>
    (await call('GET', `${id}/versions`)).json<SavedQueryVersions>().result.map(({ version }) => version);

  test('each save of the text is one, with author and time', async () => {
    const id = await save({ sql: 'SELECT 1' });
    await put(id, { sql: 'SELECT 22' });
    await put(id, { description: 'no text' });
    await put(id, { sql: 'SELECT 22' });
    await put(id, { label: 'Third' });
    expect((await call('GET', `${id}/versions`)).json()).toEqual({
      result: [
        { version: 5, label: 'Third', size: 9, created_on: TEST_NOW.toISOString(), created_by: expect.anything() },
        expect.objectContaining({ version: 2, label: 'Sales by day', size: 9 }),
        expect.objectContaining({ version: 1, size: 8, created_by: expect.objectContaining({ id: ana }) }),
      ],
    });
    expect((await call('GET', `${id}/versions/1`)).json<SavedQueryText>().result).toMatchObject({ sql: 'SELECT 1' });
    expect((await call('GET', `${id}/versions/3`)).statusCode).toBe(404);
  });

  test('an older one becomes the newest, and nothing is lost', async () => {
    const id = await save({ sql: 'SELECT 1', template_parameters: '{"a":1}' });
    await put(id, { sql: 'SELECT 2', template_parameters: null });
    const answer = await call('POST', `${id}/versions/1/restore`);
    expect([answer.json(), answer.headers['etag']]).toEqual([{ id, version: 3 }, '"3"']);
    expect(await read(id)).toMatchObject({ sql: 'SELECT 1', template_parameters: '{"a":1}', version: 3 });
    expect(await versionsOf(id)).toEqual([3, 2, 1]);
  });

  test('the newest hundred stay', async () => {
    const { db } = server.metadata;
    const id = await save();
    await db
      .insertInto('saved_query_versions')
      .values(
        Array.from({ length: 120 }, (_, at) => ({
          saved_query_id: id,
          version: at + 2,
          label: 'x',
          sql: 'x',
          template_parameters: null,
          created_on: TEST_NOW.toISOString(),
          created_by: ana,
        })),
      )
      .execute();
    await db.updateTable('saved_queries').set({ version: 121 }).where('id', '=', id).execute();
    await put(id, { sql: 'SELECT 3' });
    const left = await versionsOf(id);
    expect([left.length, left[0], left.at(-1)]).toEqual([100, 122, 23]);
  });
});

test('the list tells with whom a query is shared: everybody, some, or nobody', async () => {
  const own = { folder: 'Shared or not' };
  const all = await save({ ...own, is_shared: true });
  const some = [await save({ ...own, shared_users: [ben] }), await save({ ...own, shared_roles: [analysts] })];
  const none = await save(own);
  const found = (filter: string, as = ana) =>
    list(as, `(filters:!((col:folder,opr:eq,value:'Shared or not')${filter}),order_column:shared_with)`);
  expect((await found('')).result.map(({ shared_with: who }) => who)).toEqual(['nobody', 'some', 'some', 'everybody']);
  const shared = (value: string) => found(`,(col:is_shared,opr:saved_query_is_shared,value:!${value})`);
  expect(new Set((await shared('t')).ids)).toEqual(new Set([all, ...some]));
  expect((await shared('f')).ids).toEqual([none]);
  expect(await read(some[0] ?? 0, ben)).toMatchObject({ shared_with: 'some', shared_users: [] });
});

test('the list has the columns, searches and filters that scripts know, and folders', async () => {
  const own = await save({ label: 'Zebra crossings', folder: 'Zoo/Africa', description: 'stripes' });
  await save({ label: 'Zebra fish', folder: 'Zoo' });
  await save({ label: 'Zoological', folder: 'Zoology' });
  const found = (filters: string, as = ana) => list(as, `(filters:!(${filters}),order_column:label)`);
  const labels = async (filters: string) => (await found(filters)).result.map(({ label }) => label);
  expect(await labels('(col:label,opr:all_text,value:STRIPES)')).toEqual(['Zebra crossings']);
  expect(await labels('(col:folder,opr:saved_query_in_folder,value:Zoo)')).toEqual(['Zebra crossings', 'Zebra fish']);
  expect(await labels('(col:folder,opr:eq,value:Zoo)')).toEqual(['Zebra fish']);
  expect(await labels(`(col:label,opr:ct,value:zebra),(col:database,opr:rel_o_m,value:${database})`)).toHaveLength(2);
  expect(await labels(`(col:label,opr:ct,value:zebra),(col:created_by,opr:rel_o_m,value:${ben})`)).toEqual([]);
  expect((await found('(col:created_by,opr:saved_query_created_by_me,value:!t)', ben)).ids).not.toContain(own);
  const folders = await call('GET', 'distinct/folder?q=(page_size:100)');
  expect(folders.json<{ result: { value: string }[] }>().result.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['Zoo', 'Zoo/Africa', 'Zoology']),
  );
  // Names of folders and databases are those of what one sees.
  expect((await call('GET', 'distinct/folder', ben)).json<{ result: object[] }>().result).not.toContainEqual({
    text: 'Zoology',
    value: 'Zoology',
  });
  expect((await call('GET', 'related/database', ben)).json<{ result: { value: number }[] }>().result).toEqual([
    expect.objectContaining({ value: database }),
  ]);
  expect((await call('GET', '?q=(filters:!((col:uuid,opr:nope,value:1)))')).statusCode).toBe(400);
  expect((await call('GET', '_info?q=(keys:!(permissions))')).json()).toEqual({
    permissions: ['can_read', 'can_write', 'can_export'],
  });
});

test('[attack 61] a page of scripts of a megabyte has room for some, and cuts the others', async () => {
  const db = server.metadata.db;
  const writer = await buildUser(db, { roles: ['sql_lab', 'Sales', 'Gamma'] });
  const script = (at: number): string => `SELECT /* ${'é'.repeat(300_000)} */ ${at} AS a`;
  const ids: number[] = [];
  for (const at of [0, 1, 2])
    ids.push(await save({ label: `Long ${at}`, sql: script(at), template_parameters: '{"a":1}' }, writer));
  const texts = 'columns:!(id,sql,is_cut,template_parameters)';
  const { result } = await list(
    writer,
    `(order_column:label,order_direction:asc,filters:!((col:label,opr:sw,value:'Long ')),${texts})`,
  );
  expect(result).toEqual([
    { id: ids[0], sql: script(0), is_cut: false, template_parameters: '{"a":1}' },
    { id: ids[1], sql: script(1).slice(0, 2000), is_cut: true, template_parameters: null },
    { id: ids[2], sql: script(2).slice(0, 2000), is_cut: true, template_parameters: null },
  ]);
  expect(await read(ids[2] ?? 0, writer)).toMatchObject({ sql: script(2), is_cut: false });
  const found = await list(writer, "(filters:!((col:label,opr:all_text,value:'2 AS A')))");
  expect([found.count, found.ids]).toEqual([1, [ids[2]]]);
});

test('stars and tags are put on what one sees and what one may change', async () => {
  const id = await save({ is_shared: true });
  expect((await call('POST', `${id}/favorites/`, ben)).json()).toEqual({ result: 'OK' });
  expect((await call('POST', `${id}/favorites/`, carl)).statusCode).toBe(404);
  expect((await call('GET', `favorite_status/?q=!(${id},999999)`, ben)).json()).toEqual({
    result: [
      { id, value: true },
      { id: 999_999, value: false },
    ],
  });
  expect((await list(ben, '(filters:!((col:id,opr:saved_query_is_fav,value:!t)))')).ids).toEqual([id]);
  await call('DELETE', `${id}/favorites/`, ben);
  expect((await list(ben, '(filters:!((col:id,opr:saved_query_is_fav,value:!t)))')).ids).toEqual([]);

  const tag = (as: number) =>
    server.request({
      method: 'POST',
      url: `/api/v1/tag/query/${id}/`,
      as,
      payload: { properties: { tags: ['Monthly'] } },
    });
  expect([(await tag(ben)).statusCode, (await tag(carl)).statusCode, (await tag(ana)).statusCode]).toEqual([
    403, 404, 201,
  ]);
  expect((await read(id)).tags).toMatchObject([{ name: 'Monthly' }]);
  expect((await list(ben, '(filters:!((col:tags,opr:saved_query_tags,value:month)))')).ids).toEqual([id]);
  const tagged = async (as: number) =>
    (await server.request({ url: '/api/v1/tag/get_objects/?tags=Monthly&types=query', as })).json<{
      result: object[];
    }>().result;
  expect(await tagged(ben)).toMatchObject([{ id, type: 'query', name: 'Sales by day' }]);
  expect(await tagged(carl)).toEqual([]);
});

test('what is deleted lies in the trash of its owner, comes back whole, or goes with its stars and tags', async () => {
  const { db } = server.metadata;
  const ids = [await save(), await save()];
  const foreign = await save({ is_shared: true }, ben);
  const bulk = (these: readonly number[]) => call('DELETE', `?q=!(${these.join(',')})`);
  expect((await bulk([...ids, foreign])).statusCode).toBe(403);
  expect((await bulk([...ids, 999_999])).statusCode).toBe(404);
  await call('POST', `${ids[0]}/favorites/`);
  expect((await bulk(ids)).json()).toEqual({ message: 'Deleted 2 saved queries' });
  expect(await statusOf(ids[0] ?? 0, ana)).toBe(404);
  const trash = (method: Method, path: string, as: number, payload?: Body) =>
    server.request({ method, url: `/api/v1/trash/saved_query/${path}`, as, ...(payload && { payload }) });
  expect((await trash('GET', '', ana)).json()).toMatchObject({ count: 2 });
  expect((await trash('GET', '', ben)).json()).toMatchObject({ count: 0 });
  expect((await trash('POST', 'restore', ben, { ids: [ids[0]] })).statusCode).toBe(404);
  expect((await trash('POST', 'restore', ana, { ids: [ids[0]] })).json()).toEqual({ ids: [ids[0]], without_slug: [] });
  expect(await statusOf(ids[0] ?? 0, ana)).toBe(200);
  await call('DELETE', String(ids[0]));
  expect((await trash('DELETE', `?q=!(${ids[0]})`, ana)).json()).toEqual({ message: 'Deleted 1 saved query' });
  const left = await Promise.all([
    db
      .selectFrom('saved_query_versions')
      .select('version')
      .where('saved_query_id', '=', ids[0] ?? 0)
      .execute(),
    db.selectFrom('favorites').select('object_id').where('object_type', '=', 'saved_query').execute(),
  ]);
  expect(left).toEqual([[], []]);
});

test('a run of the same text on the same database is the last run', async () => {
  const id = await save({ sql: 'SELECT 42' });
  const other = await save({ sql: 'SELECT 43' });
  const at = new Date(TEST_NOW.getTime() - 60_000).toISOString();
  await createSavedQueryStore(server.metadata.db).noteRun({ databaseId: database, sql: 'SELECT 42', rows: 7, at });
  expect(await read(id)).toMatchObject({
    last_run: at,
    rows: 7,
    last_run_delta_humanized: 'a minute ago',
  });
  expect(await read(other)).toMatchObject({ last_run: null, rows: null, last_run_delta_humanized: '' });
});

test('nobody in particular sees no saved query at all', async () => {
  expect((await server.request({ url: base })).statusCode).toBe(401);
});
