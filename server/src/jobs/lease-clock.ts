import type { InstantIn, JobNeeds } from './job-settings.ts';

/** A clock that moves by more than this between two looks was corrected. */
const CORRECTION_MS = 2000;
/** No job is leased for longer than so many leases: it was given when a clock was wrong. */
const ABSURD_LEASES = 8;

export type LeaseClock = ReturnType<typeof createLeaseClock>;

/**
 * Leases are times of the day in the table, and durations here: what a correction of the clock makes of them.
 *
 * @param leaseMs the longest that there is
 */
export function createLeaseClock(
  { now, monotonicMs }: Pick<JobNeeds, 'now' | 'monotonicMs'>,
  { leaseMs, tickMs }: { readonly leaseMs: number; readonly tickMs: number },
) {
  const at: InstantIn = (offsetMs = 0) => new Date(now().getTime() + offsetMs).toISOString();
  /** From when on users had the time to ask: the start, or the last correction of the clock. */
  let began = monotonicMs();
  let aheadMs = now().getTime() - began;
  return {
    at,
    monotonicMs,
    /** Others take a job when its lease is over; its run is stopped a little before. */
    marginMs: (lease: number): number => Math.min(2 * tickMs, lease / 4),
    /** How long the times of the table can be trusted already. */
    settledMs: (): number => monotonicMs() - began,

    /** Times in the table are those of the day; after a correction all of them are old, or still to come. */
    noticeCorrection: (): void => {
      const ahead = now().getTime() - monotonicMs();
      if (Math.abs(ahead - aheadMs) > CORRECTION_MS) began = monotonicMs();
      aheadMs = ahead;
    },

    /**
     * A lease beyond this was given when a clock was wrong. Just after a correction its holder may not have renewed it
     * yet.
     */
    // 'Z' is later than any time.
    absurdLease: (): string => (monotonicMs() - began > leaseMs ? at(leaseMs * ABSURD_LEASES) : 'Z'),
  };
}
