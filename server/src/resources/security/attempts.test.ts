import { expect, test } from 'vitest';
import { createAttempts } from './attempts.ts';
import { createThrottle } from './throttle.ts';

const started = (value: object): boolean => !('waitSeconds' in value);

test('[attack 81] each failure beyond the free ones doubles the wait, which is capped; what waits is not counted', async () => {
  let at = 0;
  const attempts = createAttempts(() => at);
  const counter = { key: 'a', free: 2, factor: 2, maxWaitMs: 5000 };
  const waits: number[] = [];
  for (let n = 0; n < 14 && waits.length < 5; n += 1) {
    const waitMs = await attempts.begin([counter]);
    if (waitMs === 0) continue;
    expect(await attempts.begin([counter])).toBe(waitMs);
    waits.push(waitMs);
    at += waitMs;
  }
  expect(waits).toEqual([1000, 2000, 4000, 5000, 5000]);
});

test('[F58] failures are forgotten a quarter of an hour after the last', async () => {
  let at = 0;
  const throttle = createThrottle(createAttempts(() => at));
  for (let n = 0; n < 6; n += 1) await throttle.begin('ana', '1.1.1.1');
  expect(await throttle.begin('ana', '1.1.1.1')).toEqual({ waitSeconds: 1 });
  at += 15 * 60_000;
  for (let n = 0; n < 5; n += 1) expect(started(await throttle.begin('ana', '1.1.1.1'))).toBe(true);
});

test('[attack 81] a hundred thousand names take the room of fifty thousand, and a success takes back its own count alone', async () => {
  const attempts = createAttempts(() => 0);
  for (let n = 0; n < 100_000; n += 1) await attempts.add([{ key: String(n), free: 0, factor: 1, maxWaitMs: 1000 }]);
  const counter = { free: 0, factor: 1, maxWaitMs: 1000 };
  expect(await attempts.begin([{ ...counter, key: '0' }])).toBe(0);
  expect(await attempts.begin([{ ...counter, key: '99999' }])).toBe(1000);
  const two = { key: 'two', free: 1, factor: 1, maxWaitMs: 1000 };
  await attempts.begin([two]);
  await attempts.begin([two]);
  await attempts.undo(['two']);
  expect([await attempts.begin([two]), await attempts.begin([two])]).toEqual([0, 1000]);
});
