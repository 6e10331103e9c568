import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres, type TestPostgres } from '../testing/engines/databases.ts';
import { startRealServer, type Answer, type RealServer } from '../testing/processes/real-server.ts';
import { findRedis, startRedis, type TestRedis } from '../testing/engines/redis.ts';

// Two processes of the product as they are deployed: one metadata database on PostgreSQL, one Redis.
const isHere = (findPostgres() !== null && findRedis() !== null) || process.env['CI'] === 'true';

let folder: string;
let postgres: TestPostgres;
let redis: TestRedis;
let watcher: Client;
let words: Redis;
let one: RealServer;
let two: RealServer;
const datasets: Record<string, number> = {};

type Body = {
  readonly id: number;
  readonly result: readonly {
    readonly is_cached: boolean | null;
    readonly cache_key: string;
    readonly data: readonly Readonly<Record<string, unknown>>[];
  }[];
  readonly job_id: string;
};
const json = ({ text }: Answer) => JSON.parse(text) as Body;
const made = async (server: RealServer, path: string, body: unknown): Promise<number> => {
  const answer = await server.ask('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return json(answer).id;
};
const ask = (
  server: RealServer,
  dataset: string,
  query: object,
  more: object = {},
  headers: Record<string, string> = {},
) =>
  server.ask(
    'POST',
    '/api/v1/chart/data',
    { datasource: { id: datasets[dataset], type: 'table' }, queries: [query], ...more },
    headers,
  );
const first = (answer: Answer) => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  const [result] = json(answer).result;
  if (!result) throw new Error('no result');
  return result;
};
/** Until this is released, queries on `slow` run and do not end. */
async function hold(): Promise<() => Promise<unknown>> {
  await watcher.query('SELECT pg_advisory_lock(7)');
  return () => watcher.query('SELECT pg_advisory_unlock(7)');
}
/** A server waits for the end of a run of the other one. */
const waitsForOther = () => expect.poll(async () => (await words.keys('tessera:*:waiting:*')).length).toBe(1);
/** Statements with this text that the database runs now. */
const running = async (marker: string): Promise<number> =>
  Number(
    (
      await watcher.query<{ n: string }>(
        "SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND " +
          "query LIKE '%' || $1 || '%'",
        [marker],
      )
    ).rows[0]?.n,
  );
/** Whether each of them uses Redis. */
const sharing = () =>
  expect.poll(() =>
    Promise.all(
      [one, two].map(async (server) => /^tessera_redis_up 1$/m.test((await server.ask('GET', '/metrics')).text)),
    ),
  );

