import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RedisTimes } from '../redis-client.ts';
import { findRedis, startRedis, type TestRedis } from '../testing/engines/redis.ts';
import { compareIds, isEventId, type EventBus, type JobEvent, type StoredEvent } from './bus.ts';
import { createInProcessBus } from './in-process.ts';
import { createRedisBus } from './redis.ts';

const hasRedis = findRedis() !== null || process.env['CI'] === 'true';
let redis: TestRedis;
const open: EventBus[] = [];

beforeAll(async () => {
  if (hasRedis) redis = await startRedis();
});
afterEach(async () => void (await Promise.all(open.splice(0).map((bus) => bus.close()))));
afterAll(async () => {
  if (hasRedis) await redis.stop();
});

let made = 0;
const channelName = (): string => `test-${(made += 1)}`;
const event = (channel: string, job: string, status: JobEvent['status'] = 'done'): JobEvent => ({
  channel_id: channel,
  job_id: `${channel}-${job}`,
  user_id: 7,
  status,
  errors: [],
  result_url: `/api/v1/chart/data/${job}`,
});
const jobsOf = (events: readonly StoredEvent[]): readonly string[] =>
  events.map(({ job_id }) => job_id.split('-').at(-1) ?? '');

async function redisBus(times: Partial<RedisTimes> = {}): Promise<EventBus> {
  const bus = createRedisBus(redis.url, { tell: () => undefined, times });
  open.push(bus);
  await expect.poll(bus.isLive).toBe(true);
  return bus;
}

const kinds = [
  { name: 'in process', isHere: true, make: async () => createInProcessBus(() => Date.now()) },
  { name: 'Redis', isHere: hasRedis, make: () => redisBus() },
] as const;

describe.each(kinds)('events, $name', ({ isHere, make }) => {
  describe.skipIf(!isHere)('', () => {
    test('[7.1-05] events are read in order, strictly after an id, so many at a time', async () => {
      const [bus, channel] = [await make(), channelName()];
      const ids: string[] = [];
      for (const job of ['a', 'b', 'c']) ids.push(await bus.publish(event(channel, job), null));
      expect(ids.every(isEventId)).toBe(true);
      expect(ids.toSorted(compareIds)).toEqual(ids);
      expect(jobsOf(await bus.read(channel, null, 100))).toEqual(['a', 'b', 'c']);
      expect(jobsOf(await bus.read(channel, null, 2))).toEqual(['a', 'b']);
      expect(await bus.read(channel, ids[0] ?? '', 1)).toEqual([{ ...event(channel, 'b'), id: ids[1] }]);
      expect(await bus.read(channel, ids[2] ?? '', 100)).toEqual([]);
      expect(await bus.read(channelName(), null, 100)).toEqual([]);
    });

    test('an event is reported once, however often it is published; running and done are two', async () => {
      const [bus, channel] = [await make(), channelName()];
      const heard: StoredEvent[] = [];
      bus.subscribe(channel, (one) => heard.push(one));
      const ids = [
        await bus.publish(event(channel, 'a', 'running'), null),
        await bus.publish(event(channel, 'a'), null),
        await bus.publish(event(channel, 'a'), null),
      ];
      expect(ids[2]).toBe(ids[1]);
      expect(ids[1]).not.toBe(ids[0]);
      await expect.poll(() => heard.map(({ status }) => status)).toEqual(['running', 'done']);
      expect(await bus.read(channel, null, 100)).toEqual(heard);
    });

    test('listeners hear their own channel, each of them, until they leave', async () => {
      const [bus, one, two] = [await make(), channelName(), channelName()];
      const heard: [string[], string[], string[]] = [[], [], []];
      const leave = bus.subscribe(one, ({ job_id }) => heard[0].push(job_id));
      bus.subscribe(one, ({ job_id }) => heard[1].push(job_id));
      bus.subscribe(two, ({ job_id }) => heard[2].push(job_id));
      await bus.publish(event(one, 'a'), null);
      await expect.poll(() => heard[1]).toEqual([`${one}-a`]);
      leave();
      await bus.publish(event(one, 'b'), null);
      await expect.poll(() => heard[1]).toEqual([`${one}-a`, `${one}-b`]);
      expect([heard[0], heard[2]]).toEqual([[`${one}-a`], []]);
    });

    test('an id that users know already is taken where it fits in, and a new one where it does not', async () => {
      const [bus, channel] = [await make(), channelName()];
      expect(await bus.publish(event(channel, 'a'), '1000-3')).toBe('1000-3');
      const late = await bus.publish(event(channel, 'b'), '1000-2');
      expect(compareIds(late, '1000-3')).toBeGreaterThan(0);
      expect(jobsOf(await bus.read(channel, '1000-3', 100))).toEqual(['b']);
    });

    test('a channel keeps a bounded number of events, the newest', async () => {
      const [bus, channel] = [await make(), channelName()];
      for (let at = 0; at < 2500; at += 50)
        await Promise.all(
          Array.from({ length: 50 }, (_, more) => bus.publish(event(channel, String(at + more)), null)),
        );
      const kept = await bus.read(channel, null, 10_000);
      expect(kept.length).toBeGreaterThanOrEqual(1000);
      expect(kept.length).toBeLessThan(1200); // Redis cuts its streams in whole nodes
      expect(jobsOf(kept).at(-1)).toBe('2499');
    });
  });
});

