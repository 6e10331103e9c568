import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { buildPlainDataset } from '../../testing/content.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../../testing/engines/databases.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { testApp, type TestApp, type TestRequest } from '../../testing/test-app.ts';
import { listenAt, type Event } from '../../testing/event-listener.ts';
import { passwords } from '../security/passwords.ts';

type Job = { readonly channel_id: string; readonly job_id: string; readonly user_id: number; readonly status: string };
/** A browser: its cookies, and the token that its changes carry. */
type Browser = { readonly cookie: string; readonly csrf: string; readonly token: string | null };

const isHere = findPostgres() !== null || process.env['CI'] === 'true';
const password = 'correct horse battery';

describe.skipIf(!isHere)('asynchronous chart data on PostgreSQL', () => {
  let server: TestApp;
  let postgres: TestPostgres;
  let source: pg.Client;
  let ticking: NodeJS.Timeout;
  let address: string;
  let people: { readonly ana: number; readonly ben: number };
  let sales: number;
  let endless: number;

  beforeAll(async () => {
    postgres = await startPostgres();
    const url = new URL(await postgres.createDatabase());
    source = new pg.Client({
      host: postgres.host,
      port: postgres.port,
      user: postgres.user,
      database: url.pathname.slice(1),
    });
    await source.connect();
    await source.query(
      "CREATE TABLE sales AS SELECT DATE '2024-01-01' + i AS day, CASE WHEN i % 2 = 0 THEN 'north' ELSE " +
        "'south' END AS region FROM generate_series(1, 10) i",
    );
    await source.query('CREATE TABLE big AS SELECT i FROM generate_series(1, 20000) i');
    server = await testApp({
      settings: { featureFlags: { GLOBAL_ASYNC_QUERIES: true }, asyncPatienceSeconds: 3, queryTimeoutSeconds: 50 },
      scriptFolder: builtServer,
    });
    ticking = setInterval(() => server.pass(50), 50); // this clock runs
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    address = `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
    const { db } = server.metadata;
    const made = await server.request({
      url: '/api/v1/database/',
      method: 'POST',
      as: server.adminId,
      payload: {
        database_name: 'shop',
        engine: 'postgresql',
        parameters: {
          host: postgres.host,
          port: postgres.port,
          database: url.pathname.slice(1),
          username: postgres.user,
        },
      },
    });
    const database_id = made.json<{ id: number }>().id;
    sales = await buildPlainDataset(db, { database_id, schema: 'public', table_name: 'sales' });
    endless = await buildPlainDataset(db, {
      database_id,
      schema: 'public',
      table_name: 'endless',
      sql: "SELECT a.i AS day, 'x' AS region FROM big a CROSS JOIN big b CROSS JOIN big c",
    });
    await buildRole(db, { name: 'Shop', pairs: [`database_access database:${database_id}`] });
    const password_hash = await passwords.hash(password);
    people = {
      ana: await buildUser(db, { username: 'ana', roles: ['Gamma', 'Shop'], password_hash }),
      ben: await buildUser(db, { username: 'ben', roles: ['Gamma', 'Shop'], password_hash }),
    };
  });
  afterAll(async () => {
    clearInterval(ticking);
    await server.close();
    await source.end();
    await postgres.stop();
  });

  async function signIn(username: string): Promise<Browser> {
    const answer = await server.request({ method: 'POST', url: '/login/', payload: { username, password } });
    const cookie = /session=[^;]*/.exec(String(answer.headers['set-cookie']))?.[0] ?? '';
    const next = await server.request({ url: '/api/v1/security/csrf_token/', headers: { cookie } });
    const token = /async-token=([^;]*)/.exec(String(next.headers['set-cookie']))?.[1] ?? null;
    return { cookie: `${cookie}; async-token=${token}`, csrf: next.json<{ result: string }>().result, token };
  }

  const by = ({ cookie, csrf }: Browser, request: TestRequest) =>
    server.request({ ...request, headers: { cookie, 'x-csrftoken': csrf, ...request.headers } });
  let asked = 0;
  /** A question that nobody asked before. */
  const question = (dataset = sales) => ({
    datasource: { id: dataset, type: 'table' },
    queries: [{ columns: ['region'], metrics: ['count'], orderby: [['region', true]], row_limit: (asked += 1) + 10 }],
  });
  const post = (browser: Browser, payload: object) =>
    by(browser, { method: 'POST', url: '/api/v1/chart/data', payload });
  const poll = async (browser: Browser, lastId = '') =>
    (await by(browser, { url: `/api/v1/async_event/${lastId && `?last_id=${lastId}`}` })).json<{ result: Event[] }>()
      .result;
  async function endOf(browser: Browser, job: string): Promise<Event> {
    let end: Event | undefined;
    await expect
      .poll(
        async () => (end = (await poll(browser)).find((event) => event.job_id === job && event.status !== 'running')),
      )
      .toBeDefined();
    if (!end) throw new Error('no end');
    return end;
  }
  const queriesInDatabase = async (): Promise<number> =>
    Number(
      (
        await source.query(
          "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%CROSS JOIN big%' AND state = 'active' AND " +
            'pid <> pg_backend_pid()',
        )
      ).rows[0].count,
    );

  /** Whoever runs the job has looked whether it is still wanted, since this was called. */
  async function isLookedAfter(id: string): Promise<void> {
    const lease = async () =>
      (await server.metadata.db.selectFrom('jobs').select('lease_until').where('id', '=', id).executeTakeFirst())
        ?.lease_until;
    const before = await lease();
    await expect.poll(lease).not.toBe(before);
  }

  const listen = (headers: Record<string, string>, lastId = '') => listenAt(address, headers, lastId);

  test('[4.3-01] [7.1-01] [1.0-06] a question goes on as a job; its answer is at result_url', async () => {
    const ana = await signIn('ana');
    const payload = question();
    const answer = await post(ana, payload);
    expect([answer.statusCode, answer.json()]).toEqual([
      202,
      {
        channel_id: expect.any(String) as string,
        job_id: expect.any(String) as string,
        user_id: people.ana,
        status: 'pending',
        errors: [],
        result_url: null,
      },
    ]);
    const job = answer.json<Job>();
    const end = await endOf(ana, job.job_id);
    expect(end).toEqual({
      id: expect.stringMatching(/^\d+-\d+$/) as string,
      channel_id: job.channel_id,
      job_id: job.job_id,
      user_id: people.ana,
      status: 'done',
      errors: [],
      result_url: expect.stringMatching(/^\/api\/v1\/chart\/data\/[\w-]+$/) as string,
    });
    const result = await by(ana, { url: end.result_url ?? '' });
    expect([result.statusCode, result.json<{ result: [{ data: unknown }] }>().result[0].data]).toEqual([
      200,
      [
        { region: 'north', count: 5 },
        { region: 'south', count: 5 },
      ],
    ]);
    const again = await post(ana, payload);
    expect([again.statusCode, again.json<{ result: [{ is_cached: unknown }] }>().result[0].is_cached]).toEqual([
      200,
      true,
    ]);
    expect((await post(ana, { ...payload, force: true })).statusCode).toBe(202);
  });

  test('[7.1-02] [4.3-01] [attack 36] an older chart goes on as a job too', async () => {
    const [ana, ben] = [await signIn('ana'), await signIn('ben')];
    const form = {
      viz_type: 'para',
      datasource: `${sales}__table`,
      series: 'region',
      metrics: ['count'],
      row_limit: (asked += 1) + 10,
    };
    const older = (payload: object, path = '/superset/explore_json/') =>
      by(ana, { method: 'POST', url: path, payload: { form_data: payload } });
    const answer = await older(form);
    expect([answer.statusCode, answer.json()]).toEqual([
      202,
      {
        channel_id: expect.any(String) as string,
        job_id: expect.any(String) as string,
        user_id: people.ana,
        status: 'pending',
        errors: [],
        result_url: null,
      },
    ]);
    const end = await endOf(ana, answer.json<Job>().job_id);
    expect([end.status, end.result_url]).toEqual([
      'done',
      expect.stringMatching(/^\/tessera\/explore_json\/data\/[\w-]+$/),
    ]);
    const result = await by(ana, { url: end.result_url ?? '' });
    expect([result.statusCode, result.json()]).toMatchObject([
      200,
      {
        data: [
          { region: 'north', count: 5 },
          { region: 'south', count: 5 },
        ],
        is_cached: true,
        status: 'success',
      },
    ]);
    expect((await by(ben, { url: end.result_url ?? '' })).statusCode).toBe(404);
    expect((await by(ana, { url: `/api/v1/chart/data/${answer.json<Job>().job_id}` })).statusCode).toBe(404);
    expect([
      (await older(form)).statusCode,
      (await older(form, '/superset/explore_json/?force=true')).statusCode,
    ]).toEqual([200, 202]);
    expect([
      (await older({ ...form, viz_type: 'pie' })).statusCode,
      (await older({ ...form, series: 'nope' })).statusCode,
    ]).toEqual([400, 400]);
  });

  test('[4.3-02] a job that fails says why; what is wrong with the request is answered at once', async () => {
    const ana = await signIn('ana');
    const job = (
      await post(ana, {
        ...question(),
        queries: [
          {
            columns: [],
            metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(CAST(region AS INTEGER))', label: 'x' }],
          },
        ],
      })
    ).json<Job>();
    const end = await endOf(ana, job.job_id);
    expect([end.status, end.result_url, end.errors[0]?.message]).toEqual([
      'error',
      null,
      expect.stringContaining('invalid input syntax for type integer'),
    ]);
    expect((await by(ana, { url: `/api/v1/chart/data/${job.job_id}` })).statusCode).toBe(404);
    expect((await post(ana, { ...question(), queries: [{ columns: ['nope'] }] })).statusCode).toBe(400);
  });

  test('the flag or the wish decides: without both the answer waits for the data', async () => {
    const plain = await testApp();
    try {
      const dataset = await buildPlainDataset(plain.metadata.db);
      const ask = (headers: Record<string, string>) =>
        plain.request({
          method: 'POST',
          url: '/api/v1/chart/data',
          as: plain.adminId,
          headers,
          payload: { ...question(dataset) },
        });
      const [direct, wished] = [await ask({}), await ask({ prefer: 'wait=10, respond-async' })];
      expect([direct.statusCode === 202, wished.statusCode]).toEqual([false, 202]);
      expect(direct.headers['set-cookie']).toBeUndefined();
      expect(String(wished.headers['set-cookie'])).toMatch(/^async-token=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/);
    } finally {
      await plain.close();
    }
  });

  test('[7.1-05] events come strictly after last_id; without a valid cookie or bearer channel it is 401', async () => {
    const ana = await signIn('ana');
    const first = await endOf(ana, (await post(ana, question())).json<Job>().job_id);
    const second = await endOf(ana, (await post(ana, question())).json<Job>().job_id);
    expect((await poll(ana, first.id)).filter(({ status }) => status === 'done')).toEqual([second]);
    expect(await poll(ana, second.id)).toEqual([]);
    expect((await by(ana, { url: '/api/v1/async_event/?last_id=x' })).statusCode).toBe(400);
    const session = ana.cookie.split(';')[0] ?? '';
    const ben = await signIn('ben');
    const forged = `${ben.token?.split('.').slice(0, 2).join('.')}.${ana.token?.split('.')[2]}`;
    for (const token of [
      '',
      'x',
      'a.b.c',
      ben.token,
      forged,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${ana.token?.split('.')[1]}.`,
    ]) {
      expect(
        (
          await server.request({
            url: '/api/v1/async_event/',
            headers: { cookie: token === '' ? session : `${session}; async-token=${token}` },
          })
        ).statusCode,
      ).toBe(401);
    }
    expect(
      (await server.request({ url: '/api/v1/async_event/', headers: { cookie: `async-token=${ana.token}` } }))
        .statusCode,
    ).toBe(401);
    const program = await server.request({
      method: 'POST',
      url: '/api/v1/chart/data',
      as: people.ana,
      payload: question(),
    });
    await expect
      .poll(async () =>
        (await server.request({ url: '/api/v1/async_event/', as: people.ana }))
          .json<{ result: Event[] }>()
          .result.filter(({ status }) => status === 'done')
          .map(({ job_id }) => job_id),
      )
      .toEqual([program.json<Job>().job_id]);
    expect([404, 405]).toContain(
      (await by(ana, { method: 'POST', url: '/api/v1/async_event/', payload: {} })).statusCode,
    );
  });

  test('[7.1-06] [attack 36] the result and the stop of a job are for its own user', async () => {
    const [ana, ben] = [await signIn('ana'), await signIn('ben')];
    const job = (await post(ana, question())).json<Job>();
    const { result_url: url } = await endOf(ana, job.job_id);
    expect([
      (await by(ben, { url: url ?? '' })).statusCode,
      (await by(ben, { url: `/api/v1/async_event/${job.job_id}`, method: 'DELETE' })).statusCode,
    ]).toEqual([404, 404]);
    expect((await server.request({ url: url ?? '', as: server.adminId })).statusCode).toBe(404);
    const shop = await server.metadata.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Shop')
      .executeTakeFirstOrThrow();
    const roles = await server.metadata.db
      .selectFrom('user_roles')
      .select('role_id')
      .where('user_id', '=', people.ana)
      .execute();
    const put = (ids: readonly number[]) =>
      server.request({
        method: 'PUT',
        url: `/api/v1/security/users/${people.ana}`,
        as: server.adminId,
        payload: { roles: ids },
      });
    expect((await put(roles.map(({ role_id }) => role_id).filter((id) => id !== shop.id))).statusCode).toBe(200);
    expect((await by(ana, { url: url ?? '' })).statusCode).toBe(404);
    expect((await put(roles.map(({ role_id }) => role_id))).statusCode).toBe(200);
    expect((await by(ana, { url: url ?? '' })).statusCode).toBe(200);
  });

  test('[F12] a question that nobody waits for any more is gone from the database', async () => {
    const ana = await signIn('ana');
    const job = (await post(ana, question(endless))).json<Job>();
    await expect.poll(queriesInDatabase).toBe(1);
    // Longer than users are waited for, but somebody asks.
    for (let second = 0; second < 8; second += 1) {
      await poll(ana);
      server.pass(1000);
    }
    await poll(ana);
    await isLookedAfter(job.job_id);
    expect(await queriesInDatabase()).toBe(1);
    server.pass(3000);
    await expect.poll(queriesInDatabase).toBe(0);
    expect((await endOf(ana, job.job_id)).errors[0]?.message).toBe(
      'Nobody waited for this query any more, so it was stopped.',
    );
  });

  test('a stop reaches the database; /health answers meanwhile', async () => {
    const ana = await signIn('ana');
    const job = (await post(ana, question(endless))).json<Job>();
    await expect.poll(queriesInDatabase).toBe(1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.request({ url: '/health' })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await queriesInDatabase()).toBe(1);
    expect((await by(ana, { url: `/api/v1/async_event/${job.job_id}`, method: 'DELETE' })).json()).toMatchObject({
      result: { job_id: job.job_id },
    });
    await expect.poll(queriesInDatabase).toBe(0);
    expect(await endOf(ana, job.job_id)).toMatchObject({
      status: 'error',
      errors: [{ message: 'Query was stopped.', extra: { words: { id: 'Query was stopped.' } } }],
    });
  });

  test('[F10] a database that goes away in mid-query fails the job with a reason, and the next one runs', async () => {
    const ana = await signIn('ana');
    const job = (await post(ana, question(endless))).json<Job>();
    await expect.poll(queriesInDatabase).toBe(1);
    await source.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%CROSS JOIN big%' AND pid <> " +
        'pg_backend_pid()',
    );
    const end = await endOf(ana, job.job_id);
    expect([end.status, end.result_url, end.errors.length]).toEqual(['error', null, 1]);
    expect((await endOf(ana, (await post(ana, question())).json<Job>().job_id)).status).toBe('done');
  });

  test('[F40] many pages that ask the same at once: each has its job, the database sees one query', async () => {
    const ana = await signIn('ana');
    const payload = question();
    const misses = async (): Promise<number> =>
      Number(
        /^tessera_chart_data_misses (\d+)/m.exec(
          (await server.request({ url: '/metrics', as: server.adminId })).body,
        )?.[1],
      );
    const before = await misses();
    const answers = await Promise.all(Array.from({ length: 40 }, () => post(ana, payload)));
    const jobs = answers.filter(({ statusCode }) => statusCode === 202).map((answer) => answer.json<Job>().job_id);
    expect(jobs.length).toBeGreaterThan(0);
    for (const job of jobs) expect((await endOf(ana, job)).status).toBe('done');
    expect((await misses()) - before).toBe(1);
  });

  test('[7.1-07] a websocket brings every event of its channel, first what came after last_id', async () => {
    const [ana, ben] = [await signIn('ana'), await signIn('ben')];
    const before = await endOf(ana, (await post(ana, question())).json<Job>().job_id);
    const missed = await endOf(ana, (await post(ana, question())).json<Job>().job_id);
    const sockets = [
      await listen({ cookie: ana.cookie }, before.id),
      await listen({ cookie: `async-token=${ana.token}` }),
      await listen({ cookie: ben.cookie }),
    ] as const;
    const job = (await post(ana, question())).json<Job>();
    const done = (socket: (typeof sockets)[number]) =>
      socket?.events.filter(({ status }) => status === 'done').map(({ job_id }) => job_id);
    await expect.poll(() => done(sockets[0])).toEqual([missed.job_id, job.job_id]);
    await expect.poll(() => done(sockets[1])).toEqual([job.job_id]);
    expect(done(sockets[2])).toEqual([]);
    expect(Object.keys(sockets[1]?.events[0] ?? {}).toSorted()).toEqual([
      'channel_id',
      'errors',
      'id',
      'job_id',
      'result_url',
      'status',
      'user_id',
    ]);
    for (const socket of sockets) socket?.close();
  });

  test('a websocket without the cookie or from another site is cut off without an answer', async () => {
    const ana = await signIn('ana');
    for (const headers of [
      {},
      { cookie: 'async-token=x' },
      { cookie: ana.cookie.split(';')[0] ?? '' },
      { cookie: ana.cookie, origin: 'https://evil.example' },
      { authorization: 'Bearer x' },
    ] as Record<string, string>[]) {
      expect(await listen(headers)).toBeNull();
    }
    const own = await listen({ cookie: ana.cookie, origin: `http://${address}` });
    expect(own).not.toBeNull();
    own?.close();
  });

  test('a websocket is closed when its session ends or its user may not read charts any more', async () => {
    const [ana, ben] = [await signIn('ana'), await signIn('ben')];
    const [hers, his] = [await listen({ cookie: ana.cookie }), await listen({ cookie: ben.cookie })];
    await by(ana, { url: '/logout/', headers: { 'sec-fetch-site': 'same-origin' } });
    const roles = await server.metadata.db
      .selectFrom('user_roles')
      .select('role_id')
      .where('user_id', '=', people.ben)
      .execute();
    await server.request({
      method: 'PUT',
      url: `/api/v1/security/users/${people.ben}`,
      as: server.adminId,
      payload: { roles: [] },
    });
    await expect.poll(() => [hers?.closed(), his?.closed()]).toEqual([4401, 4401]);
    expect(await listen({ cookie: ana.cookie })).toBeNull();
    await server.request({
      method: 'PUT',
      url: `/api/v1/security/users/${people.ben}`,
      as: server.adminId,
      payload: { roles: roles.map(({ role_id }) => role_id) },
    });
  });
});
