import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { createConnection } from 'mysql2';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { codeOf } from '../../testing/code-of.ts';
import { findPostgres, startPostgres } from '../../testing/engines/databases.ts';
import { findMariadb, startMariadb } from '../../testing/engines/mysql-servers.ts';
import { freeze, thaw } from '../../testing/processes/server-process.ts';
import { guarded } from './circuit-breaker.ts';
import type { Driver } from '../drivers/driver.ts';
import { drivers } from '../drivers/drivers.ts';
import type { Engine } from '../engine.ts';
import { createSemaphore, gated } from './semaphore.ts';
import { command } from '../drivers/mysql/connect.ts';

const sockets = new Set<Socket>();
let server: Server;
let port = 0;
beforeAll(async () => {
  // A database that accepts and never answers.
  server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const query = { text: 'SELECT 1', parameters: [], written: [] };
const optionsOf = (timeoutMs: number) => ({ signal: new AbortController().signal, timeoutMs, maxRows: 10 });
const oneRow = { table: { rowCount: 1, columns: new Map() }, types: {}, truncated: false };

const servers = Object.values(drivers).filter((driver) => driver.uri === 'server');

function open({ open: openEngine }: Driver, to: number, more: Readonly<Record<string, string>> = {}): Engine {
  return openEngine(
    {
      name: 'hole',
      parameters: { host: '127.0.0.1', port: to, database: 'x', username: 'tester', sslmode: 'disable', ...more },
      secrets: {},
      anyHost: true,
    },
    {
      processFolder: tmpdir(),
      dataFolders: [],
      temporary: tmpdir(),
      metadata: { kind: 'sqlite', file: '/nowhere' },
      allowedHosts: [],
      memoryMb: 64,
      idleMs: 60_000,
    },
  );
}

test.each(servers)(
  'F11: a $name that hangs times out at the set value, and then at once until it gives a sign of life',
  async (driver) => {
    let at = 0;
    const hole = open(driver, port);
    const engine = gated(
      guarded(hole, { name: 'hole', now: () => at, probeMs: 200, restMs: 10_000 }),
      createSemaphore(4),
    );
    await expect(engine.run(query, optionsOf(1000))).rejects.toMatchObject({ code: 'query_timeout' });
    expect(await codeOf(engine.run(query, optionsOf(60_000)))).toBe('database_silent');
    at = 1000;
    await expect(engine.run(query, optionsOf(60_000))).rejects.toMatchObject({
      code: 'database_silent',
      status: 503,
      message: 'The database hole does not answer. Try again in 9 s.',
    });
    await hole.close();
  },
);

test.each(servers)('a $name that refuses answers; one that the waiter gives up on does not', async (driver) => {
  const closed = open(driver, 1);
  expect(await closed.answers?.(AbortSignal.timeout(5000))).toBe(true);
  expect(await closed.answers?.(AbortSignal.abort())).toBe(false);
  await closed.close();
});

test('F11: the database is probed after a rest, by one of those who wait; others are not touched', async () => {
  let at = 0;
  const state = { hangs: true, ran: 0, asked: 0, silences: 0 };
  const engine = guarded(
    {
      answers: async (signal: AbortSignal) => {
        state.asked += 1;
        if (!state.hangs) return true;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        state.silences += 1;
        return false;
      },
      run: async (_: unknown, { timeoutMs }: { timeoutMs: number }) => {
        state.ran += 1;
        if (!state.hangs) return oneRow;
        throw new AppError('query_timeout', { seconds: timeoutMs / 1000 });
      },
    } as unknown as Engine,
    { name: 'x', now: () => at, probeMs: 20, restMs: 1000 },
  );
  await expect(engine.run(query, optionsOf(20))).rejects.toMatchObject({ code: 'query_timeout' });
  // While the sign of life is awaited, and after it did not come.
  for (const silences of [0, 1]) {
    expect(state.silences).toBe(silences);
    await expect(engine.run(query, optionsOf(20))).rejects.toMatchObject({ code: 'database_silent' });
  }
  expect(state).toMatchObject({ ran: 1, asked: 1 });
  at = 1001;
  const crowd = await Promise.allSettled(Array.from({ length: 20 }, () => engine.run(query, optionsOf(20))));
  expect([crowd.every((one) => one.status === 'rejected'), state.ran, state.asked]).toEqual([true, 1, 2]);
  state.hangs = false;
  at = 3000;
  expect((await engine.run(query, optionsOf(20))).table.rowCount).toBe(1);
});

test('a query that is only slow closes nothing', async () => {
  const engine = guarded(
    {
      answers: async () => true,
      run: async ({ text }: { text: string }) =>
        text === 'slow' ? Promise.reject(new AppError('query_timeout', { seconds: 1 })) : oneRow,
    } as unknown as Engine,
    { name: 'x', now: () => 0 },
  );
  for (let round = 0; round < 5; round += 1)
    await expect(engine.run({ ...query, text: 'slow' }, optionsOf(20))).rejects.toMatchObject({
      code: 'query_timeout',
    });
  expect((await engine.run(query, optionsOf(20))).table.rowCount).toBe(1);
});

/** A real database with an empty table `t`, which can be locked so that readers wait, and made to stand still. */
type Real = {
  readonly engine: Engine;
  readonly lock: () => Promise<() => Promise<void>>;
  readonly freeze: () => Promise<void>;
  readonly thaw: () => void;
  readonly stop: () => Promise<void>;
};

async function realPostgres(): Promise<Real> {
  const own = await startPostgres();
  const address = await own.createDatabase();
  await own.run(address, 'CREATE TABLE t (i int)');
  const lock = async () => {
    const holder = new Client({ connectionString: address });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE t');
    return () => holder.end();
  };
  return {
    engine: open(drivers.postgresql, own.port, { database: new URL(address).pathname.slice(1) }),
    lock,
    freeze: own.freeze,
    thaw: own.thaw,
    stop: own.stop,
  };
}

async function realMariadb(): Promise<Real> {
  const own = await startMariadb();
  await own.query('CREATE TABLE test.t (i int)');
  const lock = async () => {
    const holder = createConnection({ host: '127.0.0.1', port: own.port, user: 'root' });
    await command(holder, 'LOCK TABLES test.t WRITE');
    return async () => holder.destroy();
  };
  return {
    engine: open(drivers.mysql, own.port, { database: 'test' }),
    lock,
    freeze: () => freeze([own.pid]),
    thaw: () => thaw([own.pid]),
    stop: own.stop,
  };
}

describe.each([
  { name: 'PostgreSQL', isThere: findPostgres() !== null, start: realPostgres },
  { name: 'MariaDB', isThere: findMariadb() !== null, start: realMariadb },
])(
  'a real $name',
  ({ isThere, start }) =>
    void describe.skipIf(!isThere)('', () => {
      let real: Real;
      beforeAll(async () => {
        real = await start();
      });
      afterAll(async () => {
        real.thaw();
        await real.engine.close();
        await real.stop();
      });
      const readsTable = { text: 'SELECT COUNT(*) AS n FROM t', parameters: [], written: [] };

      test('is not given up while all connections are taken by queries that take long', async () => {
        const signs: (boolean | undefined)[] = [];
        const answers = async (signal: AbortSignal) => {
          signs.push(await real.engine.answers?.(signal));
          return signs.at(-1) === true;
        };
        const engine = guarded({ ...real.engine, answers }, { name: 'real', now: () => 0, probeMs: 10_000 });
        const unlock = await real.lock();
        // More than there are connections: the last ones wait for one.
        const long = Array.from({ length: 8 }, () => codeOf(engine.run(readsTable, optionsOf(60_000))));
        for (let round = 1; round <= 3; round += 1) {
          expect(await codeOf(engine.run(query, optionsOf(300)))).toBe('query_timeout');
          await expect.poll(() => signs).toEqual(Array.from({ length: round }, () => true));
        }
        await unlock();
        expect(await Promise.all(long)).toEqual(Array.from({ length: 8 }, () => 'fine'));
        expect(await codeOf(engine.run(query, optionsOf(60_000)))).toBe('fine');
      });

      test('is given up when it does not respond, and comes back when it answers', async () => {
        let at = 0;
        const engine = guarded(real.engine, { name: 'real', now: () => at, probeMs: 3000, restMs: 10_000 });
        await real.freeze();
        expect(await codeOf(engine.run(query, optionsOf(300)))).toBe('query_timeout');
        await expect.poll(() => codeOf(engine.run(query, optionsOf(300))), { interval: 200 }).toBe('database_silent');
        real.thaw();
        expect(await codeOf(engine.run(query, optionsOf(5000)))).toBe('database_silent');
        at += 10_001;
        expect(await codeOf(engine.run(query, optionsOf(60_000)))).toBe('fine');
      });
    }),
);
