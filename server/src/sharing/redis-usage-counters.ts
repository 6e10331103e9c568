import type { UsageCounters } from '../engines/admission/quotas.ts';
import { textOf, type RedisLink } from './redis-link.ts';

const KEEP_MS = 2 * 86_400_000;
const NONE = { running: 0, rows: 0, ms: 0 } as const;

/** Each server writes what it has itself, so nothing is counted twice, and what Redis forgets is replayed. */
const TELL = `
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
local running, rows, ms = 0, 0, 0
local all = redis.call('HGETALL', KEYS[1])
for at = 1, #all, 2 do
  if all[at] ~= ARGV[1] then
    local theirs, read, took, till = string.match(all[at + 1], '^(%d+) (%d+) (%d+) (%d+)$')
    if theirs then
      if tonumber(till) > tonumber(ARGV[3]) then running = running + tonumber(theirs) end
      rows = rows + tonumber(read)
      ms = ms + tonumber(took)
    end
  end
end
return string.format('%.0f %.0f %.0f', running, rows, ms)`;

/** The accounts of users over all servers. While Redis is away each server counts its own. */
export function createRedisUsageCounters(link: RedisLink, now: () => number): UsageCounters {
  return async (account, day, own, untilMs) => {
    const line = [own.running, own.rows, own.ms, untilMs].map((value) => Math.max(0, Math.round(value))).join(' ');
    const reply = textOf(
      await link.run(TELL, [link.key('account', String(day), account)], [link.server, line, now(), KEEP_MS]),
    );
    const [running, rows, ms] = reply.split(' ').map(Number);
    return running === undefined || rows === undefined || ms === undefined ? NONE : { running, rows, ms };
  };
}
