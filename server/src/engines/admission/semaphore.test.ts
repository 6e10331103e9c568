import { setMaxListeners } from 'node:events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine, RunOptions } from '../engine.ts';
import { createSemaphore, gated } from './semaphore.ts';

const never = new AbortController().signal;
setMaxListeners(0, never);
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('waiting slots go round between users, whoever came with how many', async () => {
  const semaphore = createSemaphore(1);
  const order: string[] = [];
  const first = await semaphore.enter('ana', never);
  const waiting = ['ana 1', 'ana 2', 'ana 3', 'bo 1'].map(async (name) => {
    const leave = await semaphore.enter(name.split(' ')[0] ?? '', never);
    order.push(name);
    leave();
  });
  first();
  await Promise.all(waiting);
  expect(order).toEqual(['ana 1', 'bo 1', 'ana 2', 'ana 3']);
});

test('[attack 61] the last place is for somebody else, and is used as soon as one comes', async () => {
  const semaphore = createSemaphore(3, 2);
  const inside: string[] = [];
  const enter = (name: string) =>
    semaphore.enter(name, never).then((leave) => {
      inside.push(name);
      return leave;
    });
  const ana = Array.from({ length: 5 }, () => enter('ana'));
  await settle();
  expect([inside, semaphore.waiting()]).toEqual([['ana', 'ana'], 3]);
  const bo = await enter('bo');
  expect([inside, semaphore.running()]).toEqual([['ana', 'ana', 'bo'], 3]);
  // What he gives back is not hers, and what she gives back is.
  bo();
  await settle();
  expect(semaphore.running()).toBe(2);
  (await ana[0])?.();
  await settle();
  expect([inside.length, semaphore.running(), semaphore.waiting()]).toEqual([4, 2, 2]);
  const again = await enter('bo');
  const cy = enter('cy');
  await settle();
  expect(semaphore.waiting()).toBe(3);
  again();
  (await cy)();
  expect(semaphore.waiting()).toBe(2);
});

test('no more pass than there are places, and a place given back twice counts once', async () => {
  const semaphore = createSemaphore(2);
  const [a, b] = await Promise.all([semaphore.enter('x', never), semaphore.enter('x', never)]);
  let passed = 0;
  for (let more = 0; more < 3; more += 1) void semaphore.enter('x', never).then(() => (passed += 1));
  await settle();
  expect([passed, semaphore.waiting()]).toEqual([0, 3]);
  a();
  a();
  await settle();
  expect([passed, semaphore.waiting()]).toEqual([1, 2]);
  b();
  await settle();
  expect([passed, semaphore.waiting()]).toEqual([2, 1]);
});

test('who stops waiting leaves the queue and is rejected', async () => {
  const semaphore = createSemaphore(1);
  const leave = await semaphore.enter('x', never);
  const deadline = new AbortController();
  const waiting = semaphore.enter('x', deadline.signal);
  deadline.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'query_cancelled' });
  expect(semaphore.waiting()).toBe(0);
  leave();
  await expect(semaphore.enter('x', AbortSignal.abort())).rejects.toMatchObject({ code: 'query_cancelled' });
  expect(typeof (await semaphore.enter('x', never))).toBe('function');
});

test('users are admitted in the order of the positions reported', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('ana', 'bo', 'cy'), { minLength: 1, maxLength: 12 }), async (crowd) => {
      const semaphore = createSemaphore(1);
      const first = await semaphore.enter('zoe', never);
      const order: string[] = [];
      const waiting = crowd.map(async (name) => {
        const leave = await semaphore.enter(name, never);
        order.push(name);
        leave();
      });
      const told = Object.fromEntries(
        await Promise.all(
          ['ana', 'bo', 'cy'].map(async (name) => [name, (await semaphore.look(name)).places] as const),
        ),
      );
      expect([semaphore.running(), semaphore.waiting()]).toEqual([1, crowd.length]);
      first();
      await Promise.all(waiting);
      for (const [name, places] of Object.entries(told))
        expect(places).toEqual(order.flatMap((one, index) => (one === name ? [index + 1] : [])));
      expect(await semaphore.look('ana')).toEqual({ running: 0, waiting: 0, places: [], waits: [] });
    }),
  );
});

test('[attack 63] readers who take nothing of what streams to them leave places to everybody else', async () => {
  const engine = {
    run: async () => 'rows',
    stream: async function* stream() {
      yield 'batch';
    },
  } as unknown as Engine;
  const { run, stream } = gated(engine, createSemaphore(4), createSemaphore(2));
  const options = { signal: never, timeoutMs: 20_000, maxRows: 1, fairnessKey: 'ana' };
  const query = { text: '', parameters: [], written: [] };
  const streams = Array.from({ length: 5 }, () => stream(query, options)[Symbol.asyncIterator]());
  const begun = streams.map((one) => one.next());
  await Promise.all(begun.slice(0, 2));
  expect(await run(query, { ...options, fairnessKey: 'bo', timeoutMs: 1000 })).toBe('rows');
  for (const [at, one] of streams.entries()) {
    await begun[at];
    await one.return?.();
  }
});

test('[attack 61] who changes data without end leaves places to everybody else', async () => {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const begun: string[] = [];
  const engine = {
    run: async () => 'rows',
    write: async (_query: unknown, { fairnessKey = '' }: RunOptions) => {
      begun.push(fairnessKey);
      await held;
      return 'changed';
    },
  } as unknown as Engine;
  const { run, write } = gated(engine, createSemaphore(4), createSemaphore(2, 1));
  const options = { signal: never, timeoutMs: 20_000, maxRows: 1 };
  const query = { text: '', parameters: [], written: [] };
  const changes = ['ana', 'ana', 'ana', 'ana', 'bo'].map(async (fairnessKey) =>
    write?.(query, { ...options, fairnessKey }),
  );
  await expect.poll(() => begun).toEqual(['ana', 'bo']);
  expect(await run(query, { ...options, fairnessKey: 'bo', timeoutMs: 1000 })).toBe('rows');
  letGo();
  expect(await Promise.all(changes)).toEqual(Array.from({ length: 5 }, () => 'changed'));
});
