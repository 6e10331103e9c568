import { randomUUID } from 'node:crypto';
import { AppError, type ErrorCode, type ErrorParams } from '@tessera/core/errors/app-error';
import { bindAll } from '../bind-all.ts';
import { tableBytes } from '../chart-data/values/encode.ts';
import type { CachedRun, NamedRun, RunAsk, SharedRuns } from '../chart-data/run/shared-runs.ts';
import type { Box } from './box.ts';
import { textOf, type RedisLink, type Reply } from './redis-link.ts';
import { readRun, writeRun } from './run-bytes.ts';

type Needs = {
  readonly link: RedisLink;
  readonly box: Box;
  /** Room for cached runs in Redis, in bytes of their packed form. */
  readonly maxBytes: number;
  /** The time of day, as results have it. */
  readonly now: () => number;
  readonly times?: Partial<typeof defaultTimes>;
};

const defaultTimes = {
  /** A server that did not respond for so long does not run it any more. */
  leaseMs: 4000,
  /** How often who runs and who waits say that they are still there. */
  signMs: 1000,
};
/** What nobody has asked for so long goes. */
const KEEP_MS = 86_400_000;
/** How long the end of a run that is not stored can be read. */
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
 * retained: take it; reported: how it ended; busy: another runs it; yours: run it.
 * A flight is its phase (running, packing, failed) and its token. One that has ended is only for those who waited
 * for it, and its answer for those whom a retained one may do.
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

/** Bytes that are retained, and how many runs. */
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
  /** What is stored in Redis now, in its packed form; NaN while it is away. */
  readonly room: () => Promise<{ readonly bytes: number; readonly entries: number }>;
};

/** Failures of the query itself, which whoever asks the same would meet as well. */
const ofTheQuery = /^(database_error|source_|statement_|query_timeout|result_too_large)/;

/** How a run ended, as the other servers read it. */
type End =
  | { readonly kind: 'alone' }
  | { readonly kind: 'run'; readonly bytes: Buffer }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly params: ErrorParams<ErrorCode> };

type RunsState = Needs & {
  readonly times: { leaseMs: number; signMs: number };
  /** Of one run, packed. */
  readonly most: number;
  readonly order: string;
  readonly sizes: string;
};

/**
 * Runs that are shared through Redis. Who begins holds a short lease; the others wait for the end of that very run, and
 * one of them takes over when the lease runs out. What is stored there is packed under a key of this installation, so
 * whatever others have put under our names counts as nothing. While Redis is away each server runs for itself.
 */
export function createRedisRuns(needs: Needs): RedisRuns {
  const runs: RunsState = {
    ...needs,
    times: { ...defaultTimes, ...needs.times },
    most: needs.maxBytes / 4,
    order: needs.link.key('run-order'),
    sizes: needs.link.key('run-sizes'),
  };
  return {
    ...bindAll(runs, { find, once, keep, room, onRenewed }),
    isThere: needs.link.isUp,
  };
}

function kept(runs: RunsState, key: string) {
  return runs.link.key('run', key);
}

function flight(runs: RunsState, key: string) {
  return runs.link.key('flight', key);
}

function waiting(runs: RunsState, key: string) {
  return runs.link.key('waiting', key);
}

function told(runs: RunsState, token: string) {
  return runs.link.key('told', token);
}

async function find(runs: RunsState, key: string): Promise<NamedRun | null> {
  const name = kept(runs, key);
  const reply = await runs.link.run(FIND, [name, runs.order], [runs.now(), KEEP_MS]);
  if (!Array.isArray(reply)) return null;
  const [token, closed] = reply as readonly Reply[];
  const run = Buffer.isBuffer(closed) ? await opened(runs, closed, name) : null;
  return run && { ...run, token: textOf(token) };
}

async function room(runs: RunsState): Promise<{ readonly bytes: number; readonly entries: number }> {
  const reply = await runs.link.run(ROOM, [runs.order, runs.sizes], []);
  const [bytes, entries] = Array.isArray(reply) ? (reply as readonly Reply[]).map(Number) : [];
  return { bytes: bytes ?? Number.NaN, entries: entries ?? Number.NaN };
}

