import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountedSettings } from '../../testing/processes/counted-process.ts';
import { testScript } from '../../testing/processes/built-server.ts';
import { createHost, type ProcessHost } from './host.ts';
import { redacted, type ProcessDeath } from './death.ts';
import { BATCHES_AHEAD } from './protocol.ts';

const deaths: Omit<ProcessDeath, 'databaseId'>[] = [];
let host: ProcessHost;
let hanging: ProcessHost;
let shared: ProcessHost;
beforeAll(async () => {
  const script = await testScript('testing/processes/counted-process');
  const hostOf = (settings: CountedSettings, perProcess = 1) =>
    createHost({
      name: 'test',
      dialect: 'duckdb',
      script,
      settings,
      processes: 1,
      perProcess,
      idleMs: 60_000,
      cancelBy: 'interrupt',
      onDeath: (death) => void deaths.push(death),
    });
  [host, hanging, shared] = [hostOf({ hangs: false }), hostOf({ hangs: true }), hostOf({ hangs: false }, 4)];
});
afterAll(() => Promise.all([host?.close(), hanging?.close(), shared?.close()]));

const { signal } = new AbortController();
const batches = (count: number, timeoutMs = 20_000) =>
  host.stream({ text: String(count), parameters: [], written: [] }, { signal, timeoutMs, maxRows: 10, internal: true });
const told = async () => (await host.describe('', signal))[0]?.name ?? '';

test('[reliability] a cancel stops the engine while it is at work', async () => {
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

test('[reliability] who waits for a busy process is rejected at the deadline of the query', async () => {
  const busy = batches(BATCHES_AHEAD + 2);
  await busy.next();
  await expect(batches(1, 50).next()).rejects.toMatchObject({ code: 'query_timeout' });
  await busy.return();
  expect((await batches(1).next()).value).toMatchObject({ isLast: true });
});

test('[reliability] who waits for a process to open its file may leave', async () => {
  const query = { text: '1', parameters: [], written: [] };
  await expect(
    hanging.stream(query, { signal, timeoutMs: 50, maxRows: 10, internal: true }).next(),
  ).rejects.toMatchObject({ code: 'query_timeout' });
  const leaving = new AbortController();
  const asked = [
    hanging.stream(query, { signal: leaving.signal, timeoutMs: 20_000, maxRows: 10, internal: true }).next(),
    hanging.describe('', leaving.signal),
  ];
  leaving.abort();
  for (const one of asked) await expect(one).rejects.toMatchObject({ code: 'query_cancelled' });
});

test('[attack 61] a query with which its process ends takes those of others only out of that process', async () => {
  const ask = (text: string) =>
    shared
      .stream({ text, parameters: [], written: [] }, { signal, timeoutMs: 20_000, maxRows: 10, internal: true })
      .next();
  for (let round = 0; round < 2; round += 1) {
    const ends = await Promise.allSettled([ask('die'), ask('rows'), ask('rows')]);
    expect(ends.map((end) => (end.status === 'fulfilled' ? 'rows' : (end.reason as { code?: string }).code))).toEqual([
      'engine_unavailable',
      'rows',
      'rows',
    ]);
  }
});

const asked = (text: string) =>
  shared
    .stream({ text, parameters: [], written: [] }, { signal, timeoutMs: 20_000, maxRows: 10, internal: true })
    .next();

test('[reliability] [F61] a process that crashes is reported with its signal', async () => {
  deaths.splice(0);
  const error: unknown = await asked("cry SELECT 'secret' FROM salaries WHERE name = 'Ann'").catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'engine_unavailable', message: expect.stringContaining('it crashed (SIGSEGV)') });
  expect(deaths.at(-1)).toMatchObject({
    engine: 'duckdb',
    exitCode: null,
    signal: 'SIGSEGV',
    isOutOfMemory: false,
    doing: expect.stringMatching(/^run 1; the longest for \d+ ms$/),
  });
  expect(deaths.at(-1)?.lastWords).toBe("Fatal: stack of the engine | at cell '…' |  [2J");
});

test('[reliability] [F61] a process that runs out of memory is reported, in the log and to the client', async () => {
  deaths.splice(0);
  await expect(asked('exhaust')).rejects.toMatchObject({ code: 'engine_memory' });
  expect(deaths.at(-1)).toMatchObject({ signal: 'SIGABRT', isOutOfMemory: true });
});

test('[reliability] a process that is killed from outside is reported', async () => {
  deaths.splice(0);
  await expect(asked('die')).rejects.toMatchObject({
    code: 'engine_unavailable',
    message: expect.stringContaining('killed from outside (SIGKILL)'),
  });
  expect(deaths).toHaveLength(1);
  expect((await asked('rows')).value).toMatchObject({ isLast: true });
  await shared.close();
  expect(deaths).toHaveLength(1);
});

test('last words are bounded, and say nothing that a statement says', () => {
  expect(
    redacted(`${'x'.repeat(10_000)}\nan error near FROM  "payroll"  of it`, ['select a\nfrom "payroll" of it all']),
  ).toHaveLength(2000);
  expect(
    redacted('Parser Error: syntax\nLINE 1: SELECT name,  iban FROM people\nin module x', [
      'SELECT name, iban FROM people',
    ]),
  ).toBe('Parser Error: syntax | in module x');
});
