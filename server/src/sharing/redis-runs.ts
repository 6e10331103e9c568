import { randomUUID } from 'node:crypto';
import { AppError, type ErrorCode, type ErrorParams } from '@tessera/core/errors/app-error';
import { tableBytes } from '../chart-data/values/encode.ts';
import type { CachedRun, NamedRun, RunAsk, SharedRuns } from '../chart-data/run/shared-runs.ts';
import type { Box } from './box.ts';
import { textOf, type RedisLink, type Reply } from './redis-link.ts';
import { readRun, writeRun } from './run-bytes.ts';

type Needs = {
  readonly link: RedisLink;
  readonly box: Box;
  /** Room for kept runs in Redis, in bytes of their packed form. */
  readonly maxBytes: number;
  /** The time of day, as results have it. */
  readonly now: () => number;
  readonly times?: Partial<typeof defaultTimes>;
};

const defaultTimes = {
  /** A server that was silent for so long does not run it any more. */
  leaseMs: 4000,
  /** How often who runs and who waits say that they are still there. */
  signMs: 1000,
};
/** What nobody has asked for so long goes. */
const KEEP_MS = 86_400_000;
/** How long the end of a run that is not kept can be read. */
const TOLD_MS = 10_000;
/** What a run may shrink by when it is packed: larger ones are not even tried. */
const MAX_SHRINKING = 8;

const FIND = `
local kept = redis.call('HMGET', KEYS[1], 'token', 'run')
if not kept[1] or not kept[2] then return nil end
redis.call('ZADD', KEYS[2], 'XX', ARGV[1], KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return kept`;

/**
 * kept: take it; told: how it ended; busy: another runs it; yours: run it.
 * A flight is its phase (running, packing, failed) and its token. One that has ended is only for those who waited
 * for it, and its answer for those whom a kept one may do.
 */
const BEGIN = `
local own, known, seen, since = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[6])
local flight = redis.call('GET', KEYS[2])
if flight then
  local phase, token = string.sub(flight, 1, 1), string.sub(flight, 2)
  if token == seen or phase == 'r' or (phase == 'p' and known ~= token and since < 9007199254740991) then
    redis.call('SET', KEYS[3], '1', 'PX', ARGV[5])
    return {'busy', token}
  end
end
local kept = redis.call('HMGET', KEYS[1], 'token', 'at')
if kept[1] and (kept[1] == seen or (tonumber(kept[2]) or 0) > since) then return {'kept'} end
if seen ~= '' then
  local told = redis.call('GET', KEYS[4])
  if told then return {'told', told} end
end
redis.call('SET', KEYS[2], 'r' .. own, 'PX', ARGV[4])
return {'yours'}`;

/** Bytes that are kept, and how many runs. */
const ROOM = `return {tonumber(redis.call('HGET', KEYS[2], '') or 0), redis.call('ZCARD', KEYS[1])}`;

/** What cannot be read makes room for what can. */
const DROP = `redis.call('DEL', KEYS[1])`;

/** The run has ended, well or not; its answer follows. */
const MARK = `
local flight = redis.call('GET', KEYS[1])
if flight and string.sub(flight, 2) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[3] .. ARGV[1], 'PX', ARGV[2]) end`;

/** Says that the run goes on. Answers how many other servers wait. */
const RENEW = `
local flight = redis.call('GET', KEYS[1])
if flight and string.sub(flight, 2) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return redis.call('EXISTS', KEYS[2])`;

/**
 * Keeps a run unless a later one is there that is not from the future (a clock that was wrong would win until then)
 * (or, for what others make alike, one of the same age); those that nobody asked for longest make room. Sizes by name;
 * that of no name is the sum.
 */
