import { LRUCache } from 'lru-cache';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import type { Table } from '@tessera/core/table';
import { bindAll } from '../../bind-all.ts';
import type { Waiter, Waiters } from '../../engines/admission/waiters.ts';
import { tableBytes } from '../values/encode.ts';
import { bytesOf, type Chunks } from '../values/chunks.ts';
import {
  NOTHING_KNOWN,
  NOTHING_WILL_DO,
  alone,
  type Known,
  type NamedRun,
  type Run,
  type SharedRuns,
} from '../run/shared-runs.ts';

/** A result that others may read too, with the answers that were made from it. */
export type CachedResult = NamedRun & {
  /** Finished answers by what was asked of them; they count towards the budget. */
  readonly answers: Map<string, Chunks>;
  /** When it had no age, by the clock of this process. */
  readonly bornMs: number;
};

export type Freshness = {
  /** Oldest answer that will do, in milliseconds; `null` is any, 0 or less is none. */
  readonly maxAgeMs: number | null;
  /** Also this much older, while a new run is begun for the next reader. */
  readonly staleMs: number;
  readonly force: boolean;
};

/** Clocks of servers may differ by so much, as they do everywhere. */
const MAX_SKEW_MS = 60_000;

/** Runs a query; those who wait for it may change meanwhile. */
type Runner = (signal: AbortSignal, waiters: Waiters) => Promise<Run>;

export type Counters = {
  hits: number;
  stale: number;
  misses: number;
  joined: number;
  cancelled: number;
  derived: number;
  evicted: number;
  fetched: number;
};

export type Results = {
  /**
   * The result under a key: retained, under way, or run now. The run is cancelled when nobody waits for it any more.
   */
  readonly read: (
    key: string,
    freshness: Freshness,
    signal: AbortSignal,
    run: Runner,
    waiter?: Waiter,
  ) => Promise<{ readonly result: CachedResult; readonly isCached: boolean }>;
  /** Whether `read` would answer without a run. */
  readonly has: (key: string, freshness: Freshness) => Promise<boolean>;
  /** What is stored under a key, whatever its age. */
  readonly peek: (key: string) => (Run & { readonly ageMs: number }) | undefined;
  /** Keep rows that were made from another cached result, as old as that one; other servers may have them too. */
  readonly derive: (key: string, from: string, table: Table) => void;
  /** What is stored under a key here is not needed any more. */
  readonly forget: (key: string) => void;
  readonly cacheAnswer: (key: string, result: CachedResult, name: string, answer: Chunks) => void;
  readonly counters: Readonly<Counters>;
  readonly bytes: () => number;
  /** The most of them. */
  readonly maxBytes: number;
  readonly entries: () => number;
  readonly clear: () => void;
};

type Flight = {
  readonly promise: Promise<CachedResult>;
  readonly controller: AbortController;
  readonly waiters: Set<Waiter>;
  waiting: number;
};

type ResultCache = {
  readonly now: () => number;
  readonly monotonicMs: () => number;
  readonly shared: SharedRuns;
  readonly counters: Counters;
  readonly kept: LRUCache<string, CachedResult>;
  readonly flights: Map<string, Flight>;
  readonly fetches: Map<string, Promise<CachedResult | null>>;
};

/**
 * Results by key with their age, and the runs that are under way.
 *
 * @param now          The time of day, which users and other servers read, and which may be corrected.
 * @param monotonicMs  A clock that corrections do not move: ages here go by it.
 * @param shared       What other servers run and keep.
 */
export function createResults({
  maxBytes,
  now,
  monotonicMs,
  shared = alone,
}: {
  readonly maxBytes: number;
  readonly now: () => number;
  readonly monotonicMs: () => number;
  readonly shared?: SharedRuns;
}): Results {
  const kept = new LRUCache<string, CachedResult>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
    dispose: (_, __, reason) => void (cache.counters.evicted += reason === 'evict' ? 1 : 0),
  });
  shared.onRenewed((key) => void kept.delete(key));
  const cache: ResultCache = {
    now,
    monotonicMs,
    shared,
    counters: {
      hits: 0,
      stale: 0,
      misses: 0,
      joined: 0,
      cancelled: 0,
      derived: 0,
      evicted: 0,
      fetched: 0,
    },
    kept,
    flights: new Map<string, Flight>(),
    fetches: new Map<string, Promise<CachedResult | null>>(),
  };
  return {
    ...bindAll(cache, { read, has, peek, derive, forget, cacheAnswer, bytes, entries, clear }),
    counters: cache.counters,
    maxBytes,
  };
}

