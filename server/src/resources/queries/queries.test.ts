import { request } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { endIn, queryIn, resultsIn, runLines } from '../../testing/run-lines.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

/** Never over. */
const ENDLESS = 'SELECT sum(a.range * b.range) FROM range(10000000) AS a, range(10000000) AS b';
const LINES = { accept: 'application/x-ndjson' };

let it: SalesApp;
let ana: number;
let ben: number;

beforeAll(async () => {
  it = await salesApp(
    [`CREATE TABLE sales AS SELECT i AS id, i % 3 AS region, 'name ' || i AS name FROM range(30000) AS r(i)`],
    { sqlTimeoutSeconds: 30 },
  );
  await it.metadata.db.updateTable('databases').set({ allow_run_async: 1 }).execute();
  ana = await buildUser(it.metadata.db, { roles: ['Alpha', 'sql_lab'], username: 'ana' });
  ben = await buildUser(it.metadata.db, { roles: ['Alpha', 'sql_lab'], username: 'ben' });
});
afterAll(async () => {
  await it?.close();
});

const post = (url: string, payload: object, as: number, headers: Readonly<Record<string, string>> = {}) =>
  it.request({ method: 'POST', url: `/api/v1/${url}`, as, payload, headers });
const run = (payload: object, as = ana, headers: Readonly<Record<string, string>> = {}) =>
  post('sqllab/execute/', { database_id: it.database, ...payload }, as, headers);
const stop = (client_id: string, as = ana) => post('query/stop', { client_id }, as);
const item = async (name: string, as = ana) => {
  const answer = await it.request({ url: `/api/v1/query/${name}`, as });
  return answer.json<{ result: Record<string, unknown> }>().result;
};
const stateOf = (name: string) => expect.poll(async () => (await item(name))?.['status']);
const results = (key: unknown, as = ana, headers: Readonly<Record<string, string>> = {}) =>
  it.request({ url: `/api/v1/sqllab/results/?q=${encodeURIComponent(`(key:'${String(key)}')`)}`, as, headers });
/** Nothing of this user runs or waits at the database. */
const idle = (as = ana) =>
  expect
    .poll(async () => (await it.request({ url: '/api/v1/queue/', as })).json<{ result: unknown[] }>().result)
    .toEqual([]);

test('[4.9-03] an asynchronous query is pending, goes on by itself, and is found with its results', async () => {
  const answer = await run({ client_id: 'async-1', sql: 'SELECT id FROM sales', runAsync: true });
  const { query } = answer.json<{ query: Record<string, unknown> }>();
  expect([answer.statusCode, query['state'], query['runAsync']]).toEqual([202, 'pending', true]);
  await stateOf('async-1').toBe('success');
  const kept = await results(query['resultsKey']);
  expect([kept.statusCode, kept.json()]).toEqual([
    200,
    expect.objectContaining({ status: 'success', query: expect.objectContaining({ rows: 30_000, progress: 100 }) }),
  ]);
  expect(kept.json<{ data: unknown[] }>().data.length).toBe(30_000);
  const lines = runLines((await results(query['resultsKey'], ana, LINES)).body);
  expect([endIn(lines), resultsIn(lines)[0]?.tail?.rows]).toEqual(['success', 30_000]);
  const few = await it.request({
    url: `/api/v1/sqllab/results/?q=${encodeURIComponent(`(key:'${String(query['resultsKey'])}',rows:2)`)}`,
    as: ana,
  });
  expect(few.json<{ data: unknown[] }>().data).toEqual([{ id: 0 }, { id: 1 }]);
});

test('lines of a query are followed while it runs, and end with it', async () => {
  const { query } = (await run({ client_id: 'followed', sql: ENDLESS, runAsync: true })).json<{
    query: { resultsKey: string };
  }>();
  const following = results(query.resultsKey, ana, LINES);
  const waiting = results(query.resultsKey);
  await stateOf('followed').toBe('running');
  await stop('followed');
  const lines = runLines((await following).body);
  expect([endIn(lines), queryIn(lines).state, queryIn(lines).resultsKey]).toEqual(['stopped', 'stopped', null]);
  expect((await waiting).statusCode).toBe(410);
  await idle();
});

test('[7.6-06] a stop reaches the database; of two at once both are reported OK', async () => {
  const running = run({ client_id: 'endless', sql: ENDLESS }, ana, LINES);
  await stateOf('endless').toBe('running');
  await expect
    .poll(
      async () => (await it.request({ url: '/api/v1/queue/', as: ana })).json<{ result: unknown[] }>().result.length,
    )
    .toBe(1);
  const answers = await Promise.all([stop('endless'), stop('endless')]);
  expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
    [200, { result: 'OK' }],
    [200, { result: 'OK' }],
  ]);
  expect(endIn(runLines((await running).body))).toBe('stopped');
  await idle();
  expect(await item('endless')).toMatchObject({ status: 'stopped', results_key: null, error_message: null });
});

