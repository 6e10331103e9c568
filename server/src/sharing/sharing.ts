import { createHmac } from 'node:crypto';
import { alone, type SharedRuns } from '../chart-data/run/shared-runs.ts';
import { createSemaphore, type Semaphore } from '../engines/admission/semaphore.ts';
import { nowhereElse, type UsageCounters } from '../engines/admission/quotas.ts';
import type { Gauge } from '../gauge.ts';
import { deriveKey } from '../keys.ts';
import type { Tell } from '../presence.ts';
import type { RedisTimes } from '../redis-client.ts';
import { createBox } from './box.ts';
import { createRedisAttempts } from './redis-attempts.ts';
import { createRedisSemaphore } from './redis-semaphore.ts';
import { createRedisLink } from './redis-link.ts';
import { createRedisRuns } from './redis-runs.ts';
import { createRedisUsageCounters } from './redis-usage-counters.ts';

/** What a server stores of the metadata for a moment, and drops when it hears that it has changed. */
export type CachedKind = 'people' | 'rules';

/** Everything that the servers of one installation have in common besides the metadata. */
export type Sharing = {
  readonly runs: SharedRuns;
  readonly usageCounters: UsageCounters;
  /** Failed sign-ins; null where this server is alone. */
  readonly attempts: ReturnType<typeof createRedisAttempts> | null;
  readonly semaphoreOf: (databaseId: number, places: number) => Semaphore;
  /** Tell the other servers that something has changed. */
  readonly changed: (what: CachedKind) => void;
  /** Hear it of the others. */
  readonly onChanged: (what: CachedKind, listener: () => void) => void;
  /** What `/metrics` tells about what is shared. */
  readonly gauges: readonly Gauge[];
  readonly close: () => Promise<void>;
};

type Needs = {
  /** Null: this server is alone. */
  readonly redisUrl: string | null;
  readonly redisTimes: Partial<RedisTimes>;
  readonly secretKey: string;
  /** Names the metadata: servers on one database share, others do not, even with one Redis and one secret. */
  readonly metadata: string;
  readonly sharedCacheMb: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly tell: Tell;
};

/** @see Sharing */
export function createSharing({ redisUrl, redisTimes, secretKey, metadata, sharedCacheMb, now, tell }: Needs): Sharing {
  if (redisUrl === null) {
    return {
      runs: alone,
      usageCounters: nowhereElse,
      attempts: null,
      semaphoreOf: (_, places) => createSemaphore(places),
      changed: () => undefined,
      onChanged: () => undefined,
      gauges: [],
      close: async () => undefined,
    };
  }
  const installation = createHmac('sha256', deriveKey(secretKey, 'installation'))
    .update(metadata)
    .digest('hex')
    .slice(0, 24);
  // The largest answer is a result that is stored there.
  const maxBytes = sharedCacheMb * 1024 * 1024;
  const link = createRedisLink(redisUrl, {
    ...redisTimes,
    installation,
    tell,
    maxReplyBytes: maxBytes + 16 * 1024 * 1024,
  });
  // A database keeps its semaphore when its settings change and change back: slots in use stay counted.
  const semaphores = new Map<string, Semaphore>();
  const runs = createRedisRuns({ link, box: createBox(deriveKey(secretKey, 'shared results')), maxBytes, now });
  return {
    runs,
    usageCounters: createRedisUsageCounters(link, now),
    attempts: createRedisAttempts(link),
    semaphoreOf: (databaseId, places) => {
      const name = `${databaseId} ${places}`;
      const semaphore = semaphores.get(name) ?? createRedisSemaphore({ link, name: String(databaseId), places });
      semaphores.set(name, semaphore);
      return semaphore;
    },
    changed: (what) => link.tell({ kind: 'changed', about: what }),
    onChanged: (what, listener) => void link.hear('changed', (about) => (about === what ? listener() : undefined)),
    gauges: [
      {
        name: 'tessera_redis_up',
        help: 'Whether Redis answers this server: 1, or 0 while it goes on by itself.',
        read: () => (link.isUp() ? 1 : 0),
      },
      {
        name: 'tessera_shared_cache_bytes',
        help: 'Room in Redis that chart results of all servers take, in bytes.',
        read: async () => (await runs.room()).bytes,
      },
      {
        name: 'tessera_shared_cache_entries',
        help: 'Chart results of all servers that are kept in Redis.',
        read: async () => (await runs.room()).entries,
      },
    ],
    close: link.close,
  };
}
