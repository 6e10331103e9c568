import { LRUCache } from 'lru-cache';

/** A counter of failures: after `free` of them each further one multiplies the wait, up to `maxWaitMs`. */
export type Counter = {
  readonly key: string;
  readonly free: number;
  readonly factor: number;
  readonly maxWaitMs: number;
};

/** Counters of failures, which are forgotten some time after the last one. */
export type Attempts = {
  /**
   * Count an attempt as a failure before it is made, unless one of the counters has to wait.
   * @returns milliseconds to
   * wait; 0 when it may go ahead
   */
  readonly begin: (counters: readonly Counter[]) => Promise<number>;
  /** Count a failure without asking whether to wait. */
  readonly add: (counters: readonly Counter[]) => Promise<void>;
  /** Take back what `begin` counted. */
  readonly undo: (keys: readonly string[]) => Promise<void>;
  readonly clear: (key: string) => Promise<void>;
  readonly remember: (key: string) => Promise<void>;
  readonly remembers: (key: string) => Promise<boolean>;
};

/** The same over several servers; `undefined` while what they share is away. */
export type SharedAttempts = {
  readonly begin: (counters: readonly Counter[]) => Promise<number | undefined>;
  readonly add: (counters: readonly Counter[]) => Promise<unknown>;
  readonly undo: (keys: readonly string[]) => Promise<unknown>;
  readonly clear: (key: string) => Promise<unknown>;
  readonly remember: (key: string) => Promise<unknown>;
  readonly remembers: (key: string) => Promise<boolean | undefined>;
};

type Entry = { readonly failures: number; readonly openAtMs: number; readonly forgetAtMs: number };

const FORGET_MS = 15 * 60_000;
/** Counters are made by whoever sends names: the oldest go. */
const MAX_COUNTERS = 50_000;
const MAX_ENTRIES = 50_000;
const SECOND_MS = 1000;

/**
 * Counters of this server, or of all servers while these share some.
 *
 * @param monotonicMs  a clock that corrections of the time do not move
 */
export function createAttempts(monotonicMs: () => number, shared: SharedAttempts | null = null): Attempts {
  const entries = new LRUCache<string, Entry>({ max: MAX_COUNTERS });
  const cached = new LRUCache<string, true>({ max: MAX_ENTRIES });

  function find(key: string): Entry | undefined {
    const entry = entries.get(key);
    return entry && entry.forgetAtMs > monotonicMs() ? entry : undefined;
  }

  function addHere(counters: readonly Counter[]): void {
    const at = monotonicMs();
    for (const { key, free, factor, maxWaitMs } of counters) {
      const failures = (find(key)?.failures ?? 0) + 1;
      const over = failures - free;
      const waitMs = over <= 0 ? 0 : Math.min(maxWaitMs, SECOND_MS * factor ** (over - 1));
      entries.set(key, { failures, openAtMs: at + waitMs, forgetAtMs: at + FORGET_MS });
    }
  }

  function beginHere(counters: readonly Counter[]): number {
    const waitMs = Math.max(0, ...counters.map(({ key }) => (find(key)?.openAtMs ?? 0) - monotonicMs()));
    if (waitMs === 0) addHere(counters);
    return waitMs;
  }

  return {
    begin: async (counters) => (await shared?.begin(counters)) ?? beginHere(counters),
    add: async (counters) => {
      addHere(counters);
      await shared?.add(counters);
    },
    undo: async (keys) => {
      for (const key of keys) {
        const entry = find(key);
        if (entry) entries.set(key, { ...entry, failures: entry.failures - 1, openAtMs: 0 });
      }
      await shared?.undo(keys);
    },
    clear: async (key) => {
      entries.delete(key);
      await shared?.clear(key);
    },
    remember: async (key) => {
      cached.set(key, true);
      await shared?.remember(key);
    },
    remembers: async (key) => cached.has(key) || (await shared?.remembers(key)) === true,
  };
}