async function opened(runs: RunsState, closed: Buffer, name: string): Promise<CachedRun | null> {
  const bytes = await runs.box.open(closed, name);
  return bytes && readRun(bytes);
}

async function once(runs: RunsState, ask: RunAsk, run: (signal: AbortSignal) => Promise<CachedRun>): Promise<NamedRun> {
  const news = newsOf(runs, ask.key, ask.signal);
  try {
    return await follow(runs, ask, news, run);
  } finally {
    news.end();
  }
}

async function follow(
  runs: RunsState,
  ask: RunAsk,
  news: News,
  run: (signal: AbortSignal) => Promise<CachedRun>,
): Promise<NamedRun> {
  const { key, known, signal } = ask;
  let seen = '';
  let spoilt = 0;
  for (;;) {
    const own = randomUUID();
    news.forget();
    const reply = await runs.link.run(
      BEGIN,
      [kept(runs, key), flight(runs, key), waiting(runs, key), told(runs, seen)],
      [own, known.token, seen, runs.times.leaseMs, runs.times.signMs * 3, Math.round(known.ranAtMs)],
    );
    if (signal.aborted) {
      if (isSaid(reply, 'yours')) await end(runs, key, own, Buffer.alloc(0));
      throw new AppError('query_cancelled', {});
    }
    if (isSaid(reply, 'yours')) return lead(runs, ask, own, run);
    if (isSaid(reply, 'busy')) {
      seen = textOf(reply[1]);
      await news.come();
      continue;
    }
    const isStored = isSaid(reply, 'kept');
    const answer = isStored
      ? await find(runs, key)
      : isSaid(reply, 'told') && Buffer.isBuffer(reply[1])
        ? await readEnd(runs, reply[1], told(runs, seen))
        : null;
    if (isStored && !answer && spoilt++ === 0) {
      await runs.link.run(DROP, [kept(runs, key)], []);
      continue;
    }
    // Redis is away, the run is too large to share, or what is there cannot be read.
    return answer ?? { ...(await run(signal)), token: '' };
  }
}

/** Run for all servers. It is stopped when nobody waits on any of them. */
async function lead(
  runs: RunsState,
  { key, keep, signal }: RunAsk,
  own: string,
  run: (signal: AbortSignal) => Promise<CachedRun>,
): Promise<NamedRun> {
  const stop = new AbortController();
  const sign = async (): Promise<void> => {
    const others = await runs.link.run(RENEW, [flight(runs, key), waiting(runs, key)], [own, runs.times.leaseMs]);
    if (signal.aborted && others !== 1) stop.abort();
  };
  const left = () => void sign();
  const timer = setInterval(left, runs.times.signMs);
  signal.addEventListener('abort', left, { once: true });
  try {
    const done = await run(stop.signal);
    void runs.link.run(MARK, [flight(runs, key)], [own, runs.times.leaseMs, 'p']);
    // Whoever waits here has the answer now; those elsewhere get it as soon as it is packed.
    void share(runs, key, keep, own, done);
    return { ...done, token: own };
  } catch (error) {
    void runs.link.run(MARK, [flight(runs, key)], [own, runs.times.leaseMs, 'f']);
    void shareFailure(runs, key, own, error);
    throw error;
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', left);
  }
}

async function share(runs: RunsState, key: string, keep: boolean, own: string, done: CachedRun): Promise<void> {
  // A lease is renewed until the answer is there: packing a big one takes longer than a moment.
  const timer = setInterval(
    () => void runs.link.run(RENEW, [flight(runs, key), waiting(runs, key)], [own, runs.times.leaseMs]),
    runs.times.signMs,
  );
  try {
    if (!runs.link.isUp()) return;
    const isWaitedFor = keep
      ? 0
      : await runs.link.run(RENEW, [flight(runs, key), waiting(runs, key)], [own, runs.times.leaseMs]);
    if ((!keep && isWaitedFor !== 1) || tableBytes(done.table) > runs.most * MAX_SHRINKING)
      return await end(runs, key, own, await writeEnd(runs, { kind: 'alone' }, told(runs, own)));
    const bytes = await writeRun(done);
    if (!keep) return await end(runs, key, own, await writeEnd(runs, { kind: 'run', bytes }, told(runs, own)));
    const isStored = await put(runs, key, own, done.ranAtMs, bytes, 'new');
    await end(runs, key, own, isStored ? Buffer.alloc(0) : await writeEnd(runs, { kind: 'alone' }, told(runs, own)));
  } catch {
    await end(runs, key, own, Buffer.alloc(0)); // whoever waits runs it
  } finally {
    clearInterval(timer);
  }
}

