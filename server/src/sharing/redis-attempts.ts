import { createHash } from 'node:crypto';
import type { RedisLink } from './redis-link.ts';

type Counter = { readonly key: string; readonly free: number; readonly factor: number; readonly maxWaitMs: number };

const FORGET_MS = 15 * 60_000;
const TTL_MS = 30 * 86_400_000;

/**
 * Two keys a counter: its failures, and one that lives as long as it has to wait. The first value says whether waits
 * are asked for.
 */
const COUNT = `
local wait = 0
if ARGV[1] == '1' then
  for at = 2, #KEYS, 2 do wait = math.max(wait, redis.call('PTTL', KEYS[at])) end
end
if wait > 0 then return wait end
for at = 1, #KEYS, 2 do
  local failures = redis.call('INCR', KEYS[at])
  redis.call('PEXPIRE', KEYS[at], ARGV[2])
  local rule = 3 + (at - 1) / 2 * 3
  local over = failures - tonumber(ARGV[rule])
  if over > 0 then
    local ms = math.min(tonumber(ARGV[rule + 2]), 1000 * tonumber(ARGV[rule + 1]) ^ (over - 1))
    redis.call('SET', KEYS[at + 1], '1', 'PX', math.floor(ms))
  end
end
return 0`;

const UNDO = `
for at = 1, #KEYS, 2 do
  if redis.call('EXISTS', KEYS[at]) == 1 then redis.call('DECR', KEYS[at]) end
  redis.call('DEL', KEYS[at + 1])
end
return 0`;

/** Failed attempts over all servers of an installation. Every method answers `undefined` while Redis is away. */
export function createRedisAttempts(link: RedisLink) {
  // Names that users send are of any length.
  const keyOf = (kind: string, name: string): string =>
    link.key(kind, createHash('sha256').update(name).digest('base64url'));
  const keysOf = (names: readonly string[]): string[] =>
    names.flatMap((name) => [keyOf('failures', name), keyOf('wait', name)]);

  async function count(counters: readonly Counter[], asks: boolean): Promise<number | undefined> {
    const rules = counters.flatMap(({ free, factor, maxWaitMs }) => [free, factor, maxWaitMs]);
    const reply = await link.run(COUNT, keysOf(counters.map(({ key }) => key)), [asks ? 1 : 0, FORGET_MS, ...rules]);
    return typeof reply === 'number' ? reply : undefined;
  }

  return {
    begin: (counters: readonly Counter[]) => count(counters, true),
    add: (counters: readonly Counter[]) => count(counters, false),
    undo: (names: readonly string[]) => link.run(UNDO, keysOf(names), []),
    clear: (name: string) => link.run("return redis.call('DEL', KEYS[1], KEYS[2])", keysOf([name]), []),
    remember: (name: string) =>
      link.run("return redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])", [keyOf('known', name)], [TTL_MS]),
    remembers: async (name: string): Promise<boolean | undefined> => {
      const reply = await link.run("return redis.call('EXISTS', KEYS[1])", [keyOf('known', name)], []);
      return typeof reply === 'number' ? reply === 1 : undefined;
    },
  };
}
