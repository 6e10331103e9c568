import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { end, freePort, freeze, orStop, thaw, until } from '../processes/server-process.ts';

/** A throw-away Redis that keeps nothing on disk; a test may take it away and bring it back. */
export type TestRedis = {
  readonly url: string;
  /** Kill it; whatever it knew is gone. */
  readonly down: () => Promise<void>;
  /** Start it again at the same address. */
  readonly up: () => Promise<void>;
  /** Let it stand still with its connections open, and go on. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => void;
  readonly stop: () => Promise<void>;
};

/** The Redis server on this machine, or null; tests that need it are skipped by name then. */
export function findRedis(): string | null {
  return (
    process.env['TESSERA_TEST_REDIS'] ||
    (['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].find((path) =>
      existsSync(path),
    ) ??
      null)
  );
}

/** Start one on a free port of the loopback address. @throws Error when there is none on the machine */
export async function startRedis(): Promise<TestRedis> {
  const program = findRedis();
  if (program === null) throw new Error('No Redis on this machine: install the package redis-server.');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-redis-'));
  const port = await freePort();
  let child: ChildProcess | null = null;
  const killNow = (): void => void child?.kill('SIGKILL');
  process.once('exit', killNow);

  const up = async (): Promise<void> => {
    child = spawn(
      program,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      { stdio: 'ignore' },
    );
    await until('Redis', child, () => ping(port));
  };
  const down = async (): Promise<void> => {
    const ending = child;
    child = null;
    if (ending) await end(ending, 'SIGKILL');
  };
  const stop = async (): Promise<void> => {
    process.removeListener('exit', killNow);
    await down();
    rmSync(folder, { recursive: true, force: true });
  };
  const pids = (): readonly number[] => (child?.pid === undefined ? [] : [child.pid]);
  await orStop(stop, up);
  return {
    url: `redis://127.0.0.1:${port}`,
    up,
    down,
    freeze: () => freeze(pids()),
    thaw: () => thaw(pids()),
    stop,
  };
}

async function ping(port: number): Promise<void> {
  const client = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
}
