import type { Claims } from '../jobs/store.ts';
import type { JobSettings } from '../jobs/job-settings.ts';
import type { JobStore } from '../jobs/store.ts';

/** Ticks are real; leases and timeouts go by the clock of the test, so that no machine is too slow for them. */
export const quick = {
  tickMs: 20,
  leaseMs: 2000,
  patienceMs: 60_000,
  retryMs: 20,
} as const satisfies Partial<JobSettings>;
/** Less than a worker may let go by between two renewals. */
export const STEP_MS = quick.leaseMs / 4;
/** What `createLeaseClock` makes of these settings. */
export const MARGIN_MS = 2 * quick.tickMs;
/** Of the servers of a test. It stands still until the test lets time go by. */
export const clock = { passedMs: 0, correctedMs: 0 };
export const BEGAN = Date.now();
export const wall = (): number => BEGAN + clock.passedMs + clock.correctedMs;
export const timeAt = (ms = 0): string => new Date(wall() + ms).toISOString();

/** A store that tells how often its worker looked at the table: each tick asks for poison jobs once. */
export function countLooks(store: JobStore): { readonly store: JobStore; readonly looks: () => number } {
  let looks = 0;
  const quarantine: JobStore['quarantine'] = (...asked) => {
    looks += 1;
    return store.quarantine(...asked);
  };
  return { store: { ...store, quarantine }, looks: () => looks };
}

/** What a server takes that knows no kind. */
export function claimsUntil(leaseUntil: string): Claims {
  return { kinds: [], others: { maxAttempts: 3, leaseUntil } };
}
