import { LRUCache } from 'lru-cache';

type Rule = { /** Failures that cost nothing. */ readonly free: number; readonly maxWaitSeconds: number };
type Entry = { readonly failures: number; readonly openAt: number };

export type Throttle = {
  /** Seconds to wait before the next try; 0 when it may go ahead. */
  readonly wait: (keys: readonly string[]) => number;
  readonly failed: (keys: readonly string[]) => void;
  readonly succeeded: (keys: readonly string[]) => void;
};

const FORGET_MS = 15 * 60_000;

/** After some free failures each further one doubles the wait for its key. Keys are told apart by what they count, not by whether they exist. */
export function createThrottle(rule: Rule, now: () => Date): Throttle {
  const entries = new LRUCache<string, Entry>({ max: 50_000, ttl: FORGET_MS });
  return {
    wait: (keys) => {
      const openAt = Math.max(0, ...keys.map((key) => entries.get(key)?.openAt ?? 0));
      return Math.max(0, Math.ceil((openAt - now().getTime()) / 1000));
    },
    failed: (keys) => {
      for (const key of keys) {
        const failures = (entries.get(key)?.failures ?? 0) + 1;
        const over = failures - rule.free;
        const seconds = over <= 0 ? 0 : Math.min(rule.maxWaitSeconds, 2 ** Math.min(over - 1, 20));
        entries.set(key, { failures, openAt: now().getTime() + seconds * 1000 });
      }
    },
    succeeded: (keys) => keys.forEach((key) => entries.delete(key)),
  };
}
