import { expect, test } from 'vitest';
import { createAllowance } from './allowance.ts';

test('[attack 62] everybody has so much time of the server in each minute, and others have theirs', async () => {
  let time = 0;
  const { spend } = createAllowance({ mostMs: 100, windowMs: 1000, now: () => time });
  const work = (ms: number) => async () => {
    time += ms;
    return 'done';
  };
  await spend('ana', work(60));
  // What is under way is finished, also when it fails.
  await expect(spend('ana', () => work(60)().then(() => Promise.reject(new Error('broken'))))).rejects.toThrow(
    'broken',
  );
  await expect(spend('ana', work(1))).rejects.toMatchObject({ code: 'too_many_requests', params: { seconds: 1 } });
  expect(await spend('bo', work(1))).toBe('done');
  time = 1001;
  expect(await spend('ana', work(1))).toBe('done');
});
