import { afterEach, expect, test, vi } from 'vitest';
import { leased, lendServers, type Launched } from './leases.ts';

let end: (() => Promise<void>) | null = null;
afterEach(async () => {
  await end?.();
  end = null;
  vi.unstubAllEnvs();
});

/** Servers that are numbers, and what became of them. */
async function lending(reset: () => Promise<void> = async () => undefined) {
  vi.stubEnv('TESSERA_TEST_LEASES', '');
  const seen = { launched: 0, reset: 0, stopped: 0 };
  const recipe = {
    launch: async (): Promise<Launched> => {
      seen.launched += 1;
      return { port: seen.launched, pid: 1, folder: '', stop: async () => void (seen.stopped += 1) };
    },
    reset: async () => {
      await reset();
      seen.reset += 1;
    },
  };
  end = await lendServers({
    postgresql: recipe,
    mariadb: recipe,
    mysql: recipe,
    clickhouse: recipe,
    trino: recipe,
  });
  return seen;
}

test('a server that was given back is reset and lent again', async () => {
  const seen = await lending();
  const first = await leased('mysql');
  await first?.stop();
  await expect.poll(() => seen.reset).toBe(1);
  expect((await leased('mysql'))?.port).toBe(first?.port);
  expect(seen).toEqual({ launched: 1, reset: 1, stopped: 0 });
});

test('two files at once have two servers', async () => {
  const seen = await lending();
  const both = await Promise.all([leased('mysql'), leased('mysql')]);
  expect(new Set(both.map((one) => one?.port)).size).toBe(2);
  expect(seen.launched).toBe(2);
  for (const one of both) await one?.stop();
  await end?.();
  end = null;
  expect(seen.stopped).toBe(2);
});

test('one that cannot be reset is thrown away', async () => {
  const seen = await lending(async () => {
    throw new Error('it is broken');
  });
  await (await leased('mysql'))?.stop();
  await expect.poll(() => seen.stopped).toBe(1);
  expect((await leased('mysql'))?.port).toBe(2);
});

test('where nobody lends, everybody starts their own', async () => {
  vi.stubEnv('TESSERA_TEST_LEASES', '');
  expect(await leased('mysql')).toBeNull();
});
