import { expect, test } from 'vitest';
import type { AppError } from '@tessera/core/errors/app-error';
import type { Engine } from '../engine.ts';
import { createSemaphore, gated } from './semaphore.ts';
import { timedOut } from './deadline.ts';

const query = { text: 'SELECT 1', parameters: [], written: [] };
const optionsOf = (timeoutMs: number) => ({ signal: new AbortController().signal, timeoutMs, maxRows: 1 });

test('who is admitted without waiting gets the configured timeout, to the second', async () => {
  const slow = {
    run: async (_: unknown, { timeoutMs }: { timeoutMs: number }) => Promise.reject(timedOut(timeoutMs)),
  } as unknown as Engine;
  await expect(gated(slow, createSemaphore(1)).run(query, optionsOf(60_000))).rejects.toThrow(
    'Query ran longer than 60 s and was stopped.',
  );
  expect(timedOut(300).params.seconds).toBe(0.3);
});

test('the time that a wait has left of it is not reported instead of the time that was set', async () => {
  const halved = (): AppError => timedOut(30_000);
  const slow = {
    run: async () => Promise.reject(halved()),
    stream: async function* stream() {
      yield* [];
      throw halved();
    },
  } as unknown as Engine;
  const { run, stream } = gated(slow, createSemaphore(1));
  await expect(run(query, optionsOf(60_000))).rejects.toThrow('longer than 60 s');
  await expect(stream(query, optionsOf(60_000))[Symbol.asyncIterator]().next()).rejects.toThrow('longer than 60 s');
});
