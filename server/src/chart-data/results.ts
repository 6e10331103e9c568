import { LRUCache } from 'lru-cache';
import { AppError } from '@tessera/core/errors/app-error';
import type { Table } from '@tessera/core/table';
import { tableBytes } from './encode.ts';

/** What a run brought: the rows before post-processing. */
export type Run = { readonly table: Table; readonly truncated: boolean };

/** A result that others may read too, with the answers that were made from it. */
type Result = Run & {
  readonly ranAtMs: number;
  /** How long the run took, in milliseconds. */
  readonly tookMs: number;
  /** Finished answers by what was asked of them; they count towards the budget. */
  readonly answers: Map<string, Buffer>;
};

export type Freshness = {
  /** Oldest answer that will do, in milliseconds; `null` is any, 0 or less is none. */
  readonly maxAgeMs: number | null;
  /** Also this much older, while a new run is begun for the next reader. */
  readonly staleMs: number;
  readonly force: boolean;
};

export type Counters = { hits: number; stale: number; misses: number; joined: number; cancelled: number; derived: number; evicted: number };

export type Results = {
  /** The result under a key: kept, under way, or run now. The run is cancelled when nobody waits for it any more. */
  readonly read: (key: string, freshness: Freshness, signal: AbortSignal, run: (signal: AbortSignal) => Promise<Run>) => Promise<{ readonly result: Result; readonly isCached: boolean }>;
  /** Whether `read` would answer at once. */
  readonly has: (key: string, freshness: Freshness) => boolean;
  /** What is kept under a key, whatever its age. */
  readonly peek: (key: string) => (Run & { readonly ageMs: number }) | undefined;
  /** Keep rows that were made from another kept result, as old as that one. */
  readonly derive: (key: string, from: string, table: Table) => void;
  readonly keepAnswer: (key: string, result: Result, name: string, answer: Buffer) => void;
  readonly counters: Readonly<Counters>;
  readonly bytes: () => number;
  readonly entries: () => number;
  readonly clear: () => void;
};

type Flight = { readonly promise: Promise<Result>; readonly controller: AbortController; waiting: number };

/** Results by key with their age, and the runs that are under way. */
export function createResults({ maxBytes, now }: { readonly maxBytes: number; readonly now: () => number }): Results {
  const counters: Counters = { hits: 0, stale: 0, misses: 0, joined: 0, cancelled: 0, derived: 0, evicted: 0 };
  const kept = new LRUCache<string, Result>({ maxSize: Math.max(1, maxBytes), maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)), dispose: (_, __, reason) => void (counters.evicted += reason === 'evict' ? 1 : 0) });
  const flights = new Map<string, Flight>();

  const begin = (key: string, keep: boolean, run: (signal: AbortSignal) => Promise<Run>): Flight => {
    const controller = new AbortController();
    const startedMs = now();
    const promise = run(controller.signal)
      .then((done): Result => {
        const result = { ...done, ranAtMs: now(), tookMs: now() - startedMs, answers: new Map<string, Buffer>() };
        if (keep) kept.set(key, result, { size: sizeOf(result) });
        return result;
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
    const flight: Flight = { promise, controller, waiting: 0 };
    // Whoever waits hears of a failure; a run that nobody waits for fails in silence.
    promise.catch(() => undefined);
    flights.set(key, flight);
    return flight;
  };

  return {
    read: async (key, { maxAgeMs, staleMs, force }, signal, run) => {
      if (signal.aborted) throw new AppError('query_cancelled', {});
      const keep = maxAgeMs === null || maxAgeMs > 0;
      const present = force || !keep ? undefined : kept.get(key);
      if (present !== undefined) {
        const age = now() - present.ranAtMs;
        if (maxAgeMs === null || age <= maxAgeMs) {
          counters.hits += 1;
          return { result: present, isCached: true };
        }
        if (age <= maxAgeMs + staleMs) {
          counters.stale += 1;
          if (!flights.has(key)) begin(key, keep, run);
          return { result: present, isCached: true };
        }
      }
      const joined = flights.get(key);
      counters[joined ? 'joined' : 'misses'] += 1;
      const flight = joined ?? begin(key, keep, run);
      return { result: await wait(flight, signal, () => { counters.cancelled += 1; flights.delete(key); }), isCached: false };
    },

    has: (key, { maxAgeMs, staleMs, force }) => {
      const present = force || (maxAgeMs !== null && maxAgeMs <= 0) ? undefined : kept.peek(key);
      return present !== undefined && (maxAgeMs === null || now() - present.ranAtMs <= maxAgeMs + staleMs);
    },

    peek: (key) => {
      const present = kept.peek(key);
      return present && { table: present.table, truncated: present.truncated, ageMs: now() - present.ranAtMs };
    },

    derive: (key, from, table) => {
      // Asked for again, the wider result is worth keeping too.
      const source = kept.get(from);
      if (!source) return;
      counters.derived += 1;
      const result = { table, truncated: false, ranAtMs: source.ranAtMs, tookMs: source.tookMs, answers: new Map<string, Buffer>() };
      kept.set(key, result, { size: sizeOf(result) });
    },

    keepAnswer: (key, result, name, answer) => {
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
async function wait(flight: Flight, signal: AbortSignal, onStop: () => void): Promise<Result> {
  flight.waiting += 1;
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
    if (leave) signal.removeEventListener('abort', leave);
  }
}

function sizeOf(result: Result): number {
  let bytes = tableBytes(result.table);
  for (const [name, answer] of result.answers) bytes += name.length * 2 + answer.byteLength;
  return bytes;
}
