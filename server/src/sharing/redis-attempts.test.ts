import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { redisLinks } from '../testing/engines/redis-links.ts';
import { createRedisAttempts } from './redis-attempts.ts';

const { hasRedis, linkOf } = redisLinks();

describe.skipIf(!hasRedis)('failed attempts of several servers', () => {
  test('[attack 81] are counted together, waited for at each, taken back and cached', async () => {
    const installation = randomUUID();
    const [one, two] = await Promise.all([linkOf(installation), linkOf(installation)]).then((links) =>
      links.map(createRedisAttempts),
    );
    if (!one || !two) throw new Error('two links');
    const counter = { key: `ana ${'x'.repeat(10_000)}`, free: 2, factor: 2, maxWaitMs: 600_000 };
    expect([await one.begin([counter]), await two.begin([counter]), await one.begin([counter])]).toEqual([0, 0, 0]);
    expect(await two.begin([counter])).toBeGreaterThan(0);
    await two.undo([counter.key]);
    expect(await one.begin([counter])).toBe(0);
    for (let n = 0; n < 12; n += 1) await two.add([counter]);
    expect(await one.begin([counter])).toBeGreaterThan(60_000);
    await one.clear(counter.key);
    expect(await two.begin([counter])).toBe(0);
    expect(await two.remembers('pair')).toBe(false);
    await one.remember('pair');
    expect(await two.remembers('pair')).toBe(true);
  });

  test('are reported as absent while Redis is away', async () => {
    const link = await linkOf(randomUUID());
    await link.close();
    const attempts = createRedisAttempts(link);
    expect([
      await attempts.begin([{ key: 'a', free: 0, factor: 2, maxWaitMs: 1 }]),
      await attempts.remembers('a'),
    ]).toEqual([undefined, undefined]);
  });
});
