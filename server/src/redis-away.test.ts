import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openLine, type CutLine } from './testing/cut-line.ts';
import type { RedisTimes } from './redis-client.ts';
import { findRedis, startRedis, type TestRedis } from './testing/engines/redis.ts';
import { freePort } from './testing/processes/server-process.ts';
import { testApp, type TestApp } from './testing/test-app.ts';

const isHere = findRedis() !== null || process.env['CI'] === 'true';
const SHARED = 'results, quotas and places are shared through Redis';
const EVENTS = 'events come from Redis';
const ALONE = 'Redis is away; this server goes on by itself';
const POLLED = 'Redis is away; pages fall back to polling the metadata';

let it: TestApp | undefined;
afterEach(async () => {
  await it?.close();
  it = undefined;
});

/** Of a server to which Redis does not come: nothing is to be waited for. */
const SHORT = {
  answerMs: 300,
  waitMs: 300,
  deadMs: 600,
  retryMs: 50,
  readyMs: 600,
  graceMs: 100,
  quietMs: 100,
  everyMs: 200,
};
/** Of a server that uses Redis: longer than a busy machine takes to answer, where an answer comes. */
const LONG = { ...SHORT, answerMs: 10_000, deadMs: 10_000, readyMs: 10_000, graceMs: 600_000 };

async function startWith(redisUrl: string, redisTimes: Partial<RedisTimes> = SHORT): Promise<TestApp> {
  it = await testApp({ settings: { redisUrl }, redisTimes });
  await it.app.ready();
  return it;
}

/** The metrics tell it, and the server is ready. */
const SERVED = ['0', 200];

/** What the log says of Redis, in its order. */
const said = (): readonly { readonly level: number; readonly msg: string }[] =>
  (it?.log ?? [])
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(({ msg }) => /Redis/.test(msg));
const warnings = () =>
  said()
    .filter(({ level }) => level === 40)
    .map(({ msg }) => msg);
const up = async () =>
  /^tessera_redis_up (\d)$/m.exec((await it?.request({ url: '/metrics', as: it.adminId }))?.body ?? '')?.[1];

/**
 * Each of both users of Redis tells that it is away and why, as soon as it knows why; the metrics say so too, and
 * requests are served meanwhile.
 */
async function absence(reason: RegExp): Promise<readonly unknown[]> {
  const told = (by: string) => warnings().some((text) => text.startsWith(`${by}: `) && reason.test(text));
  await expect.poll(() => [told(POLLED), told(ALONE)]).toEqual([true, true]);
  return [await up(), (await it?.request({ url: '/ready' }))?.statusCode];
}

test('[F54] a port at which nobody listens is reported at start, and in the metrics', async () => {
  await startWith(`redis://127.0.0.1:${await freePort()}`);
  expect(await absence(/ECONNREFUSED/)).toEqual(SERVED);
});

test('[F54] an address that accepts and never answers is reported at start', async () => {
  const line = await openLine(1);
  line.silence();
  try {
    await startWith(`redis://127.0.0.1:${line.port}`);
    expect(await absence(/time|answer|Ready check/i)).toEqual(SERVED);
  } finally {
    await line.close();
  }
});

describe.skipIf(!isHere)('with a real Redis', () => {
  let redis: TestRedis;
  let line: CutLine;
  beforeAll(async () => {
    redis = await startRedis();
    line = await openLine(Number(new URL(redis.url).port));
  });
  afterAll(async () => {
    await line?.close();
    await redis?.stop();
  });

  test('[F54] unsupported encryption and a wrong password are reported with a reason', async () => {
    await startWith(redis.url.replace('redis:', 'rediss:'));
    expect(await absence(/ETIMEDOUT|SSL|wrong version|closed/i)).toEqual(SERVED);
    await it?.close();
    await startWith(redis.url.replace('//', '//nobody:canary-of-redis@'));
    expect(await absence(/WRONGPASS/)).toEqual(SERVED);
    expect(it?.log.join('')).not.toContain('canary-of-redis');
  });

  test('[F54] absent from the start, it is used when it comes', async () => {
    line.down();
    await startWith(`redis://127.0.0.1:${line.port}`, { ...LONG, graceMs: 100 });
    expect(await absence(/closed|ECONNRESET|writeable/i)).toEqual(SERVED);
    line.up();
    await expect
      .poll(() =>
        said()
          .filter(({ level }) => level === 30)
          .map(({ msg }) => msg)
          .toSorted(),
      )
      .toEqual([EVENTS, SHARED]);
    await expect.poll(up).toBe('1');
  });

  test('[F55] one that comes and goes is reported once in a while and not each time', async () => {
    await startWith(`redis://127.0.0.1:${line.port}`, { ...LONG, quietMs: 600_000 });
    await expect.poll(() => said().length).toBe(2);
    for (let n = 0; n < 8; n += 1) {
      line.down();
      await expect.poll(up).toBe('0');
      line.up();
      await expect.poll(up).toBe('1');
    }
    // With how often, when it has been quiet for long enough: presence.test.ts.
    expect(said()).toHaveLength(2);
  });

  test('one that stops responding is reported once by each that uses it, and again when it is back', async () => {
    await startWith(`redis://127.0.0.1:${line.port}`, { ...LONG, deadMs: 2500, readyMs: 2500, everyMs: 600_000 });
    await expect.poll(() => said().length).toBe(2);
    line.silence();
    // A Redis that does not respond is noticed when somebody asks; events are always asked for.
    await expect.poll(() => warnings().some((text) => text.startsWith(POLLED))).toBe(true);
    line.up();
    await expect.poll(() => said().filter(({ msg }) => msg.startsWith(EVENTS)).length).toBe(2);
    expect(warnings().filter((text) => text.startsWith(POLLED))).toHaveLength(1);
  });
});
