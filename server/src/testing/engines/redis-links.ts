import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createRedisLink, type RedisLink } from '../../sharing/redis-link.ts';
import { findRedis, startRedis, type TestRedis } from './redis.ts';

export type RedisLinks = {
  /** Whether there is a Redis to test with; in CI a missing one fails the tests. */
  readonly hasRedis: boolean;
  readonly redis: () => TestRedis;
  /** A connection of the test's own, which comes back when the server does. */
  readonly client: () => Redis;
  /** A link as a server of this installation has it, closed after the test. */
  readonly linkOf: (installation: string, way?: Way) => Promise<RedisLink>;
};
type Way = {
  /** Where Redis is reached; itself when left out. */
  readonly port?: number;
  /** No answer for so long means that nobody is there: longer than a busy machine takes to answer. */
  readonly answerMs?: number;
};

/** One Redis for the tests of a file, and links to it. */
export function redisLinks(): RedisLinks {
  const hasRedis = findRedis() !== null || process.env['CI'] === 'true';
  let server: TestRedis | null = null;
  let client: Redis | null = null;
  const links: RedisLink[] = [];
  beforeAll(async () => {
    if (!hasRedis) return;
    server = await startRedis();
    client = new Redis(server.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
    client.on('error', () => undefined);
  });
  afterEach(async () => void (await Promise.all(links.splice(0).map((link) => link.close()))));
  afterAll(async () => {
    client?.disconnect();
    await server?.stop();
  });
  return {
    hasRedis,
    redis: () => started(server),
    client: () => started(client),
    linkOf: async (installation, { port, answerMs = 10_000 } = {}) => {
      const link = createRedisLink(port === undefined ? started(server).url : `redis://127.0.0.1:${port}`, {
        installation,
        tell: () => undefined,
        answerMs,
        retryMs: 50,
      });
      links.push(link);
      await expect.poll(link.isUp).toBe(true);
      // Words that are reported before it listens are lost to it.
      const about = randomUUID();
      let hears = false;
      const unhear = link.hear('changed', (word) => void (hears ||= word === about));
      await expect
        .poll(
          async () =>
            (await started(client).publish(
              link.channel,
              JSON.stringify({ kind: 'changed', about, from: 'the test' }),
            )) && hears,
        )
        .toBe(true);
      unhear();
      return link;
    },
  };
}

function started<T>(value: T | null): T {
  if (value === null) throw new Error('Redis runs while tests run, not while they are collected.');
  return value;
}