/** @returns false for what is too large */
async function put(
  runs: RunsState,
  key: string,
  token: string,
  ranAtMs: number,
  bytes: Buffer,
  how: 'new' | 'alike',
): Promise<boolean> {
  const closed = await runs.box.close(bytes, kept(runs, key));
  if (closed.length > runs.most) return false;
  await runs.link.run(
    KEEP,
    [kept(runs, key), runs.order, runs.sizes],
    [
      token,
      closed,
      runs.now(),
      runs.maxBytes,
      KEEP_MS,
      runs.link.channel,
      runs.link.wordOf({ kind: 'renewed', about: key }),
      Math.round(ranAtMs),
      how,
    ],
  );
  return true;
}

async function keep(runs: RunsState, key: string, run: CachedRun): Promise<void> {
  if (!runs.link.isUp() || tableBytes(run.table) > runs.most * MAX_SHRINKING) return;
  try {
    await put(runs, key, randomUUID(), run.ranAtMs, await writeRun(run), 'alike');
  } catch {
    // Who asks elsewhere makes it again.
  }
}

async function shareFailure(runs: RunsState, key: string, own: string, error: unknown): Promise<void> {
  const isShared = error instanceof AppError && ofTheQuery.test(error.code);
  await end(
    runs,
    key,
    own,
    isShared
      ? await writeEnd(
          runs,
          { kind: 'failed', code: error.code, params: error.given as ErrorParams<ErrorCode> },
          told(runs, own),
        )
      : Buffer.alloc(0),
  );
}

async function end(runs: RunsState, key: string, own: string, how: Buffer): Promise<void> {
  await runs.link.run(
    END,
    [flight(runs, key), told(runs, own)],
    [own, how, TOLD_MS, runs.link.channel, runs.link.wordOf({ kind: 'ended', about: key })],
  );
}

/**
 * Word that a run may have ended; without any, it is looked at from time to time. What is reported before it is waited
 * for counts.
 */
function newsOf(runs: RunsState, key: string, signal: AbortSignal): News {
  let isThere = false;
  let wake: (() => void) | null = null;
  const tell = () => {
    isThere = true;
    wake?.();
  };
  const unhear = runs.link.hear('ended', (about) => (about === key ? tell() : undefined));
  signal.addEventListener('abort', tell, { once: true });
  return {
    forget: () => void (isThere = false),
    come: async () => {
      if (isThere) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, runs.times.signMs);
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

function writeEnd(runs: RunsState, how: End, name: string): Promise<Buffer> {
  const text = how.kind === 'failed' ? JSON.stringify({ code: how.code, params: how.params }) : '';
  const rest = how.kind === 'run' ? how.bytes : Buffer.from(text);
  return runs.box.close(
    Buffer.concat([Buffer.from(how.kind === 'run' ? 'r' : how.kind === 'failed' ? 'f' : 'a'), rest]),
    name,
  );
}

/** @returns null where everybody has to run it; throws what the run failed with */
async function readEnd(runs: RunsState, closed: Buffer, name: string): Promise<NamedRun | null> {
  const bytes = await runs.box.open(closed, name);
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

function onRenewed(runs: RunsState, listener: (key: string) => void) {
  return void runs.link.hear('renewed', listener);
}

function isSaid(reply: Reply | undefined, word: string): reply is readonly Reply[] {
  return Array.isArray(reply) && textOf((reply as readonly Reply[])[0]) === word;
}
