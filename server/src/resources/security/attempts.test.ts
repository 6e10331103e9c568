import { expect, test } from 'vitest';
import { createAttempts } from './attempts.ts';
import { networkOf } from './network.ts';
import { createThrottle } from './throttle.ts';

const started = (value: object): boolean => !('waitSeconds' in value);

test('[attack 81] each failure beyond the free ones doubles the wait, which is capped', async () => {
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

test('[attack 81] a hundred thousand names take the room of fifty thousand', async () => {
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

test('addresses of one IPv6 network are one sender, and others are others', async () => {
  expect(
    [
      '2001:db8:1:2::1',
      '2001:0DB8:1:2:ffff:0:0:9',
      '2001:db8:1:3::1',
      '::1',
      'fe80::1%eth0',
      '::ffff:10.0.0.1',
      '10.0.0.1',
      '64:ff9b::10.0.0.1',
      'a:b:c:d:e:f:0::',
      '',
    ].map(networkOf),
  ).toEqual([
    '2001:db8:1:2::/64',
    '2001:db8:1:2::/64',
    '2001:db8:1:3::/64',
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
    '10.0.0.1',
    '10.0.0.1',
    '64:ff9b:0:0::/64',
    'a:b:c:d::/64',
    '',
  ]);
  const throttle = createThrottle(createAttempts(() => 0));
  for (let n = 0; n < 6; n += 1) await throttle.begin('ana', `2001:db8::${n}`);
  expect(await throttle.begin('ana', '2001:db8::99')).toEqual({ waitSeconds: 1 });
  expect(started(await throttle.begin('ana', '2001:db8:0:1::1'))).toBe(true);
  // Behind one network nobody goes through the names of everybody.
  for (let n = 0; n < 31; n += 1) await throttle.begin(`name ${n}`, `2001:db8:9::${n}`);
  expect(await throttle.begin('another', '2001:db8:9::ffff')).toEqual({ waitSeconds: 1 });
});