/**
 * Of a run that ended just now, or elsewhere: its age there is what the clocks say. One from the future is of no
 * known age, and will not do.
 */
function withAge(cache: ResultCache, run: NamedRun): CachedResult {
  const ageMs = cache.now() - run.ranAtMs;
  return {
    ...run,
    answers: new Map<string, Chunks>(),
    bornMs: ageMs < -MAX_SKEW_MS ? -Infinity : cache.monotonicMs() - Math.max(0, ageMs),
  };
}

function ageOf(cache: ResultCache, { bornMs }: CachedResult): number {
  return cache.monotonicMs() - bornMs;
}

function cacheHere(cache: ResultCache, key: string, run: NamedRun): CachedResult {
  const result = withAge(cache, run);
  cache.kept.set(key, result, { size: sizeOf(result) });
  return result;
}

function begin(cache: ResultCache, key: string, keep: boolean, known: Known, run: Runner): Flight {
  const controller = new AbortController();
  const waiters = new Set<Waiter>();
  const promise = cache.shared
    .once({ key, keep, known, signal: controller.signal }, async (signal) => {
      const startedMs = cache.monotonicMs();
      const done = await run(signal, () => [...waiters]);
      return { ...done, ranAtMs: cache.now(), tookMs: cache.monotonicMs() - startedMs };
    })
    .then((done): CachedResult => (keep ? cacheHere(cache, key, done) : withAge(cache, done)))
    .finally(() => {
      if (cache.flights.get(key) === flight) cache.flights.delete(key);
    });
  const flight: Flight = { promise, controller, waiters, waiting: 0 };
  // Whoever waits hears of a failure; a run that nobody waits for fails without a word.
  promise.catch(() => undefined);
  cache.flights.set(key, flight);
  return flight;
}

/** What other servers have retained; many ask once. */
function fetchShared(cache: ResultCache, key: string): Promise<CachedResult | null> {
  const present = cache.fetches.get(key);
  if (present) return present;
  const fetching = cache.shared.find(key).then((found) => {
    cache.fetches.delete(key);
    if (!found) return null;
    const here = cache.kept.peek(key);
    return here && here.bornMs >= withAge(cache, found).bornMs ? here : cacheHere(cache, key, found);
  });
  cache.fetches.set(key, fetching);
  return fetching;
}

function isFresh(cache: ResultCache, result: CachedResult, { maxAgeMs }: Freshness): boolean {
  return maxAgeMs === null || ageOf(cache, result) <= maxAgeMs;
}

function isNearlyFresh(cache: ResultCache, result: CachedResult, { maxAgeMs, staleMs }: Freshness): boolean {
  return maxAgeMs === null || ageOf(cache, result) <= maxAgeMs + staleMs;
}

function isCacheable({ maxAgeMs }: Freshness): boolean {
  return maxAgeMs === null || maxAgeMs > 0;
}

/** Return a cached result that will do; a stale one while a new run is begun for the next reader. */
function give(
  cache: ResultCache,
  key: string,
  present: CachedResult | null | undefined,
  freshness: Freshness,
  run: Runner,
): CachedResult | null {
  if (!present || !isNearlyFresh(cache, present, freshness)) return null;
  if (isFresh(cache, present, freshness)) {
    cache.counters.hits += 1;
    return present;
  }
  cache.counters.stale += 1;
  if (!cache.flights.has(key)) begin(cache, key, true, present, run);
  return present;
}

