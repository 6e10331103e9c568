import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DatabaseQueue } from './queue-progress.ts';
import { createQueueWatch } from './queue-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function page(own: () => DatabaseQueue['own'] = () => []) {
  const look = vi.fn<() => Promise<readonly DatabaseQueue[]>>(async () => [
    { database_id: 1, places: [], waits: [], own: own() },
  ]);
  const seen = { is: true };
  const watch = createQueueWatch({
    look,
    now: () => Date.now(),
    isSeen: () => seen.is,
    open: 5,
    later: (run, afterMs) => {
      const timer = setTimeout(run, afterMs);
      return () => clearTimeout(timer);
    },
  });
  return { look, watch, seen };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const database = () => 1;

test('the queue is looked at once for all charts, from the first second on, and not when nobody waits', async () => {
  const { look, watch } = page();
  const leave = Array.from({ length: 12 }, (_, index) => watch.join(`chart-${index}`, database));
  await pass(999);
  expect(look).toHaveBeenCalledTimes(0);
  await pass(1);
  expect(look).toHaveBeenCalledTimes(1);
  await pass(1500);
  expect(look).toHaveBeenCalledTimes(2);
  for (const each of leave) each();
  await pass(60_000);
  expect([look.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0]);
});

test('charts that are each answered within a second are never looked for', async () => {
  const { look, watch } = page();
  for (let index = 0; index < 20; index += 1) {
    const leave = watch.join(`chart-${index}`, database);
    setTimeout(leave, 900);
    await pass(500);
  }
  await pass(5000);
  expect(look).toHaveBeenCalledTimes(0);
});

test('a chart hears of its own progress; the one that was answered, and all of them at the end, of none', async () => {
  let rows = 10;
  const { watch } = page(() => [
    { share: 0.5, rows: (rows += 10), asks: ['a'] },
    { share: 0.1, rows: 7, asks: ['b'] },
  ]);
  const heard = vi.fn<() => void>();
  watch.subscribe(heard);
  const [a, b] = [watch.join('a', database), watch.join('b', database)];
  await pass(1000);
  expect([watch.progress('a'), watch.progress('b')]).toEqual([
    { place: null, share: 0.5, rows: 20 },
    { place: null, share: 0.1, rows: 7 },
  ]);
  const before = watch.progress('b');
  await pass(1500);
  expect([watch.progress('a')?.rows, watch.progress('b') === before]).toEqual([30, true]);
  a();
  expect([watch.progress('a'), watch.progress('b')]).toEqual([null, before]);
  b();
  expect([watch.progress('b'), heard.mock.calls.length]).toEqual([null, 4]);
});

test('an answer that comes when nobody waits any more is dropped', async () => {
  let answer: (told: readonly DatabaseQueue[]) => void = () => undefined;
  const { look, watch } = page();
  look.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  watch.join('a', database)();
  const leave = watch.join('a', database);
  await pass(1000);
  leave();
  answer([{ database_id: 1, places: [], waits: [], own: [{ share: 1, rows: 1, asks: ['a'] }] }]);
  await pass(0);
  expect(watch.progress('a')).toBeNull();
  look.mockRejectedValueOnce(new Error('offline'));
  watch.join('b', database);
  await pass(2500);
  expect([look.mock.calls.length, watch.progress('b')]).toEqual([3, null]);
});

test('a page that nobody sees asks nothing', async () => {
  const { look, watch, seen } = page();
  seen.is = false;
  watch.join('a', database);
  await pass(10_000);
  expect(look).toHaveBeenCalledTimes(0);
  seen.is = true;
  await pass(1500);
  expect(look).toHaveBeenCalledTimes(1);
});