test('[F13] [4.9-04] a stop at any moment: never a success behind it, and what has ended stays', async () => {
  for (let round = 0; round < 40; round += 1) {
    const name = `race-${round}`;
    const ended = run({
      client_id: name,
      sql: 'SELECT id FROM sales ORDER BY name LIMIT 1000',
      runAsync: round % 2 === 0,
    });
    // Each round waits for one question more before it stops.
    for (let at = 0; at < round % 10; at += 1) await it.request({ url: '/api/v1/query/race-0', as: ana });
    const told = await stop(name);
    const state = told.statusCode === 404 ? null : (await item(name))['status'];
    await ended;
    if (state === null) await stop(name);
    await expect.poll(async () => (await item(name))['status']).toMatch(/^(stopped|success)$/);
    if (state === 'stopped') expect((await item(name))['status']).toBe('stopped');
  }
  await idle();
  await run({ client_id: 'done', sql: 'SELECT 1' });
  expect([(await stop('done')).json(), (await item('done'))['status']]).toEqual([{ result: 'OK' }, 'success']);
});

test('[F12] a query that is bound to its request ends in the database when that is closed', async () => {
  const address = await it.app.listen({ port: 0, host: '127.0.0.1' });
  const asking = request(`${address}/api/v1/sqllab/execute/`, {
    method: 'POST',
    headers: { authorization: await it.authorizationOf(ana), 'content-type': 'application/json', ...LINES },
  });
  asking.on('error', () => undefined);
  asking.end(JSON.stringify({ database_id: it.database, sql: ENDLESS, client_id: 'left' }));
  await stateOf('left').toBe('running');
  asking.destroy();
  await stateOf('left').toBe('stopped');
  await idle();
  expect(await item('left')).toMatchObject({ results_key: null, error_message: null });
});

test('queries and their results are their own user’s; admins see and stop all', async () => {
  const { query } = (await run({ client_id: 'of-ana', sql: 'SELECT 1 AS one' })).json<{
    query: { resultsKey: string; queryId: number };
  }>();
  expect((await it.request({ url: '/api/v1/query/of-ana', as: ben })).statusCode).toBe(404);
  expect((await it.request({ url: `/api/v1/query/${query.queryId}`, as: it.adminId })).statusCode).toBe(200);
  expect((await results(query.resultsKey, ben)).statusCode).toBe(410);
  expect((await results(query.resultsKey, it.adminId)).statusCode).toBe(410);
  expect((await stop('of-ana', ben)).statusCode).toBe(404);
  await run({ client_id: 'long', sql: ENDLESS, runAsync: true });
  expect((await stop('long', it.adminId)).statusCode).toBe(200);
  expect(await item('long')).toMatchObject({ status: 'stopped' });
  const namesOf = async (as: number, q = '') => {
    const answer = await it.request({ url: `/api/v1/query/?q=${encodeURIComponent(`(page_size:100${q})`)}`, as });
    return answer.json<{ result: { client_id: string }[] }>().result.map((one) => one.client_id);
  };
  expect(await namesOf(ben)).toEqual([]);
  expect(await namesOf(it.adminId)).toContain('of-ana');
  expect(await namesOf(ana, ",filters:!((col:sql,opr:all_text,value:'as one'))")).toEqual(['of-ana']);
  expect(await namesOf(ana, `,filters:!((col:start_time,opr:gt,value:${Date.UTC(2090, 0)}))`)).toEqual([]);
  const choices = async (as: number) =>
    (await it.request({ url: '/api/v1/query/related/user', as })).json<{ count: number }>().count;
  expect([await choices(ben), await choices(ana)]).toEqual([0, 1]);
});

test('a name is given once', async () => {
  await run({ client_id: 'twice', sql: 'SELECT 1' });
  expect((await run({ client_id: 'twice', sql: 'SELECT 2' }, ben)).statusCode).toBe(422);
});

test('what changed since an instant is notified to its user', async () => {
  const since = async (ms: number, as = ana) =>
    (
      await it.request({ url: `/api/v1/query/updated_since?q=${encodeURIComponent(`(last_updated_ms:${ms})`)}`, as })
    ).json<{ result: { id: string }[] }>().result;
  const all = await since(0);
  expect(all.length).toBeGreaterThan(5);
  expect([await since(Date.UTC(2090, 0)), await since(0, ben)]).toEqual([[], []]);
});

test('a number of rows beyond the most is refused, and so is an asynchronous run where none may be', async () => {
  const answer = await run({ sql: 'SELECT 1', queryLimit: 1_000_000 });
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('Must be at most 100000.')]);
  await it.metadata.db.updateTable('databases').set({ allow_run_async: 0 }).execute();
  expect((await run({ sql: 'SELECT 1', runAsync: true })).statusCode).toBe(403);
});

