import { DAY_MS, truncate } from '@tessera/core/time-range/calendar';
import { readGrain, type Grain } from '@tessera/query/time-grains';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const widths: Readonly<Partial<Record<Grain, number>>> = {
  PT1S: SECOND,
  PT5S: 5 * SECOND,
  PT30S: 30 * SECOND,
  PT1M: MINUTE,
  PT5M: 5 * MINUTE,
  PT10M: 10 * MINUTE,
  PT15M: 15 * MINUTE,
  PT30M: 30 * MINUTE,
  PT1H: HOUR,
  PT6H: 6 * HOUR,
  P1D: DAY_MS,
};

/**
 * Identifies the bucket of a grain that a wall-clock moment lies in. Two moments are compared with each other when they
 * lie in the same one: a month is compared with a month, however many days lie between.
 */
export function bucketOf(wall: number, grainText: string | null): number {
  const grain = grainText === null ? null : readGrain(grainText);
  if (grain === null) return wall;
  const width = widths[grain];
  if (width !== undefined) return Math.floor(wall / width) * width;
  if (grain === 'P1M') return truncate(wall, 'month');
  if (grain === 'P3M') return truncate(wall, 'quarter');
  if (grain === 'P1Y') return truncate(wall, 'year');
  // Weeks from Sunday to Saturday, by whichever end they are named; all others begin on Monday.
  if (grain === '1969-12-28T00:00:00Z/P1W' || grain === 'P1W/1970-01-03T00:00:00Z')
    return truncate(wall + DAY_MS, 'week') - DAY_MS;
  return truncate(wall, 'week');
}

/** How buckets that are no fixed part of a day follow each other: by weeks, or by so many months; `null` for others. */
export function stepOf(grainText: string | null): { readonly unit: 'week' | 'month'; readonly amount: number } | null {
  const grain = grainText === null ? null : readGrain(grainText);
  if (grain === null || widths[grain] !== undefined) return null;
  const months: Readonly<Record<string, number>> = { P1M: 1, P3M: 3, P1Y: 12 };
  return Object.hasOwn(months, grain) ? { unit: 'month', amount: months[grain] ?? 1 } : { unit: 'week', amount: 1 };
}
