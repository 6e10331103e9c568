import { LRUCache } from 'lru-cache';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import type { Table } from '@tessera/core/table';
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
  /** The result under a key: kept, under way, or run now. The run is cancelled when nobody waits for it any more. */
  readonly read: (
    key: string,
    freshness: Freshness,
    signal: AbortSignal,
    run: Runner,
    waiter?: Waiter,
  ) => Promise<{ readonly result: CachedResult; readonly isCached: boolean }>;
  /** Whether `read` would answer without a run. */
  readonly has: (key: string, freshness: Freshness) => Promise<boolean>;
  /** What is kept under a key, whatever its age. */
  readonly peek: (key: string) => (Run & { readonly ageMs: number }) | undefined;
  /** Keep rows that were made from another kept result, as old as that one; other servers may have them too. */
  readonly derive: (key: string, from: string, table: Table) => void;
  readonly cacheAnswer: (key: string, result: CachedResult, name: string, answer: Chunks) => void;
  readonly counters: Readonly<Counters>;
  readonly bytes: () => number;
  readonly entries: () => number;
  readonly clear: () => void;
};

type Flight = {
  readonly promise: Promise<CachedResult>;
  readonly controller: AbortController;
  readonly waiters: Set<Waiter>;
  waiting: number;
};

/**
 * Results by key with their age, and the runs that are under way.
 *
 * @param now          The time of day, which people and other servers are told, and which may be corrected.
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
  const counters: Counters = {
    hits: 0,
    stale: 0,
    misses: 0,
    joined: 0,
    cancelled: 0,
    derived: 0,
    evicted: 0,
    fetched: 0,
  };
  const kept = new LRUCache<string, CachedResult>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
    dispose: (_, __, reason) => void (counters.evicted += reason === 'evict' ? 1 : 0),
  });
  const flights = new Map<string, Flight>();
  const fetches = new Map<string, Promise<CachedResult | null>>();
  shared.onRenewed((key) => void kept.delete(key));

  /**
   * Of a run that ended just now, or elsewhere: its age there is what the clocks say. One from the future is of no
   * known age, and will not do.
   */
  const withAge = (run: NamedRun): CachedResult => {
    const ageMs = now() - run.ranAtMs;
    return {
      ...run,
      answers: new Map<string, Chunks>(),
      bornMs: ageMs < -MAX_SKEW_MS ? -Infinity : monotonicMs() - Math.max(0, ageMs),
    };
  };
  const ageOf = ({ bornMs }: CachedResult): number => monotonicMs() - bornMs;

  const cacheHere = (key: string, run: NamedRun): CachedResult => {
    const result = withAge(run);
    kept.set(key, result, { size: sizeOf(result) });
    return result;
  };

  const begin = (key: string, keep: boolean, known: Known, run: Runner): Flight => {
    const controller = new AbortController();
    const waiters = new Set<Waiter>();
    const promise = shared
      .once({ key, keep, known, signal: controller.signal }, async (signal) => {
        const startedMs = monotonicMs();
        const done = await run(signal, () => [...waiters]);
        return { ...done, ranAtMs: now(), tookMs: monotonicMs() - startedMs };
      })
      .then((done): CachedResult => (keep ? cacheHere(key, done) : withAge(done)))
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
    const flight: Flight = { promise, controller, waiters, waiting: 0 };
    // Whoever waits hears of a failure; a run that nobody waits for fails in silence.
    promise.catch(() => undefined);
    flights.set(key, flight);
    return flight;
  };

  /** What other servers have kept; many ask once. */
  const fetchShared = (key: string): Promise<CachedResult | null> => {
    const present = fetches.get(key);
    if (present) return present;
    const fetching = shared.find(key).then((found) => {
      fetches.delete(key);
      if (!found) return null;
      const here = kept.peek(key);
      return here && here.bornMs >= withAge(found).bornMs ? here : cacheHere(key, found);
    });
    fetches.set(key, fetching);
    return fetching;
  };

  const isFresh = (result: CachedResult, { maxAgeMs }: Freshness): boolean =>
    maxAgeMs === null || ageOf(result) <= maxAgeMs;
  const isNearlyFresh = (result: CachedResult, { maxAgeMs, staleMs }: Freshness): boolean =>
    maxAgeMs === null || ageOf(result) <= maxAgeMs + staleMs;
  const isCacheable = ({ maxAgeMs }: Freshness): boolean => maxAgeMs === null || maxAgeMs > 0;

  /** Give a kept result that will do; a stale one while a new run is begun for the next reader. */
  const give = (
    key: string,
    present: CachedResult | null | undefined,
    freshness: Freshness,
    run: Runner,
  ): CachedResult | null => {
    if (!present || !isNearlyFresh(present, freshness)) return null;
    if (isFresh(present, freshness)) {
      counters.hits += 1;
      return present;
    }
    counters.stale += 1;
    if (!flights.has(key)) begin(key, true, present, run);
    return present;
  };

  return {
    read: async (key, freshness, signal, run, waiter) => {
      const keep = isCacheable(freshness);
      const askedMs = monotonicMs();
      for (;;) {
        if (signal.aborted) throw new AppError('query_cancelled', {});
        let known = NOTHING_WILL_DO;
        if (keep && !freshness.force) {
          const here = give(key, kept.get(key), freshness, run);
          if (here) return { result: here, isCached: true };
          if (shared.isThere() && !flights.has(key)) {
            const found = await fetchShared(key);
            const elsewhere = give(key, found, freshness, run);
            if (elsewhere) {
              counters.fetched += 1;
              return { result: elsewhere, isCached: true };
            }
            known = found ?? NOTHING_KNOWN;
            if (signal.aborted) continue;
          }
        }
        const joined = flights.get(key);
        counters[joined ? 'joined' : 'misses'] += 1;
        const flight = joined ?? begin(key, keep, known, run);
        const onStop = (): void => {
          counters.cancelled += 1;
          flights.delete(key);
        };
        try {
          const result = await wait(flight, signal, onStop, waiter);
          // Another server may have ended that run before it was asked for here.
          if (keep && result.bornMs < askedMs && !isFresh(result, freshness)) continue;
          return { result, isCached: false };
        } catch (error) {
          // The limits of one person are not those of another who asked the same.
          if (!joined || signal.aborted || !isAppError(error, 'quota_exceeded')) throw error;
        }
      }
    },

    has: async (key, freshness) => {
      if (freshness.force || !isCacheable(freshness)) return false;
      const here = kept.peek(key);
      if (here && isNearlyFresh(here, freshness)) return true;
      const found = shared.isThere() ? await fetchShared(key) : null;
      return found !== null && isNearlyFresh(found, freshness);
    },

    peek: (key) => {
      const present = kept.peek(key);
      return present && { table: present.table, truncated: present.truncated, ageMs: ageOf(present) };
    },

    derive: (key, from, table) => {
      // Asked for again, the wider result is worth keeping too.
      const source = kept.get(from);
      if (!source) return;
      counters.derived += 1;
      const run = { table, truncated: false, ranAtMs: source.ranAtMs, tookMs: source.tookMs };
      const result = { ...run, token: '', answers: new Map<string, Chunks>(), bornMs: source.bornMs };
      kept.set(key, result, { size: sizeOf(result) });
      void shared.keep(key, run);
    },

    cacheAnswer: (key, result, name, answer) => {
      result.answers.set(name, answer);
      if (kept.peek(key) === result) kept.set(key, result, { size: sizeOf(result) });
    },

    counters,
    bytes: () => kept.calculatedSize,
    entries: () => kept.size,
    clear: () => kept.clear(),
  };
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
