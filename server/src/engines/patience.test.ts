import { expect, test } from 'vitest';
import type { Engine } from './engine.ts';
import { createGate, gated } from './gate.ts';
import { timedOut } from './patience.ts';

test('who comes in without waiting is told the time that was set, to the second', async () => {
  const slow = { run: async (_: unknown, { timeoutMs }: { timeoutMs: number }) => Promise.reject(timedOut(timeoutMs)) } as unknown as Engine;
  const run = (timeoutMs: number) => gated(slow, createGate(1)).run({ text: 'SELECT 1', parameters: [], written: [] }, { signal: new AbortController().signal, timeoutMs, maxRows: 1 });
  await expect(run(60_000)).rejects.toThrow('Query ran longer than 60 s and was stopped.');
  expect(timedOut(300).params.seconds).toBe(0.3);
});
