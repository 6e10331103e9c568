import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openLine, type CutLine } from './testing/cut-line.ts';
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

async function startWith(redisUrl: string): Promise<TestApp> {
  it = await testApp({ settings: { redisUrl } });
  await it.app.ready();
  return it;
}

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
 * What is reported of an absence when there was time to tell it, what the metrics say, and whether requests are served
 * meanwhile.
 */
async function absence(): Promise<{
  readonly told: readonly string[];
  readonly up: string | undefined;
  readonly ready: number | undefined;
}> {
  await expect.poll(() => warnings().length).toBeGreaterThanOrEqual(2);
  return { told: warnings().toSorted(), up: await up(), ready: (await it?.request({ url: '/ready' }))?.statusCode };
}
/** Each of both users of Redis tells it, once. */
const away = (reason: RegExp) => ({
  told: [POLLED, ALONE].map(
    (start) => expect.stringMatching(new RegExp(`^${start}: .*(${reason.source})`, reason.flags)) as string,
  ),
  up: '0',
  ready: 200,
});

test('[F54] a port at which nobody listens is reported at start, and in the metrics', async () => {
  await startWith(`redis://127.0.0.1:${await freePort()}`);
  expect(await absence()).toEqual(away(/ECONNREFUSED/));
});

test('[F54] an address that accepts and never answers is reported at start', async () => {
  const line = await openLine(1);
  line.silence();
  try {
    await startWith(`redis://127.0.0.1:${line.port}`);
    expect(await absence()).toEqual(away(/time|answer|Ready check/i));
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
    expect(await absence()).toEqual(away(/ETIMEDOUT|SSL|wrong version|closed/i));
    await it?.close();
    await startWith(redis.url.replace('//', '//nobody:canary-of-redis@'));
    expect(await absence()).toEqual(away(/WRONGPASS/));
    expect(it?.log.join('')).not.toContain('canary-of-redis');
  });

  test('[F54] absent from the start, it is used when it comes', async () => {
    line.down();
    await startWith(`redis://127.0.0.1:${line.port}`);
    expect(await absence()).toEqual(away(/closed|ECONNRESET|writeable/i));
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
    expect(warnings()).toHaveLength(2);
  });

  test('[F55] one that comes and goes is reported once in a while and not each time', async () => {
    await startWith(`redis://127.0.0.1:${line.port}`);
    await expect.poll(() => said().length).toBe(2);
    for (let n = 0; n < 8; n += 1) {
      line.down();
      await expect.poll(up).toBe('0');
      line.up();
      await expect.poll(up).toBe('1');
    }
    expect(said().length).toBeLessThanOrEqual(6);
    await expect
      .poll(
        () =>
          said().filter(({ msg }) => msg.startsWith(SHARED)).length +
          said().filter(({ msg }) => msg.startsWith(EVENTS)).length,
      )
      .toBeGreaterThanOrEqual(3);
    expect(
      said()
        .filter(({ msg }) => msg.startsWith(SHARED))
        .at(-1)?.msg,
    ).toMatch(/it came and went: \d+ changes|through Redis$/);
  });

  test('one that stops responding is reported once by each that uses it, and again when it is back', async () => {
    await startWith(`redis://127.0.0.1:${line.port}`);
    await expect.poll(() => said().length).toBe(2);
    line.silence();
    // A Redis that does not respond is noticed when somebody asks; events are always asked for.
    await expect.poll(() => warnings().some((text) => text.startsWith(POLLED))).toBe(true);
    line.up();
    await expect.poll(() => said().filter(({ msg }) => msg.startsWith(EVENTS)).length).toBe(2);
    expect(warnings().filter((text) => text.startsWith(POLLED))).toHaveLength(1);
  });
});