test('[attack 23] a preview shows the first rows of a query, is stored nowhere, and runs nothing else', async () => {
  const before = (await it.request({ url: '/api/v1/query/', as: ana })).json<{ count: number }>().count;
  const preview = (sql: string) => post('sqllab/preview/', { database_id: it.database, sql, rows: 2 }, ana);
  const answer = await preview('SELECT 1; SELECT id, name FROM sales ORDER BY id');
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    expect.objectContaining({
      rows: 2,
      isSample: true,
      data: [
        [0, 1],
        ['name 0', 'name 1'],
      ],
    }),
  ]);
  const wrong = await preview('SELECT 1;\nSELECT nope');
  expect([wrong.statusCode, wrong.json<{ errors: { extra: object }[] }>().errors[0]?.extra]).toEqual([
    400,
    expect.objectContaining({ line: 2, column: 8 }),
  ]);
  expect((await preview('DROP TABLE sales')).statusCode).toBe(403);
  expect((await it.request({ url: '/api/v1/query/', as: ana })).json<{ count: number }>().count).toBe(before);
});

test('[attack 61] a page of scripts of a megabyte has room for some, and cuts the others', async () => {
  const long = await buildUser(it.metadata.db, { roles: ['Alpha', 'sql_lab'] });
  const script = (at: number): string => `SELECT /* ${'é'.repeat(200_000)} */ ${at} AS a`;
  for (const at of [0, 1, 2])
    expect((await run({ client_id: `long-${at}`, sql: script(at) }, long)).statusCode).toBe(200);
  const q = '(order_column:start_time,order_direction:asc,page_size:500)';
  const page = await it.request({ url: `/api/v1/query/?q=${q}`, as: long });
  const rows = page.json<{ result: { client_id: string; sql: string; executed_sql: string; is_cut: boolean }[] }>();
  expect(rows.result.map((row) => [row.client_id, row.sql.length, row.is_cut])).toEqual([
    ['long-0', script(0).length, false],
    ['long-1', 2000, true],
    ['long-2', 2000, true],
  ]);
  expect(rows.result.every(({ executed_sql: ran, is_cut: isCut }) => (ran.length === 2000) === isCut)).toBe(true);
  expect(await item('long-2', long)).toMatchObject({ sql: script(2), is_cut: false });
  // What changed comes in parts, and each of them goes on.
  const seen = new Set<string>();
  for (let since = 0; seen.size < 3;) {
    const url = `/api/v1/query/updated_since?q=(last_updated_ms:${since})`;
    const { result } = (await it.request({ url, as: long })).json<{ result: { id: string; changed_on: string }[] }>();
    if (result.length === 0) break;
    for (const { id, changed_on: at } of result) {
      seen.add(id);
      since = Math.max(since, Date.parse(at));
    }
  }
  expect([...seen].sort()).toEqual(['long-0', 'long-1', 'long-2']);
});

test('[attack 61] a search through megabytes of history lets others by, and has an end', async () => {
  const { db } = it.metadata;
  const searcher = await buildUser(db, { roles: ['Alpha', 'sql_lab'] });
  await run({ client_id: 'searched', sql: 'SELECT 1' }, searcher);
  const grow = (copies: number) =>
    sql`with recursive at(i) as (select 1 union all select i + 1 from at where i < ${copies})
      insert into sql_queries (client_id, user_id, database_id, sql, status, select_as_cta, run_async, is_data_preview,
        progress, start_ms, changed_on)
      select 'copy-' || ${copies} || '-' || i, user_id, database_id, 'SELECT ' || hex(zeroblob(1000000)), 'success',
        0, 0, 0, 100, start_ms, changed_on from sql_queries, at where client_id = 'searched'`.execute(db);
  const search = (conditions: number) => {
    const filters = Array.from({ length: conditions }, (_, at) => `(col:sql,opr:nct,value:zz${at})`);
    return it.request({ url: `/api/v1/query/?q=(page_size:1,filters:!(${filters.join(',')}))`, as: searcher });
  };
  await grow(20);
  const roundsOf = async (work: () => Promise<unknown>): Promise<number> => {
    let rounds = 0;
    const over = new AbortController();
    const counted = (async () => {
      for (; !over.signal.aborted; rounds += 1) await setImmediate();
    })();
    await work();
    over.abort();
    await counted;
    return rounds;
  };
  // Twenty texts of two megabytes, three times: as many ticks as they fill.
  const searched = roundsOf(async () => expect((await search(3)).json()).toMatchObject({ count: 21 }));
  expect(await searched).toBeGreaterThan(30);
  // To cut a text is to read it.
  const listed = roundsOf(async () => {
    const page = await it.request({ url: '/api/v1/query/?q=(page_size:100)', as: searcher });
    expect([page.json<{ count: number }>().count, page.body.length < 1_500_000]).toEqual([21, true]);
  });
  expect(await listed).toBeGreaterThan(10);
  await grow(30);
  const refused = await search(20);
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { message: 'Too much text to search. Choose fewer conditions, or a shorter time.' },
  ]);
});
