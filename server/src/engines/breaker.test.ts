import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guarded } from './breaker.ts';
import { drivers } from './drivers.ts';
import type { Engine } from './engine.ts';
import { createGate, gated } from './gate.ts';

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

const query = { text: 'SELECT 1', parameters: [] };
const optionsOf = (timeoutMs: number) => ({ signal: new AbortController().signal, timeoutMs, maxRows: 10 });

function blackhole(): Engine {
  return drivers.postgresql.open(
    { name: 'hole', parameters: { host: '127.0.0.1', port, database: 'x', username: 'x', sslmode: 'disable' }, secrets: {}, anyHost: true },
    { processFolder: tmpdir(), dataFolders: [], temporary: tmpdir(), metadata: { kind: 'sqlite', file: '/nowhere' }, allowedHosts: [], memoryMb: 64, idleMs: 1000 },
  );
}

test('F11: a database that hangs times out at the set value, and then at once until it gives a sign of life', async () => {
  let at = 0;
  const hole = blackhole();
  const engine = gated(guarded(hole, { name: 'hole', now: () => at, probeMs: 200, restMs: 10_000 }), createGate(4));
  const began = performance.now();
  await expect(engine.run(query, optionsOf(1000))).rejects.toMatchObject({ code: 'query_timeout' });
  expect(Math.abs(performance.now() - began - 1000)).toBeLessThan(1000);
  await new Promise((resolve) => setTimeout(resolve, 400));
  at = 1000;
  await expect(engine.run(query, optionsOf(60_000))).rejects.toMatchObject({ code: 'database_silent', status: 503, message: 'The database hole does not answer. Try again in 9 s.' });
  await hole.close();
});

test('F11: the database is asked again after a rest, by one of those who wait; others are not touched', async () => {
  let at = 0;
  const state = { hangs: true, asked: 0 };
  const engine = guarded(
    {
      run: async (_: unknown, { timeoutMs }: { timeoutMs: number }) => {
        state.asked += 1;
        if (!state.hangs) return { table: { rowCount: 1, columns: new Map() }, types: {}, truncated: false };
        await new Promise((resolve) => setTimeout(resolve, timeoutMs));
        const { AppError } = await import('@tessera/core/errors/app-error');
        throw new AppError('query_timeout', { seconds: timeoutMs / 1000 });
      },
    } as unknown as Engine,
    { name: 'x', now: () => at, probeMs: 20, restMs: 1000 },
  );
  await expect(engine.run(query, optionsOf(20))).rejects.toMatchObject({ code: 'query_timeout' });
  await new Promise((resolve) => setTimeout(resolve, 60));
  await expect(engine.run(query, optionsOf(20))).rejects.toMatchObject({ code: 'database_silent' });
  expect(state.asked).toBe(2);
  at = 1001;
  const crowd = await Promise.allSettled(Array.from({ length: 20 }, () => engine.run(query, optionsOf(20))));
  expect([crowd.every((one) => one.status === 'rejected'), state.asked]).toEqual([true, 3]);
  state.hangs = false;
  at = 3000;
  expect((await engine.run(query, optionsOf(20))).table.rowCount).toBe(1);
});

test('a query that is only slow closes nothing', async () => {
  const { AppError } = await import('@tessera/core/errors/app-error');
  const engine = guarded(
    { run: async ({ text }: { text: string }) => (text === 'slow' ? Promise.reject(new AppError('query_timeout', { seconds: 1 })) : { table: { rowCount: 1, columns: new Map() }, types: {}, truncated: false }) } as unknown as Engine,
    { name: 'x', now: () => 0 },
  );
  for (let round = 0; round < 5; round += 1) await expect(engine.run({ ...query, text: 'slow' }, optionsOf(20))).rejects.toMatchObject({ code: 'query_timeout' });
  expect((await engine.run(query, optionsOf(20))).table.rowCount).toBe(1);
});