const KEEP =
  `
local size = #ARGV[2]
local there = redis.pcall('HGET', KEYS[1], 'at')
if type(there) == 'string' and tonumber(there) and tonumber(there) <= tonumber(ARGV[3]) + 60000 and ` +
  `(tonumber(there) > tonumber(ARGV[8]) or (ARGV[9] == 'alike' and tonumber(there) == tonumber(ARGV[8]))) then ` +
  `return end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'at', ARGV[8], 'run', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
local sum = redis.call('HINCRBY', KEYS[3], '', size - tonumber(redis.call('HGET', KEYS[3], KEYS[1]) or 0))
redis.call('HSET', KEYS[3], KEYS[1], size)
redis.call('ZADD', KEYS[2], ARGV[3], KEYS[1])
while sum > tonumber(ARGV[4]) do
  local oldest = redis.call('ZPOPMIN', KEYS[2])[1]
  if not oldest then
    redis.call('DEL', KEYS[3])
    break
  end
  redis.call('DEL', oldest)
  sum = redis.call('HINCRBY', KEYS[3], '', -tonumber(redis.call('HGET', KEYS[3], oldest) or 0))
  redis.call('HDEL', KEYS[3], oldest)
end
redis.call('PEXPIRE', KEYS[2], ARGV[5] * 2)
redis.call('PEXPIRE', KEYS[3], ARGV[5] * 2)
redis.call('PUBLISH', ARGV[6], ARGV[7])`;

const END = `
local flight = redis.call('GET', KEYS[1])
if flight and string.sub(flight, 2) == ARGV[1] then redis.call('DEL', KEYS[1]) end
if ARGV[2] ~= '' then redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3]) end
redis.call('PUBLISH', ARGV[4], ARGV[5])`;

type News = { readonly forget: () => void; readonly come: () => Promise<void>; readonly end: () => void };

export type RedisRuns = SharedRuns & {
  /** What is kept in Redis now, in its packed form; NaN while it is away. */
  readonly room: () => Promise<{ readonly bytes: number; readonly entries: number }>;
};

/** Failures of the query itself, which whoever asks the same would meet as well. */
const ofTheQuery = /^(database_error|source_|statement_|query_timeout|result_too_large)/;

/**
 * Runs that are shared through Redis. Who begins holds a short lease; the others wait for the end of that very run, and
 * one of them takes over when the lease runs out. What is kept there is packed under a key of this installation, so
 * whatever others have put under our names counts as nothing. While Redis is away each server runs for itself.
 */
