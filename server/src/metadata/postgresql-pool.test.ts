import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLine, type CutLine } from '../testing/cut-line.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../testing/engines/databases.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { openMetadata } from './connect.ts';
import type { Metadata } from './metadata.ts';
import type { PoolLimits } from './postgresql-pool.ts';

const isHere = findPostgres() !== null || process.env['CI'] === 'true';
/** Shorter than an operator's, and longer than a busy machine needs. */
const LIMITS: Partial<PoolLimits> = {
  connections: 3,
  statementMs: 800,
  graceMs: 200,
  connectMs: 800,
  trustMs: 0,
  signMs: 400,
};

describe.skipIf(!isHere)('metadata in a PostgreSQL behind a line that fails', () => {
  let server: TestPostgres;
  let line: CutLine;
  /** Of the line. */
  let url: string;
  let direct: Metadata;
  let metadata: Metadata;
  let it: TestApp;
  let authorization: string;

  beforeAll(async () => {
    server = await startPostgres();
  });
  beforeEach(async () => {
    line = await openLine(server.port);
    const database = await server.createDatabase();
    direct = await openMetadata(database);
    await direct.migrate();
    url = database.replace(`:${server.port}/`, `:${line.port}/`);
    metadata = await openMetadata(url, LIMITS);
    it = await testApp({ metadata });
    authorization = await it.authorizationOf(it.adminId);
  });
  afterEach(async () => {
    line.up();
    await it.close();
    await direct.close();
    await line.close();
  });
  afterAll(() => server.stop());

  const status = async (url: string) => (await it.request({ url })).statusCode;
  const list = () => it.request({ url: '/api/v1/security/roles/', headers: { authorization } });
  /** Statements that run at the same time, one on each connection. */
  const occupy = (count: number, seconds: number) =>
    Array.from({ length: count }, () =>
      sql`SELECT pg_sleep(${sql.lit(seconds)})`.execute(metadata.db).then(
        () => 'done',
        (error: unknown) => error,
      ),
    );
  const active = async () =>
    Number(
      (
        await sql<{
          n: number;
        }>`SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'`.execute(
          direct.db,
        )
      ).rows[0]?.n,
    );
  const lost = (of = metadata) => Number(of.gauges.find(({ name }) => name === 'tessera_metadata_lost')?.read());
  const unavailable = expect.objectContaining({ code: 'unavailable', status: 503 });

  test('[F52] connections that stop responding under statements are given up: 503 in words', async () => {
    const running = occupy(3, 1);
    await expect.poll(active).toBe(3);
    line.silence();
    expect(await status('/ready')).toBe(503);
    expect(await status('/health')).toBe(200);
    expect(await Promise.all(running)).toEqual([unavailable, unavailable, unavailable]);
    const refused = await list();
    expect([refused.statusCode, refused.headers['x-error-code'], refused.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '5',
    ]);
    expect(refused.json()).toEqual({
      message: 'The metadata database cannot be reached or written, or takes too long. Try again in a moment.',
    });
    expect(await status('/health')).toBe(200);
    line.up();
    await expect.poll(async () => (await list()).statusCode).toBe(200);
    expect(await status('/ready')).toBe(200);
    expect(lost()).toBeGreaterThanOrEqual(3);
  });

  test('[F52] connections that stopped responding while they lay idle cost nobody an error', async () => {
    await Promise.all(occupy(3, 0.1));
    const before = line.opened();
    line.silence();
    line.up();
    const answers = await Promise.all(Array.from({ length: 6 }, list));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(line.opened()).toBeGreaterThan(before);
  });

  test('a connection that breaks under a statement or a transaction fails that one as 503', async () => {
    const running = occupy(1, 5);
    await expect.poll(active).toBe(1);
    line.cut();
    expect(await running[0]).toEqual(unavailable);
    const writing = metadata.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('settings').values({ key: 'half', value: 'x' }).execute();
      line.cut();
      await transaction.insertInto('settings').values({ key: 'whole', value: 'x' }).execute();
    });
    await expect(writing).rejects.toEqual(unavailable);
    expect(
      await direct.db.selectFrom('settings').select('key').where('key', 'in', ['half', 'whole']).execute(),
    ).toEqual([]);
    expect((await list()).statusCode).toBe(200);
  });

  test('[F52] a transaction on a connection that stopped responding fails as 503', async () => {
    await direct.db.insertInto('settings').values({ key: 'held', value: 'old' }).execute();
    const writing = metadata.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('settings').set({ value: 'lost' }).where('key', '=', 'held').execute();
      line.silence();
      await transaction.updateTable('settings').set({ value: 'lost too' }).where('key', '=', 'held').execute();
    });
    await expect(writing).rejects.toEqual(unavailable);
    // It waits for the lock until the server has ended the transaction that nobody ends.
    await direct.db.updateTable('settings').set({ value: 'new' }).where('key', '=', 'held').execute();
    expect(await direct.db.selectFrom('settings').select('value').where('key', '=', 'held').executeTakeFirst()).toEqual(
      { value: 'new' },
    );
  });

  test('[F53] a pool without a free connection, and a statement that takes too long, are 503', async () => {
    // The server itself ends what takes too long: on a busy machine too it is not the one that is given up.
    const patient = await openMetadata(url, { ...LIMITS, graceMs: 20_000 });
    const app = await testApp({ metadata: patient });
    const ask = () => app.request({ url: '/api/v1/security/roles/', headers: { authorization } });
    const opened = line.opened();
    await direct.db.transaction().execute(async (transaction) => {
      await sql`LOCK TABLE roles IN ACCESS EXCLUSIVE MODE`.execute(transaction);
      // Three wait for the lock, the others for them.
      const answers = await Promise.all(Array.from({ length: 8 }, ask));
      expect(new Set(answers.map((answer) => [answer.statusCode, answer.headers['retry-after']].join()))).toEqual(
        new Set(['503,5']),
      );
    });
    expect((await ask()).statusCode).toBe(200);
    expect([lost(patient), line.opened() - opened <= 3]).toEqual([0, true]);
    await app.close();
  });

  test('[F53] a host that refuses or answers nothing is 503, reported by /ready within its bound', async () => {
    line.down();
    expect([(await list()).statusCode, await status('/ready'), await status('/health')]).toEqual([503, 503, 200]);
    line.silence();
    expect([(await list()).statusCode, await status('/ready'), await status('/health')]).toEqual([503, 503, 200]);
    line.up();
    await expect.poll(async () => (await list()).statusCode).toBe(200);
  });

  test('a line that is only slow is waited for', async () => {
    line.delay(30);
    expect((await list()).statusCode).toBe(200);
    expect(lost()).toBe(0);
    line.delay(0);
  });

  test('[F52] no connection lives for ever, and none lies idle for long', async () => {
    const url = (await server.createDatabase()).replace(`:${server.port}/`, `:${line.port}/`);
    for (const limits of [{ lifeMs: 200 }, { idleMs: 200 }]) {
      const short = await openMetadata(url, { ...LIMITS, ...limits });
      const before = line.opened();
      const open = () => Number(short.gauges.find(({ name }) => name === 'tessera_metadata_connections')?.read());
      await sql`SELECT 1`.execute(short.db);
      await expect.poll(open).toBe(0);
      await sql`SELECT 1`.execute(short.db);
      expect(line.opened()).toBeGreaterThan(before);
      await short.close();
    }
  });
});

test.skipIf(!isHere)(
  '[F53] at start a PostgreSQL that accepts and never answers is named within its bound',
  async () => {
    const line = await openLine(1);
    line.silence();
    await expect(openMetadata(`postgres://nobody@127.0.0.1:${line.port}/none`, { connectMs: 300 })).rejects.toThrow(
      /cannot be reached .* Check TESSERA_METADATA_URL/,
    );
    await line.close();
  },
);
