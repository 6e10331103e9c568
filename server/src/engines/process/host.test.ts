import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountedSettings } from '../../testing/counted-process.ts';
import { testScript } from '../../testing/built-server.ts';
import { createHost, type ProcessHost } from './host.ts';
import { BATCHES_AHEAD } from './protocol.ts';

let host: ProcessHost;
let hanging: ProcessHost;
let shared: ProcessHost;
beforeAll(async () => {
  const script = await testScript('testing/counted-process');
  const hostOf = (settings: CountedSettings, perProcess = 1) => createHost({ name: 'test', dialect: 'duckdb', script, settings, processes: 1, perProcess, idleMs: 60_000, cancelBy: 'interrupt' });
  [host, hanging, shared] = [hostOf({ hangs: false }), hostOf({ hangs: true }), hostOf({ hangs: false }, 4)];
});
afterAll(() => Promise.all([host?.close(), hanging?.close(), shared?.close()]));

const { signal } = new AbortController();
const batches = (count: number, timeoutMs = 20_000) => host.stream({ text: String(count), parameters: [], written: [] }, { signal, timeoutMs, maxRows: 10, internal: true });
const told = async () => (await host.describe('', signal))[0]?.name ?? '';

test('[reliability] a cancel stops the engine while it is at work, and not once that only its last batch waits for the reader', async () => {
  const before = await told();
  // So many are on their way unasked. The next one is the last: it waits, and the query itself is over.
  const over = batches(BATCHES_AHEAD + 1);
  expect((await over.next()).value).toMatchObject({ isLast: false });
  await over.return();
  expect(await told()).toBe(before);
  const atWork = batches(BATCHES_AHEAD + 2);
  await atWork.next();
  await atWork.return();
  expect(await told()).toBe(before.replace('stopped 0', 'stopped 1'));
});

test('[reliability] who waits for a busy process is told when the time of the query is over', async () => {
  const busy = batches(BATCHES_AHEAD + 2);
  await busy.next();
  await expect(batches(1, 50).next()).rejects.toMatchObject({ code: 'query_timeout' });
  await busy.return();
  expect((await batches(1).next()).value).toMatchObject({ isLast: true });
});

test('[reliability] who waits for a process to open its file may leave, and is told when the time of the query is over', async () => {
  const query = { text: '1', parameters: [], written: [] };
  await expect(hanging.stream(query, { signal, timeoutMs: 50, maxRows: 10, internal: true }).next()).rejects.toMatchObject({ code: 'query_timeout' });
  const leaving = new AbortController();
  const asked = [hanging.stream(query, { signal: leaving.signal, timeoutMs: 20_000, maxRows: 10, internal: true }).next(), hanging.describe('', leaving.signal)];
  leaving.abort();
  for (const one of asked) await expect(one).rejects.toMatchObject({ code: 'query_cancelled' });
});

test('[attack 61] a query with which its process ends takes those of others only out of that process: each is asked again in one of its own', async () => {
  const ask = (text: string) => shared.stream({ text, parameters: [], written: [] }, { signal, timeoutMs: 20_000, maxRows: 10, internal: true }).next();
  for (let round = 0; round < 2; round += 1) {
    const ends = await Promise.allSettled([ask('die'), ask('rows'), ask('rows')]);
    expect(ends.map((end) => (end.status === 'fulfilled' ? 'rows' : (end.reason as { code?: string }).code))).toEqual(['engine_unavailable', 'rows', 'rows']);
  }
});