describe.skipIf(!isHere)('two servers, one PostgreSQL, one Redis', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-two-'));
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const data = await postgres.createDatabase();
    watcher = new Client({ connectionString: data });
    watcher.on('error', () => undefined);
    await watcher.connect();
    await watcher.query(`CREATE TABLE sales AS SELECT i AS id, CASE i % 2 WHEN 0 THEN 'EU' ELSE 'US' END AS region FROM
      generate_series(1, 100) AS t(i);
      CREATE VIEW slow AS SELECT id, region, pg_advisory_xact_lock_shared(7)::text AS nap FROM sales`);
    words = new Redis(redis.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
    words.on('error', () => undefined);
    const config = join(folder, 'config.json');
    writeFileSync(config, JSON.stringify({ quotas: { Gamma: { queriesAtOnce: 1 } } }));
    const env = {
      TESSERA_METADATA_URL: await postgres.createDatabase(),
      TESSERA_REDIS_URL: redis.url,
      TESSERA_SECRET_KEY: 'both servers sign with this key, and only they',
      TESSERA_CONFIG: config,
    };
    one = await startRealServer(folder, env);
    two = await startRealServer(folder, { ...env, TESSERA_HOME: join(folder, 'second') });
    const { hostname, port, pathname, username } = new URL(data);
    const parameters = {
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      username,
      sslmode: 'disable',
    };
    const database = await made(one, '/api/v1/database/', {
      database_name: 'shop',
      engine: 'postgresql',
      parameters,
      extra: JSON.stringify({ concurrency: 2 }),
    });
    for (const table of ['sales', 'slow'])
      datasets[table] = await made(one, '/api/v1/dataset/', { database, schema: 'public', table_name: table });
  });
  afterEach(() => watcher.query('SELECT pg_advisory_unlock_all()'));
  afterAll(async () => {
    await Promise.all([one?.stop('SIGKILL'), two?.stop('SIGKILL')]);
    await watcher?.end().catch(() => undefined);
    words?.disconnect();
    await Promise.all([postgres?.stop(), redis?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('a chart that one has retained is a hit in the other, under the same key', async () => {
    await sharing().toEqual([true, true]);
    const query = { columns: ['region'], metrics: ['count'], orderby: [['region', true]] };
    const asked = first(await ask(one, 'sales', query));
    await expect.poll(async () => first(await ask(two, 'sales', query)).is_cached).toBe(true);
    const other = first(await ask(two, 'sales', query));
    expect([asked.is_cached, other.cache_key, other.data]).toEqual([null, asked.cache_key, asked.data]);
    const changed = await one.ask('PUT', `/api/v1/dataset/${datasets['sales']}?override_columns=false`, {
      description: 'changed',
      cache_timeout: 500,
    });
    expect(changed.status).toBe(200);
    const anew = first(await ask(two, 'sales', query));
    expect([anew.is_cached, anew.cache_key === asked.cache_key]).toEqual([null, false]);
    await expect.poll(async () => first(await ask(one, 'sales', query)).is_cached).toBe(true);
    // Both tell the room that they share.
    for (const server of [one, two])
      expect((await server.ask('GET', '/metrics')).text).toMatch(
        /^tessera_shared_cache_bytes [1-9]\d+$[\s\S]*^tessera_shared_cache_entries [1-9]\d*$/m,
      );
  });

  test('[F40] fifty at each server ask the same: the database runs it once', async () => {
    const query = {
      columns: ['region'],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(nap) + 0', label: 'crowd' }],
    };
    const release = await hold();
    const asked = Promise.all(
      [one, two].flatMap((server) => Array.from({ length: 50 }, () => ask(server, 'slow', query))),
    );
    await waitsForOther();
    await expect.poll(() => running('crowd')).toBe(1);
    await release();
    const answers = await asked;
    expect(new Set(answers.map((answer) => JSON.stringify(first(answer).data))).size).toBe(1);
    const { text } = await one.ask(
      'GET',
      '/api/v1/querylog/?q=(filters:!((col:sql,opr:all_text,value:crowd)),page_size:1)',
    );
    expect(text).not.toContain('"status":"failed"');
  });

  test('no more queries run at once than the database may have, over both', async () => {
    const release = await hold();
    const asked = [one, two].flatMap((server, at) =>
      [1, 2, 3].map((n) =>
        ask(server, 'slow', {
          columns: ['region'],
          metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(nap)', label: 'n' }],
          extras: { where: `id + ${at * 10 + n} > 0 AND 'capped' <> region` },
        }),
      ),
    );
    await expect
      .poll(
        async () =>
          (JSON.parse((await two.ask('GET', '/api/v1/queue/')).text) as { result: readonly unknown[] }).result,
      )
      .toContainEqual(expect.objectContaining({ running: 2, waiting: 4, places: [1, 2, 3, 4] }));
    await expect.poll(() => running('capped')).toBe(2);
    await release();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('[attack 35] a rule on rows that is made at one binds at the other at once', async () => {
    const roles = JSON.parse((await one.ask('GET', '/api/v1/security/roles/?q=(page_size:100)')).text) as {
      result: readonly { id: number; name: string }[];
    };
    const gamma = roles.result.find(({ name }) => name === 'Gamma')?.id ?? 0;
    const readers = await made(one, '/api/v1/security/roles/', { name: 'Readers' });
    const pairs = JSON.parse(
      (await one.ask('GET', '/api/v1/security/permissions-resources/?q=(page_size:-1)')).text,
    ) as { result: readonly { id: number; permission: { name: string }; view_menu: { name: string } }[] };
    const all = pairs.result
      .filter(({ permission }) => permission.name === 'all_datasource_access')
      .map(({ id }) => id);
    await one.ask('POST', `/api/v1/security/roles/${readers}/permissions`, { permission_view_menu_ids: all });
    const password = 'canary of the reader';
    await made(one, '/api/v1/security/users/', {
      username: 'reader',
      password,
      email: 'reader@example.org',
      first_name: 'R',
      last_name: 'R',
      active: true,
      roles: [gamma, readers],
    });
    const { access_token: token } = JSON.parse(
      (
        await two.ask(
          'POST',
          '/api/v1/security/login',
          { username: 'reader', password, provider: 'db' },
          { authorization: '' },
        )
      ).text,
    ) as { access_token: string };
    const as = { authorization: `Bearer ${token}` };
    const query = { columns: ['region'], metrics: ['count'], orderby: [['region', true]] };
    expect(first(await ask(two, 'sales', query, {}, as)).data).toHaveLength(2);
    await made(one, '/api/v1/rowlevelsecurity/', {
      name: 'EU only',
      filter_type: 'Regular',
      tables: [datasets['sales']],
      roles: [readers],
      clause: "region = 'EU'",
    });
    await expect
      .poll(async () => first(await ask(two, 'sales', query, {}, as)).data)
      .toEqual([{ region: 'EU', count: 50 }]);
    expect(first(await ask(one, 'sales', query, {}, as)).data).toEqual([{ region: 'EU', count: 50 }]);
    expect(first(await ask(two, 'sales', query)).data).toHaveLength(2);

    const slow = (n: number) => ({
      columns: ['region'],
      metrics: [{ expressionType: 'SQL', sqlExpression: `COUNT(nap) + ${n}`, label: 'n' }],
    });
    const release = await hold();
    const held = ask(one, 'slow', slow(7_310_001), {}, as);
    await expect.poll(() => running('7310001')).toBe(1);
    const refused = await ask(two, 'slow', slow(7_310_002), {}, as);
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('1 queries at once')]);
    await release();
    expect((await held).status).toBe(200);
  });

  test('an asynchronous query that one server ran is fetched from the other without running again', async () => {
    const query = {
      columns: ['region'],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*) + 12345', label: 'job' }],
    };
    const asked = await ask(one, 'sales', query, {}, { prefer: 'respond-async' });
    expect(asked.status).toBe(202);
    const { job_id: id } = json(asked);
    await expect.poll(async () => (await two.ask('GET', `/api/v1/chart/data/${id}`)).status).toBe(200);
    await expect
      .poll(async () => first(await ask(two, 'sales', query, {}, { prefer: 'respond-async' })).is_cached)
      .toBe(true);
    expect((await ask(one, 'sales', query, {}, { prefer: 'respond-async' })).status).toBe(200);
  });

  test('[F16] Redis stopped under load: every question is answered; started: they share again', async () => {
    const slow = (n: number) => ({
      columns: ['region'],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(nap)', label: 'n' }],
      extras: { where: `id + ${n} > 0` },
    });
    const release = await hold();
    const asked = [one, two].flatMap((server) => [1000, 1001, 1002].map((n) => ask(server, 'slow', slow(n))));
    await expect.poll(() => running('nap')).toBe(2);
    await redis.down();
    const quick = Array.from({ length: 10 }, (_, n) =>
      ask(n % 2 === 0 ? one : two, 'sales', { columns: ['id'], metrics: ['count'], row_limit: n + 1 }),
    );
    await sharing().toEqual([false, false]);
    await release();
    expect((await Promise.all([...asked, ...quick])).map(({ status }) => status)).toEqual(
      Array.from({ length: 16 }, () => 200),
    );
    await redis.up();
    await sharing().toEqual([true, true]);
    const query = { columns: ['region'], metrics: ['count'], row_limit: 77 };
    await ask(one, 'sales', query);
    await expect.poll(async () => first(await ask(two, 'sales', query)).is_cached).toBe(true);
  });

  test('the server that runs a query for both is killed: the other runs it', async () => {
    const query = {
      columns: ['region'],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(nap) + 0', label: 'orphan' }],
    };
    const release = await hold();
    const lost = ask(one, 'slow', query).then(
      () => 'answered',
      () => 'cut off',
    );
    await expect.poll(() => running('orphan')).toBe(1);
    const waiting = ask(two, 'slow', query);
    await waitsForOther();
    expect(await running('orphan')).toBe(1);
    const [{ now } = { now: '' }] = (await watcher.query<{ now: string }>('SELECT now()::text')).rows;
    await one.stop('SIGKILL');
    expect(await lost).toBe('cut off');
    const left = async (when: string) =>
      Number(
        (
          await watcher.query<{ n: string }>(
            `SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND ` +
              `query LIKE '%orphan%' AND query_start ${when} $1`,
            [now],
          )
        ).rows[0]?.n,
      );
    await expect.poll(() => left('<')).toBe(0);
    await expect.poll(() => left('>')).toBe(1);
    await release();
    expect((await waiting).status).toBe(200);
  });
});
