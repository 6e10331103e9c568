import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processFolder } from '../../testing/process-folder.ts';
import { createHost, type ProcessHost } from './host.ts';
import { BATCHES_AHEAD } from './protocol.ts';

let host: ProcessHost;
beforeAll(async () => {
  host = createHost({ name: 'test', dialect: 'duckdb', script: join(await processFolder(['testing/counted-process']), 'counted-process.mjs'), settings: {}, processes: 1, perProcess: 1, idleMs: 60_000, cancelBy: 'interrupt' });
});
afterAll(() => host?.close());

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
