/** Milliseconds, UTC, of the clock that names the buckets; the end is the first moment that is no longer part of it. */
export type Period = { readonly startMs: number; readonly endMs: number };

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Lengths in milliseconds; months and their multiples have none. */
const LENGTHS: Readonly<Record<string, number>> = {
  PT1S: SECOND_MS,
  PT5S: 5 * SECOND_MS,
  PT30S: 30 * SECOND_MS,
  PT1M: MINUTE_MS,
  PT5M: 5 * MINUTE_MS,
  PT10M: 10 * MINUTE_MS,
  PT15M: 15 * MINUTE_MS,
  PT30M: 30 * MINUTE_MS,
  'PT0.5H': 30 * MINUTE_MS,
  PT1H: HOUR_MS,
  PT6H: 6 * HOUR_MS,
  P1D: DAY_MS,
  P7D: 7 * DAY_MS,
  P1W: 7 * DAY_MS,
  '1969-12-28T00:00:00Z/P1W': 7 * DAY_MS,
  '1969-12-29T00:00:00Z/P1W': 7 * DAY_MS,
};
const MONTHS: Readonly<Record<string, number>> = { P1M: 1, P3M: 3, 'P0.25Y': 3, P1Y: 12 };
const SUNDAY_WEEKS: ReadonlySet<string> = new Set(['1969-12-28T00:00:00Z/P1W', 'P1W/1970-01-03T00:00:00Z']);
/** 1969-12-28. */
const FIRST_SUNDAY = -4 * DAY_MS;
/** These are named by their last day. */
const WEEKS_BY_END: ReadonlySet<string> = new Set(['P1W/1970-01-03T00:00:00Z', 'P1W/1970-01-04T00:00:00Z']);

/** The period that a bucket of a grain stands for; null for a grain that is not known. */
export function periodOf(grain: string, bucketMs: number): Period | null {
  if (WEEKS_BY_END.has(grain)) return { startMs: bucketMs - 6 * DAY_MS, endMs: bucketMs + DAY_MS };
  const length = Object.hasOwn(LENGTHS, grain) ? LENGTHS[grain] : undefined;
  if (length !== undefined) return { startMs: bucketMs, endMs: bucketMs + length };
  const months = Object.hasOwn(MONTHS, grain) ? MONTHS[grain] : undefined;
  if (months === undefined) return null;
  const start = new Date(bucketMs);
  return { startMs: bucketMs, endMs: start.setUTCMonth(start.getUTCMonth() + months) };
}

/** How many months the periods of a grain have; null for others. */
export function monthsOf(grain: string): number | null {
  return Object.hasOwn(MONTHS, grain) ? (MONTHS[grain] ?? null) : null;
}

/** The period of a grain that a moment lies in; null for a grain that is not known. */
export function periodAt(grain: string, ms: number): Period | null {
  const first = periodOf(grain, 0);
  if (first === null) return null;
  const months = monthsOf(grain);
  if (months !== null) {
    const day = new Date(ms);
    const start = Date.UTC(2000, Math.floor(day.getUTCMonth() / months) * months, 1);
    return periodOf(grain, new Date(start).setUTCFullYear(day.getUTCFullYear()));
  }
  const length = first.endMs - first.startMs;
  const origin = length === 7 * DAY_MS ? (SUNDAY_WEEKS.has(grain) ? FIRST_SUNDAY : FIRST_SUNDAY + DAY_MS) : 0;
  const startMs = Math.floor((ms - origin) / length) * length + origin;
  return { startMs, endMs: startMs + length };
}

/**
 * Whether the first and the last bucket hold a part of their period only: the range begins or ends inside of it, or the
 * period is not over yet. All moments are of the clock that names the buckets.
 *
 * @param range  what was asked for; null is open
 * @param nowMs  when the rows were read
 */
export function incompletePeriods(
  firstMs: number,
  lastMs: number,
  grain: string,
  range: { readonly fromMs: number | null; readonly toMs: number | null },
  nowMs: number,
): { readonly first: boolean; readonly last: boolean } {
  const first = periodOf(grain, firstMs);
  const last = periodOf(grain, lastMs);
  const endMs = Math.min(range.toMs ?? Number.POSITIVE_INFINITY, nowMs);
  return {
    first: first !== null && range.fromMs !== null && range.fromMs > first.startMs && range.fromMs < first.endMs,
    last: last !== null && endMs > last.startMs && endMs < last.endMs,
  };
}
