import type { Grain } from '../time-grains.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 1970-01-01 was a Thursday. */
const FIRST_MONDAY = 4 * DAY;
const FIRST_SUNDAY = 3 * DAY;

const every =
  (width: number, origin = 0) =>
  (epochMs: number) =>
    (epochMs - origin) % width === 0;
const monthly = (months: number) => (epochMs: number) => {
  const date = new Date(epochMs);
  return epochMs % DAY === 0 && date.getUTCDate() === 1 && date.getUTCMonth() % months === 0;
};

/** Buckets whose value is their own first instant. Weeks that are named by their end are left out. */
const starts: Readonly<Partial<Record<Grain, (epochMs: number) => boolean>>> = {
  PT1S: every(SECOND),
  PT5S: every(5 * SECOND),
  PT30S: every(30 * SECOND),
  PT1M: every(MINUTE),
  PT5M: every(5 * MINUTE),
  PT10M: every(10 * MINUTE),
  PT15M: every(15 * MINUTE),
  PT30M: every(30 * MINUTE),
  PT1H: every(HOUR),
  PT6H: every(6 * HOUR),
  P1D: every(DAY),
  P7D: every(7 * DAY, FIRST_MONDAY),
  P1W: every(7 * DAY, FIRST_MONDAY),
  '1969-12-29T00:00:00Z/P1W': every(7 * DAY, FIRST_MONDAY),
  '1969-12-28T00:00:00Z/P1W': every(7 * DAY, FIRST_SUNDAY),
  P1M: monthly(1),
  P3M: monthly(3),
  P1Y: monthly(12),
};

/** Whether an instant is the beginning of a bucket, in UTC: then it cuts the source where it cuts the buckets. */
export function isGrainStart(grain: Grain, epochMs: number): boolean {
  return starts[grain]?.(epochMs) === true;
}
