import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { createAskedThread } from './request-thread.ts';

const LIMIT_MS = 1500;
const folder = mkdtempSync(join(tmpdir(), 'tessera-thread-'));
const script = join(folder, 'thread.mjs');
// Does what it is asked: answers, is late, breaks, or waits for a sign and gives one back.
writeFileSync(
  script,
  `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ what, sign }) => {
  parentPort.postMessage('began');
  if (what === 'break') throw new Error('broken');
  if (what === 'late') return;
  if (what === 'wait') Atomics.wait(sign, 0, 0);
  parentPort.postMessage({ threadId });
  if (what === 'wait') { Atomics.store(sign, 0, 2); Atomics.notify(sign, 0); }
});`,
);
type Request = { readonly what: 'answer' | 'late' | 'break' | 'wait'; readonly sign?: Int32Array };
const { signal } = new AbortController();
const thread = createAskedThread<Request, { readonly threadId: number }>({
  script,
  resourceLimits: {},
  limitMs: LIMIT_MS,
});
const ask = (what: Request['what'], sign?: Int32Array) => thread.ask({ what, ...(sign && { sign }) }, { signal });
const idOf = async () =>
  ((answer) => ('reply' in answer ? answer.reply.threadId : answer.failure))(await ask('answer'));

afterAll(async () => {
  await thread.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a thread is reused, and followed by another one when a request is late or breaks it', async () => {
  const ids = [await idOf(), await idOf()];
  expect(await ask('late')).toEqual({ failure: 'late' });
  ids.push(await idOf());
  expect(await ask('break')).toEqual({ failure: 'broken' });
  ids.push(await idOf());
  expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 3]);
});

test('a thread that cannot be started began with nothing', async () => {
  const none = createAskedThread<Request, object>({
    script: join(folder, 'none.mjs'),
    resourceLimits: {},
    limitMs: LIMIT_MS,
  });
  expect(await none.ask({ what: 'answer' }, { signal })).toEqual({ failure: 'unloaded' });
  await none.close();
});

test('a reply that came in time is heard, however long the server was delayed itself', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const sign = new Int32Array(new SharedArrayBuffer(4));
  const asked = ask('wait', sign);
  await vi.waitUntil(() => timers.mock.calls.some(([, ms]) => ms === LIMIT_MS), { interval: 1, timeout: 20_000 });
  timers.mockRestore();
  // Behind this the clock is looked at first, and then what came.
  await new Promise((resolve) => setImmediate(resolve));
  // From here on this thread stands still until the reply is there and the time is over.
  Atomics.store(sign, 0, 1);
  Atomics.notify(sign, 0);
  Atomics.wait(sign, 0, 1);
  const began = performance.now();
  while (performance.now() - began < LIMIT_MS * 1.1);
  expect(await asked).toHaveProperty('reply');
});

test('[attack 61] a request that nobody waits for any more ends, and the next one is answered', async () => {
  const limitMs = 3_600_000;
  const own = createAskedThread<Request, { readonly threadId: number }>({
    script,
    resourceLimits: {},
    limitMs,
    endsUnread: true,
  });
  const leaving = new AbortController();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const left = own.ask({ what: 'late' }, { signal: leaving.signal });
  await vi.waitUntil(() => timers.mock.calls.some(([, ms]) => ms === limitMs), { interval: 1, timeout: 20_000 });
  timers.mockRestore();
  leaving.abort();
  expect(await left).toEqual({ failure: 'late' });
  // Whoever leaves while the thread still loads takes it along as soon as it begins.
  const early = new AbortController();
  const gone = own.ask({ what: 'late' }, { signal: early.signal });
  early.abort();
  expect(await gone).toEqual({ failure: 'late' });
  expect(await own.ask({ what: 'answer' }, { signal })).toHaveProperty('reply');
  await own.close();
});

test('[attack 61] a process takes no more along than itself when it runs out of memory', async () => {
  const bomb = join(folder, 'process.mjs');
  writeFileSync(
    bomb,
    `
process.on('message', ({ what }) => {
  process.send('began');
  // Joined by a builtin function, which nobody can end in the middle.
  let text = ['a'.repeat(1000)];
  while (what === 'break') {
    text = [...text, ...text];
    text.flatMap(() => text.join());
  }
  process.send({ pid: process.pid });
});`,
  );
  const apart = createAskedThread<Request, { readonly pid: number }>({
    script: bomb,
    isProcess: true,
    resourceLimits: { maxOldGenerationSizeMb: 32 },
    limitMs: 20_000,
  });
  const first = await apart.ask({ what: 'answer' }, { signal });
  expect(await apart.ask({ what: 'answer' }, { signal })).toEqual(first);
  expect(await apart.ask({ what: 'break' }, { signal })).toEqual({ failure: 'broken' });
  const next = await apart.ask({ what: 'answer' }, { signal });
  expect(next).toHaveProperty('reply');
  expect(next).not.toEqual(first);
  await apart.close();
  const none = createAskedThread<Request, object>({
    script: join(folder, 'none.mjs'),
    isProcess: true,
    resourceLimits: {},
    limitMs: LIMIT_MS,
  });
  expect(await none.ask({ what: 'answer' }, { signal })).toEqual({ failure: 'unloaded' });
  await none.close();
}, 30_000);