async function read(
  cache: ResultCache,
  key: string,
  freshness: Freshness,
  signal: AbortSignal,
  run: Runner,
  waiter: Waiter | undefined,
) {
  const keep = isCacheable(freshness);
  const askedMs = cache.monotonicMs();
  for (;;) {
    if (signal.aborted) throw new AppError('query_cancelled', {});
    let known = NOTHING_WILL_DO;
    if (keep && !freshness.force) {
      const here = give(cache, key, cache.kept.get(key), freshness, run);
      if (here) return { result: here, isCached: true };
      if (cache.shared.isThere() && !cache.flights.has(key)) {
        const found = await fetchShared(cache, key);
        const elsewhere = give(cache, key, found, freshness, run);
        if (elsewhere) {
          cache.counters.fetched += 1;
          return { result: elsewhere, isCached: true };
        }
        known = found ?? NOTHING_KNOWN;
        if (signal.aborted) continue;
      }
    }
    const joined = cache.flights.get(key);
    cache.counters[joined ? 'joined' : 'misses'] += 1;
    const flight = joined ?? begin(cache, key, keep, known, run);
    const onStop = (): void => {
      cache.counters.cancelled += 1;
      cache.flights.delete(key);
    };
    try {
      const result = await wait(flight, signal, onStop, waiter);
      // Another server may have ended that run before it was asked for here.
      if (keep && result.bornMs < askedMs && !isFresh(cache, result, freshness)) continue;
      return { result, isCached: false };
    } catch (error) {
      // The limits of one user are not those of another who asked the same.
      if (!joined || signal.aborted || !isAppError(error, 'quota_exceeded')) throw error;
    }
  }
}

async function has(cache: ResultCache, key: string, freshness: Freshness) {
  if (freshness.force || !isCacheable(freshness)) return false;
  const here = cache.kept.peek(key);
  if (here && isNearlyFresh(cache, here, freshness)) return true;
  const found = cache.shared.isThere() ? await fetchShared(cache, key) : null;
  return found !== null && isNearlyFresh(cache, found, freshness);
}

function peek(cache: ResultCache, key: string) {
  const present = cache.kept.peek(key);
  return present && { table: present.table, truncated: present.truncated, ageMs: ageOf(cache, present) };
}

function derive(cache: ResultCache, key: string, from: string, table: Table) {
  // Asked for again, the wider result is worth keeping too.
  const source = cache.kept.get(from);
  if (!source) return;
  cache.counters.derived += 1;
  const run = { table, truncated: false, ranAtMs: source.ranAtMs, tookMs: source.tookMs };
  const result = { ...run, token: '', answers: new Map<string, Chunks>(), bornMs: source.bornMs };
  cache.kept.set(key, result, { size: sizeOf(result) });
  void cache.shared.keep(key, run);
}

function forget(cache: ResultCache, key: string) {
  cache.kept.delete(key);
}

function cacheAnswer(cache: ResultCache, key: string, result: CachedResult, name: string, answer: Chunks) {
  result.answers.set(name, answer);
  if (cache.kept.peek(key) === result) cache.kept.set(key, result, { size: sizeOf(result) });
}

function bytes(cache: ResultCache) {
  return cache.kept.calculatedSize;
}

function entries(cache: ResultCache) {
  return cache.kept.size;
}

function clear(cache: ResultCache) {
  return cache.kept.clear();
}

/** Wait for a flight until the waiter leaves; the last one to leave stops it. */
async function wait(
  flight: Flight,
  signal: AbortSignal,
  onStop: () => void,
  waiter: Waiter | undefined,
): Promise<CachedResult> {
  flight.waiting += 1;
  // One request may wait twice for one query, each time as somebody else.
  const own = waiter && { ...waiter };
  if (own) flight.waiters.add(own);
  let leave: (() => void) | null = null;
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(new AppError('query_cancelled', {}));
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([flight.promise, left]);
  } catch (error) {
    if (signal.aborted && flight.waiting === 1) {
      flight.controller.abort();
      onStop();
    }
    throw error;
  } finally {
    flight.waiting -= 1;
    if (own) flight.waiters.delete(own);
    if (leave) signal.removeEventListener('abort', leave);
  }
}

function sizeOf(result: CachedResult): number {
  let bytes = tableBytes(result.table);
  for (const [name, answer] of result.answers) bytes += name.length * 2 + bytesOf(answer);
  return bytes;
}
