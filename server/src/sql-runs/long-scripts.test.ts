import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { anonymous, type Principal } from '../principal.ts';
import { inSlot } from './long-scripts.ts';

const LONG = `SELECT ${'a'.repeat(100_000)}`;
const user = (userId: number): Principal => ({ ...anonymous, kind: 'user', userId, username: `user ${userId}` });

/** Work that goes on until it is let go. */
function held() {
  const began: number[] = [];
  let letGo = (): void => undefined;
  const end = new Promise<void>((resolve) => (letGo = resolve));
  const read = (userId: number, text = LONG) =>
    inSlot(user(userId), text, new AbortController().signal, async (pause) => {
      await pause();
      began.push(userId);
      await end;
    });
  return { began, letGo: () => letGo(), read };
}

test('[attack 61] of long scripts two are read at once, of one user one, and short ones do not wait', async () => {
  const { began, letGo, read } = held();
  const all = [read(1), read(1), read(2), read(3), read(1, 'SELECT 1')];
  while (began.length < 3) await setImmediate();
  for (let round = 0; round < 10; round += 1) await setImmediate();
  expect(began.toSorted((a, b) => a - b)).toEqual([1, 1, 2]);
  letGo();
  await Promise.all(all);
  expect(began.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 2, 3]);
});

test('[attack 62] so many long scripts of one user wait, and others have room', async () => {
  const { letGo, read } = held();
  const all = Array.from({ length: 20 }, () => read(4));
  await expect(read(4)).rejects.toMatchObject({ code: 'too_many_jobs', status: 429 });
  all.push(read(5));
  letGo();
  await Promise.all(all);
  await read(4);
});

test('who leaves while waiting gives the place back', async () => {
  const { letGo, read } = held();
  const first = read(6);
  const leaving = new AbortController();
  const left = inSlot(user(6), LONG, leaving.signal, async () => undefined);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'query_cancelled' });
  letGo();
  await first;
});
