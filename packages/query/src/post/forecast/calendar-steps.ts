import type { Grain } from '../../time-grains.ts';
import { addUnits, DAY_MS, lastDay, truncate, type TimeUnit } from '@tessera/core/time-range/calendar';

/** Rows of a grain on the calendar. */
type Steps = {
  /** About how long one is, for what needs no calendar. */
  readonly lengthMs: number;
  /** Where an instant stands, in steps since a fixed beginning; a month is one step, however long. */
  readonly placeOf: (instant: number) => number;
  /** The instant so many steps after the last row. */
  readonly after: (instant: number, count: number) => number;
};

type FixedGrain = { readonly kind: 'fixed'; readonly lengthMs: number };
type MonthGrain = {
  readonly kind: 'months';
  readonly unit: TimeUnit & ('month' | 'quarter' | 'year');
  readonly months: number;
};

const WEEK: FixedGrain = { kind: 'fixed', lengthMs: 7 * DAY_MS };
const minutes = (count: number): FixedGrain => ({ kind: 'fixed', lengthMs: count * 60_000 });

/** Grains that can be forecast. */
const GRAINS: Readonly<Partial<Record<Grain, FixedGrain | MonthGrain>>> = {
  PT1S: { kind: 'fixed', lengthMs: 1000 },
  PT1M: minutes(1),
  PT5M: minutes(5),
  PT10M: minutes(10),
  PT15M: minutes(15),
  PT30M: minutes(30),
  PT1H: minutes(60),
  P1D: { kind: 'fixed', lengthMs: DAY_MS },
  P1W: WEEK,
  '1969-12-28T00:00:00Z/P1W': WEEK,
  '1969-12-29T00:00:00Z/P1W': WEEK,
  'P1W/1970-01-03T00:00:00Z': WEEK,
  'P1W/1970-01-04T00:00:00Z': WEEK,
  P1M: { kind: 'months', unit: 'month', months: 1 },
  P3M: { kind: 'months', unit: 'quarter', months: 3 },
  P1Y: { kind: 'months', unit: 'year', months: 12 },
};

/** The steps of a grain, or null for one that cannot be forecast. Rows named by the last days of months go on so. */
export function stepsOf(grain: Grain, instants: Float64Array): Steps | null {
  const found = GRAINS[grain];
  if (!found) return null;
  if (found.kind === 'fixed') {
    const { lengthMs } = found;
    return {
      lengthMs,
      placeOf: (instant) => instant / lengthMs,
      after: (instant, count) => instant + count * lengthMs,
    };
  }
  const { unit, months } = found;
  const isLastDay =
    instants.length > 0 && instants.every((instant) => truncate(instant, 'day') === lastDay(instant, 'month'));
  return {
    lengthMs: (months * 365.25 * DAY_MS) / 12,
    placeOf: (instant) => monthsOf(instant) / months,
    after: (instant, count) => {
      const next = addUnits(instant, count, unit);
      return isLastDay ? lastDay(next, 'month') + (instant - truncate(instant, 'day')) : next;
    },
  };
}

/** Months since the year 0, with the part of the month that has passed. */
function monthsOf(instant: number): number {
  const date = new Date(instant);
  const start = truncate(instant, 'month');
  return date.getUTCFullYear() * 12 + date.getUTCMonth() + (instant - start) / (addUnits(start, 1, 'month') - start);
}