export function createRedisRuns({ link, box, maxBytes, now, times: given }: Needs): RedisRuns {
  const times = { ...defaultTimes, ...given };
  /** Of one run, packed. */
  const most = maxBytes / 4;
  const order = link.key('run-order');
  const sizes = link.key('run-sizes');
  const kept = (key: string) => link.key('run', key);
  const flight = (key: string) => link.key('flight', key);
  const waiting = (key: string) => link.key('waiting', key);
  const told = (token: string) => link.key('told', token);

  async function find(key: string): Promise<NamedRun | null> {
    const name = kept(key);
    const reply = await link.run(FIND, [name, order], [now(), KEEP_MS]);
    if (!Array.isArray(reply)) return null;
    const [token, closed] = reply as readonly Reply[];
    const run = Buffer.isBuffer(closed) ? await opened(closed, name) : null;
    return run && { ...run, token: textOf(token) };
  }

  async function room(): Promise<{ readonly bytes: number; readonly entries: number }> {
    const reply = await link.run(ROOM, [order, sizes], []);
    const [bytes, entries] = Array.isArray(reply) ? (reply as readonly Reply[]).map(Number) : [];
    return { bytes: bytes ?? Number.NaN, entries: entries ?? Number.NaN };
  }

  async function opened(closed: Buffer, name: string): Promise<CachedRun | null> {
    const bytes = await box.open(closed, name);
    return bytes && readRun(bytes);
  }

  async function once(ask: RunAsk, run: (signal: AbortSignal) => Promise<CachedRun>): Promise<NamedRun> {
    const news = newsOf(ask.key, ask.signal);
    try {
      return await follow(ask, news, run);
    } finally {
      news.end();
    }
  }

  async function follow(ask: RunAsk, news: News, run: (signal: AbortSignal) => Promise<CachedRun>): Promise<NamedRun> {
    const { key, known, signal } = ask;
    let seen = '';
    let spoilt = 0;
    for (;;) {
      const own = randomUUID();
      news.forget();
      const reply = await link.run(
        BEGIN,
        [kept(key), flight(key), waiting(key), told(seen)],
        [own, known.token, seen, times.leaseMs, times.signMs * 3, Math.round(known.ranAtMs)],
      );
      if (signal.aborted) {
        if (isSaid(reply, 'yours')) await end(key, own, Buffer.alloc(0));
        throw new AppError('query_cancelled', {});
      }
      if (isSaid(reply, 'yours')) return lead(ask, own, run);
      if (isSaid(reply, 'busy')) {
        seen = textOf(reply[1]);
        await news.come();
        continue;
      }
      const isKept = isSaid(reply, 'kept');
      const answer = isKept
        ? await find(key)
        : isSaid(reply, 'told') && Buffer.isBuffer(reply[1])
          ? await readEnd(reply[1], told(seen))
          : null;
      if (isKept && !answer && spoilt++ === 0) {
        await link.run(DROP, [kept(key)], []);
        continue;
      }
      // Redis is away, the run is too large to share, or what is there cannot be read.
      return answer ?? { ...(await run(signal)), token: '' };
    }
  }

  /** Run for all servers. It is stopped when nobody waits on any of them. */
  async function lead(
    { key, keep, signal }: RunAsk,
    own: string,
    run: (signal: AbortSignal) => Promise<CachedRun>,
  ): Promise<NamedRun> {
    const stop = new AbortController();
    const sign = async (): Promise<void> => {
      const others = await link.run(RENEW, [flight(key), waiting(key)], [own, times.leaseMs]);
      if (signal.aborted && others !== 1) stop.abort();
    };
    const left = () => void sign();
    const timer = setInterval(left, times.signMs);
    signal.addEventListener('abort', left, { once: true });
    try {
      const done = await run(stop.signal);
      void link.run(MARK, [flight(key)], [own, times.leaseMs, 'p']);
      // Whoever waits here has the answer now; those elsewhere get it as soon as it is packed.
      void share(key, keep, own, done);
      return { ...done, token: own };
    } catch (error) {
      void link.run(MARK, [flight(key)], [own, times.leaseMs, 'f']);
      void shareFailure(key, own, error);
      throw error;
    } finally {
      clearInterval(timer);
      signal.removeEventListener('abort', left);
    }
  }

  async function share(key: string, keep: boolean, own: string, done: CachedRun): Promise<void> {
    // A lease is held until the answer is there: packing a big one takes longer than a moment.
    const timer = setInterval(
      () => void link.run(RENEW, [flight(key), waiting(key)], [own, times.leaseMs]),
      times.signMs,
    );
    try {
      if (!link.isUp()) return;
      const isWaitedFor = keep ? 0 : await link.run(RENEW, [flight(key), waiting(key)], [own, times.leaseMs]);
      if ((!keep && isWaitedFor !== 1) || tableBytes(done.table) > most * MAX_SHRINKING)
        return await end(key, own, await writeEnd({ kind: 'alone' }, told(own)));
      const bytes = await writeRun(done);
      if (!keep) return await end(key, own, await writeEnd({ kind: 'run', bytes }, told(own)));
      const isKept = await put(key, own, done.ranAtMs, bytes, 'new');
      await end(key, own, isKept ? Buffer.alloc(0) : await writeEnd({ kind: 'alone' }, told(own)));
    } catch {
      await end(key, own, Buffer.alloc(0)); // whoever waits runs it
    } finally {
      clearInterval(timer);
    }
  }

  /** @returns false for what is too large */
  async function put(
    key: string,
    token: string,
    ranAtMs: number,
    bytes: Buffer,
    how: 'new' | 'alike',
  ): Promise<boolean> {
    const closed = await box.close(bytes, kept(key));
    if (closed.length > most) return false;
    await link.run(
      KEEP,
      [kept(key), order, sizes],
      [
        token,
        closed,
        now(),
        maxBytes,
        KEEP_MS,
        link.channel,
        link.wordOf({ kind: 'renewed', about: key }),
        Math.round(ranAtMs),
        how,
      ],
    );
    return true;
  }

  async function keep(key: string, run: CachedRun): Promise<void> {
    if (!link.isUp() || tableBytes(run.table) > most * MAX_SHRINKING) return;
    try {
      await put(key, randomUUID(), run.ranAtMs, await writeRun(run), 'alike');
    } catch {
      // Who asks elsewhere makes it again.
    }
  }

  async function shareFailure(key: string, own: string, error: unknown): Promise<void> {
    const isShared = error instanceof AppError && ofTheQuery.test(error.code);
    await end(
      key,
      own,
      isShared
        ? await writeEnd({ kind: 'failed', code: error.code, params: error.given as ErrorParams<ErrorCode> }, told(own))
        : Buffer.alloc(0),
    );
  }

  async function end(key: string, own: string, how: Buffer): Promise<void> {
    await link.run(
      END,
      [flight(key), told(own)],
      [own, how, TOLD_MS, link.channel, link.wordOf({ kind: 'ended', about: key })],
    );
  }

  /**
   * Word that a run may have ended; without any, it is looked at from time to time. What is told before it is waited
   * for counts.
   */
  function newsOf(key: string, signal: AbortSignal): News {
    let isThere = false;
    let wake: (() => void) | null = null;
    const tell = () => {
      isThere = true;
      wake?.();
    };
    const unhear = link.hear('ended', (about) => (about === key ? tell() : undefined));
    signal.addEventListener('abort', tell, { once: true });
    return {
      forget: () => void (isThere = false),
      come: async () => {
        if (isThere) return;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, times.signMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = null;
      },
      end: () => {
        unhear();
        signal.removeEventListener('abort', tell);
      },
    };
  }

  type End =
    | { readonly kind: 'alone' }
    | { readonly kind: 'run'; readonly bytes: Buffer }
    | { readonly kind: 'failed'; readonly code: ErrorCode; readonly params: ErrorParams<ErrorCode> };

  function writeEnd(how: End, name: string): Promise<Buffer> {
    const text = how.kind === 'failed' ? JSON.stringify({ code: how.code, params: how.params }) : '';
    const rest = how.kind === 'run' ? how.bytes : Buffer.from(text);
    return box.close(
      Buffer.concat([Buffer.from(how.kind === 'run' ? 'r' : how.kind === 'failed' ? 'f' : 'a'), rest]),
      name,
    );
  }

  /** @returns null where everybody has to run it; throws what the run failed with */
  async function readEnd(closed: Buffer, name: string): Promise<NamedRun | null> {
    const bytes = await box.open(closed, name);
    const kind = bytes?.toString('latin1', 0, 1);
    if (!bytes || kind === 'a') return null;
    if (kind === 'f') {
      const { code, params } = JSON.parse(bytes.toString('utf8', 1)) as {
        code: ErrorCode;
        params: ErrorParams<ErrorCode>;
      };
      throw new AppError(code, params);
    }
    const run = await readRun(bytes.subarray(1));
    return run && { ...run, token: '' };
  }

  return { isThere: link.isUp, find, once, keep, room, onRenewed: (listener) => void link.hear('renewed', listener) };
}

function isSaid(reply: Reply | undefined, word: string): reply is readonly Reply[] {
  return Array.isArray(reply) && textOf((reply as readonly Reply[])[0]) === word;
}
