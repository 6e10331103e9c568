import { afterEach, describe, expect, test } from 'vitest';
import { createRedisBus } from '../events/redis.ts';
import { createRedisFrames } from '../redis-client.ts';
import { redisUntilAsked } from '../testing/hostile/hostile-protocols.ts';
import { randomBytes, startHostile, type Hostile } from '../testing/hostile/hostile-server.ts';
import { createRedisLink } from './redis-link.ts';

/** What the system keeps between two ends, far below what such a server has to give. */
const MAX_TAKEN = 24_000_000;
const MAX_REPLY_BYTES = 1_000_000;
const chaos = randomBytes(64 * 1024);
const line = (text: string): Buffer => Buffer.from(text, 'latin1');
const filled = (text: string): Buffer => line(text.repeat(Math.ceil(65_536 / text.length)));

type Way = { readonly what: string; readonly fairnessKey: (hostile: Hostile) => void };
const ways: readonly Way[] = [
  { what: 'random bytes for ever', fairnessKey: ({ pour }) => pour(chaos) },
  { what: 'a text of 1 GB', fairnessKey: ({ say, pour }) => [say(line('$1073741824\r\n')), pour(chaos)] },
  { what: 'a line without an end', fairnessKey: ({ say, pour }) => [say(line('+')), pour(filled('x'))] },
  {
    what: 'a list of 4 000 000 000',
    fairnessKey: ({ say, pour }) => [say(line('*4000000000\r\n')), pour(filled(':1\r\n'))],
  },
  { what: 'lists in lists', fairnessKey: ({ pour }) => pour(filled('*999999\r\n')) },
  { what: 'a list longer than an array can be', fairnessKey: ({ say }) => say(line('*9999999999999\r\n')) },
  { what: 'a list that goes on', fairnessKey: ({ say, pour }) => [say(line('*999999\r\n')), pour(filled('$-1\r\n'))] },
  { what: 'answers that nobody asked', fairnessKey: ({ pour }) => pour(filled('+OK\r\n')) },
  { what: 'a byte at a time', fairnessKey: ({ drip }) => drip(line('+OOOOOOOOOOOO')) },
  { what: 'nothing', fairnessKey: () => undefined },
];

describe.each(ways)('[reliability] [attack 77] a Redis that sends $what', ({ what, fairnessKey }) => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  const isStill = what === 'nothing' || what === 'a byte at a time';
  const answerMs = isStill ? 200 : 20_000;

  test('from the beginning is left and tried again; its bytes are bounded', async () => {
    const server = await startHostile(fairnessKey);
    closing.push(server.close);
    const link = createRedisLink(`redis://127.0.0.1:${server.port}`, {
      installation: 'x',
      tell: () => undefined,
      answerMs,
      retryMs: 20,
      maxReplyBytes: MAX_REPLY_BYTES,
    });
    await expect.poll(server.connections, { timeout: 30_000 }).toBeGreaterThan(4);
    expect([link.isUp(), await link.run('return 1', [], [])]).toEqual([false, undefined]);
    await link.close();
    await expect.poll(server.open, { timeout: 20_000 }).toBe(0);
    expect(server.sent() / server.connections()).toBeLessThan(MAX_TAKEN);
  });

  test('behind a right greeting is left as well: who asked has no answer', async () => {
    const server = await startHostile(redisUntilAsked(fairnessKey));
    closing.push(server.close);
    const link = createRedisLink(`redis://127.0.0.1:${server.port}`, {
      installation: 'x',
      tell: () => undefined,
      answerMs,
      retryMs: 20,
      maxReplyBytes: MAX_REPLY_BYTES,
    });
    await expect.poll(link.isUp, { timeout: 20_000 }).toBe(true);
    const answer = await link.run('return 1', [], []);
    // The first of many answers is one.
    expect(Buffer.isBuffer(answer) ? answer.toString() : answer).toBe(
      what === 'answers that nobody asked' ? 'OK' : undefined,
    );
    await expect.poll(server.connections, { timeout: 20_000 }).toBeGreaterThan(2);
    await link.close();
    await expect.poll(server.open, { timeout: 20_000 }).toBe(0);
    expect(server.sent() / server.connections()).toBeLessThan(MAX_TAKEN);
  });
});

test('[reliability] [attack 77] events of a Redis that speaks something else are not live', async () => {
  const server = await startHostile(({ pour }) => pour(chaos));
  const bus = createRedisBus(`redis://127.0.0.1:${server.port}`, { tell: () => undefined });
  await expect.poll(server.connections, { timeout: 20_000 }).toBeGreaterThan(3);
  expect(bus.isLive()).toBe(false);
  await bus.close();
  await expect.poll(server.open, { timeout: 20_000 }).toBe(0);
  expect(server.sent() / server.connections()).toBeLessThan(MAX_TAKEN);
  await server.close();
});

test('what a Redis says is read at any cut between two bytes', () => {
  const said = line('+OK\r\n*3\r\n$3\r\na\r\n\r\n*2\r\n:1\r\n$-1\r\n*0\r\n-ERR no\r\n$0\r\n\r\n');
  for (let cut = 0; cut <= said.length; cut += 1) {
    const take = createRedisFrames(100);
    expect(() => [said.subarray(0, cut), said.subarray(cut), said].forEach(take), `cut at ${cut}`).not.toThrow();
  }
  expect(() => createRedisFrames(100)(line('$95\r\n'))).toThrow('an answer of more than 100 bytes');
});
