import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDuckdb } from '../../../testing/engines/duckdb-file.ts';
import { builtServer } from '../../../testing/processes/built-server.ts';
import type { Engine } from '../../engine.ts';
import { duckdbDriver } from './duckdb.ts';

// Queries take the connections of those before them: what one leaves there is nothing to the next.
let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-connections-'));
  await writeDuckdb(join(folder, 'test.duckdb'), 'CREATE TABLE numbers AS SELECT range AS n FROM range(100000)');
  engine = duckdbDriver.open(
    { name: 'test', parameters: { path: 'test.duckdb' }, secrets: {}, anyHost: true },
    {
      processFolder: builtServer,
      dataFolders: [folder],
      temporary: join(folder, 'spill'),
      metadata: { kind: 'sqlite', file: join(folder, 'metadata.db') },
      allowedHosts: [],
      memoryMb: 256,
      idleMs: 60_000,
    },
  );
});
afterAll(async () => {
  await engine?.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (text: string, maxRows = 10) =>
  engine.run(
    { text, parameters: [], written: [] },
    { signal: new AbortController().signal, timeoutMs: 20_000, maxRows },
  );
const first = async (text: string) => [...(await run(text)).table.columns.values()][0]?.values[0];

test('the seed of random numbers is not that of the next query', async () => {
  const seen: unknown[] = [];
  for (let round = 0; round < 3; round += 1) {
    await run('SELECT SetSeed(0.5)');
    seen.push(await first('SELECT random()'));
  }
  expect(new Set(seen).size).toBe(3);
});

test('after a query that failed, one that was cut and one that was stopped the next ones are whole', async () => {
  for (let round = 0; round < 5; round += 1) {
    await expect(run("SELECT CAST(n || 'x' AS INTEGER) FROM numbers")).rejects.toMatchObject({
      code: 'database_error',
    });
    expect((await run('SELECT n FROM numbers', 5)).truncated).toBe(true);
    const stop = new AbortController();
    const stopped = engine.run(
      {
        text: 'SELECT COUNT(*) FROM numbers a, numbers b, numbers c WHERE a.n * b.n * c.n = 7',
        parameters: [],
        written: [],
      },
      { signal: stop.signal, timeoutMs: 20_000, maxRows: 10 },
    );
    const others = Array.from({ length: 10 }, (_, n) => first(`SELECT COUNT(*) + ${n} FROM numbers`));
    setTimeout(() => stop.abort(), round);
    await expect(stopped).rejects.toMatchObject({ code: 'query_cancelled' });
    expect((await Promise.all(others)).map(Number)).toEqual(Array.from({ length: 10 }, (_, n) => 100_000 + n));
  }
});

test('[attack 61] a query that breaks the engine breaks it for nobody else', async () => {
  for (let round = 0; round < 2; round += 1) {
    await expect(run('SELECT reservoir_quantile(n, 0.5, 2000000000) FROM numbers')).rejects.toMatchObject({
      code: 'engine_memory',
      message: expect.not.stringContaining('Stack'),
    });
    expect(Number(await first('SELECT COUNT(*) FROM numbers'))).toBe(100_000);
  }
});

test('[attack 61] what is asked while such a query breaks its process is answered by another', async () => {
  for (let round = 0; round < 3; round += 1) {
    const breaking = run('SELECT reservoir_quantile(n, 0.5, 2000000000) FROM numbers').catch(
      (error: { code: string }) => error.code,
    );
    const state = { isBroken: false };
    void breaking.finally(() => (state.isBroken = true));
    const counts: number[] = [];
    while (!state.isBroken) counts.push(Number(await first('SELECT COUNT(*) FROM numbers')));
    expect([await breaking, new Set(counts)]).toEqual(['engine_memory', new Set([100_000])]);
  }
});
