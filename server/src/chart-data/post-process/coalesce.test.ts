import { expect, test } from 'vitest';
import { tableOf } from '@tessera/core/table';
import { finish, type FinishOrder } from './post-process.ts';
import { createFinishOnce } from './coalesce.ts';

const table = tableOf([{ name: 'a', kind: 'numeric', values: new Float64Array([1, 2]) }]);
const who = { signal: new AbortController().signal, fairnessKey: 'ana' };
const json: FinishOrder = { steps: [], format: 'json', verbose: {} };

test('a crowd is answered from one encoding, other rows, steps and formats are not mixed in', async () => {
  const asked: string[] = [];
  const once = createFinishOnce({
    finish: async (given, order) => {
      asked.push(order.format);
      return finish(given, order);
    },
  });
  const crowd = await Promise.all(
    Array.from({ length: 500 }, () => once('run 1', table, json, { ...who, signal: new AbortController().signal })),
  );
  expect([asked.length, new Set(crowd.map((one) => one.body)).size]).toEqual([1, 1]);
  await Promise.all([
    once('run 2', table, json, who),
    once('run 1', table, { ...json, format: 'csv' }, who),
    once('run 1', table, { ...json, steps: [{ operation: 'select', options: { columns: ['a'] } }] }, who),
  ]);
  expect(asked).toHaveLength(4);
  await new Promise(setImmediate);
  await once('run 1', table, json, who);
  expect(asked).toHaveLength(5);
});

test('a failure reaches all waiters and is not cached', async () => {
  let fails = 1;
  const once = createFinishOnce({
    finish: async (given, order) => (fails-- > 0 ? Promise.reject(new Error('broken')) : finish(given, order)),
  });
  const outcomes = await Promise.allSettled([once('run', table, json, who), once('run', table, json, who)]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
  await new Promise(setImmediate);
  expect((await once('run', table, json, who)).rowCount).toBe(2);
});

test('work ends when the last of a crowd leaves, and whoever comes then begins anew', async () => {
  const signals: AbortSignal[] = [];
  const once = createFinishOnce({
    finish: async (_, __, { signal }) => {
      signals.push(signal);
      return new Promise((__, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    },
  });
  const [ana, bo] = [new AbortController(), new AbortController()];
  const waits = [ana, bo].map(({ signal }) =>
    once('run', table, json, { signal, fairnessKey: 'ana' }).catch((error: Error) => error.message),
  );
  ana.abort();
  expect([await waits[0], signals[0]?.aborted]).toEqual(['Query was stopped.', false]);
  bo.abort();
  expect([await waits[1], signals[0]?.aborted]).toEqual(['Query was stopped.', true]);
  void once('run', table, json, who);
  expect([signals.length, signals[1]?.aborted]).toEqual([2, false]);
});
