import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { concurrencyOf } from '../resources/databases/settings.ts';
import { writeSqlite } from '../testing/engines/sqlite-file.ts';
import { builtServer } from '../testing/processes/built-server.ts';
import { createEngineRegistry, type EngineRegistry } from './registry.ts';
import { collect } from './values/collect.ts';

let base: string;
let registry: EngineRegistry;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'tessera-registry-'));
});
afterEach(async () => {
  await registry.close();
  rmSync(base, { recursive: true, force: true });
});

const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';
const textOf = (text: string) => ({ text, parameters: [], written: [] });

/** A SQLite file with so many places by its settings. */
function opened(concurrency: number) {
  const data = join(base, 'data');
  mkdirSync(data);
  writeSqlite(join(data, 'held.db'), 'CREATE TABLE t (n INTEGER)');
  const connection = { name: 'test', parameters: { path: join(data, 'held.db') }, secrets: {}, anyHost: true };
  registry = createEngineRegistry({
    load: async () => ({ engine: 'sqlite', connection, version: 1, mayWrite: false, concurrency }),
    context: {
      processFolder: builtServer,
      dataFolders: [data],
      temporary: join(base, 'spill'),
      metadata: { kind: 'sqlite', file: join(base, 'metadata.db') },
      allowedHosts: [],
      memoryMb: 512,
      idleMs: 60_000,
    },
  });
  return registry.engineFor(1);
}

test.each([concurrencyOf({}), 20])(
  '[attack 61] SQLite: long queries of two users leave a place for those of everybody else, with %d places',
  async (concurrency) => {
    const engine = await opened(concurrency);
    const leaving = new AbortController();
    const options = { signal: leaving.signal, timeoutMs: 60_000, maxRows: 10 };
    const stream = (text: string, fairnessKey: string, signal: AbortSignal) =>
      collect(engine.stream(textOf(text), { ...options, signal, fairnessKey }));
    const held = Array.from({ length: 8 }, () => stream(endless, 'one', leaving.signal).catch(() => null));
    const { signal } = new AbortController();
    expect(await stream('SELECT 1', 'two', signal)).toBeTruthy();
    held.push(...Array.from({ length: 8 }, () => stream(endless, 'two', leaving.signal).catch(() => null)));
    const chart = await engine.run(textOf('SELECT 1'), { ...options, signal });
    expect(chart.table.rowCount).toBe(1);
    leaving.abort();
    await Promise.all(held);
  },
);

test('[attack 61] SQLite: whoever finds its places taken waits in line, whatever it is set to', async () => {
  const engine = await opened(20);
  const leaving = new AbortController();
  const options = { signal: leaving.signal, timeoutMs: 60_000, maxRows: 10 };
  const held = Array.from({ length: 8 }, (_, at) => {
    const fairnessKey = `user ${at}`;
    const waiters = () => [{ fairnessKey, ask: `ask ${at}` }];
    return engine.run(textOf(endless), { ...options, fairnessKey, waiters }).catch(() => null);
  });
  await expect.poll(() => registry.counts()).toEqual({ running: 5, waiting: 3 });
  expect(await registry.placeOf(1, 'user 7', 'ask 7')).toBe(3);
  // The tables are listed meanwhile.
  expect(await engine.tables(null, null, new AbortController().signal)).toMatchObject([{ name: 't' }]);
  leaving.abort();
  await Promise.all(held);
});