test('ids grow also when the clock stands still or goes back', async () => {
  let at = 5000;
  const bus = createInProcessBus(() => at);
  const first = await bus.publish(event('c', 'a'), null);
  at = 4000;
  expect([first, await bus.publish(event('c', 'b'), null)]).toEqual(['5000-0', '5000-1']);
});

describe.skipIf(!hasRedis)('Redis, away and back', () => {
  test('two servers share what is published, in the streams that others read as well', async () => {
    const [one, two, channel] = [await redisBus(), await redisBus(), channelName()];
    const heard: StoredEvent[] = [];
    two.subscribe(channel, (told) => heard.push(told));
    const id = await one.publish(event(channel, 'a'), null);
    await expect.poll(() => heard).toEqual([{ ...event(channel, 'a'), id }]);
    expect(await two.read(channel, null, 100)).toEqual(heard);
    const client = new Redis(redis.url);
    expect(await client.xrange(`async-events-${channel}`, '-', '+')).toEqual([
      [id, ['data', JSON.stringify(event(channel, 'a'))]],
    ]);
    expect((await client.xrevrange('async-events-full', '+', '-', 'COUNT', 1))[0]?.[1]).toContain(
      JSON.stringify(event(channel, 'a')),
    );
    client.disconnect();
  });

  test('stopped: publishing and reading fail at once and listeners are notified; started: both go on', async () => {
    const [bus, channel] = [await redisBus(), channelName()];
    let [gaps, returns] = [0, 0];
    bus.onGap(() => (gaps += 1));
    bus.onReturn(() => (returns += 1));
    const heard: StoredEvent[] = [];
    bus.subscribe(channel, (told) => heard.push(told));
    await redis.down();
    await expect.poll(bus.isLive).toBe(false);
    await expect(bus.publish(event(channel, 'a'), null)).rejects.toThrow(/./);
    await expect(bus.read(channel, null, 100)).rejects.toThrow(/./);
    expect(gaps).toBe(1);
    await redis.up();
    await expect.poll(bus.isLive).toBe(true);
    await expect.poll(() => returns).toBeGreaterThan(0);
    await bus.publish(event(channel, 'a'), null);
    await expect.poll(() => jobsOf(heard)).toEqual(['a']);
  });

  test('a broker that stands still is noticed, and heard again when it goes on', async () => {
    const [bus, channel] = [await redisBus({ waitMs: 200, deadMs: 1000 }), channelName()];
    const heard: StoredEvent[] = [];
    bus.subscribe(channel, (told) => heard.push(told));
    await redis.freeze();
    try {
      await expect.poll(bus.isLive).toBe(false);
    } finally {
      redis.thaw();
    }
    await expect.poll(bus.isLive).toBe(true);
    await expect.poll(() => bus.publish(event(channel, 'a'), null).catch(() => null)).not.toBeNull();
    await expect.poll(() => jobsOf(heard)).toEqual(['a']);
  });
});
