import { addUnits, type TimeUnit, truncate } from '@tessera/core/time-range/calendar';
import type { ChartContext } from '../define.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * A tick of a time axis. An adaptive axis says only what changes from tick to tick — 2024, Mar, Mar 15, 14:30 — so that
 * labels stay short; quarters keep their names. Formats that an author chose are used as they are.
 */
export function axisTimeLabel(epochMs: number, format: string, grain: string | null, context: ChartContext): string {
  if (format !== 'smart_date') return context.formatTime(format, epochMs, grain);
  if (grain === 'P3M') return context.formatTime('smart_date', epochMs, grain);
  if (epochMs % MINUTE !== 0) return context.formatTime(epochMs % SECOND === 0 ? '%H:%M:%S' : '.%L', epochMs);
  if (epochMs % DAY !== 0) return context.formatTime('%H:%M', epochMs);
  const date = new Date(epochMs);
  if (date.getUTCDate() !== 1) return context.formatTime('%b %-d', epochMs);
  return context.formatTime(date.getUTCMonth() === 0 ? '%Y' : '%b', epochMs);
}

const PERIODS: Readonly<Record<string, TimeUnit>> = { P1M: 'month', P3M: 'quarter', 'P0.25Y': 'quarter', P1Y: 'year' };

/**
 * Whether a period of the grain begins at a tick. An axis that is zoomed has ticks at its ends and within periods: a
 * period named there has two labels, and none at its mark.
 */
export function isPeriodStart(epochMs: number, grain: string | null): boolean {
  const unit = grain === null ? undefined : PERIODS[grain];
  return unit === undefined || truncate(epochMs, unit) === epochMs;
}

const YEAR = 365.25 * DAY;
const YEAR_STEPS = [2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];

/**
 * Where a long axis of time has its labels: on round years (1960, 1970), not on whatever year divides it evenly.
 *
 * @param from   first and last moment in epoch ms.
 * @param count  how many labels there is room for.
 * @returns moments in epoch ms; undefined where the axis is too short for it, and finds its own.
 */
export function roundYears(from: number, to: number, count: number): readonly number[] | undefined {
  const least = (to - from) / YEAR / Math.max(1, count);
  if (!(least > 1.25)) return undefined;
  const step = YEAR_STEPS.find((years) => years >= least) ?? Math.ceil(least / 1000) * 1000;
  const first = Math.ceil(yearOf(from) / step) * step;
  return Array.from({ length: Math.floor((yearOf(to) - first) / step) + 1 }, (_, index) =>
    startOf(first + index * step),
  ).filter((start) => start >= from && start <= to);
}

/** The year, which begins at its first millisecond and ends before the next. */
function yearOf(epochMs: number): number {
  return new Date(epochMs).getUTCFullYear();
}

/** `Date.UTC` takes the years 0 to 99 for those of the last century. */
function startOf(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

const TICKS: readonly (readonly [number, TimeUnit])[] = [
  [1, 'second'],
  [10, 'second'],
  [1, 'minute'],
  [10, 'minute'],
  [30, 'minute'],
  [1, 'hour'],
  [3, 'hour'],
  [6, 'hour'],
  [12, 'hour'],
  [1, 'day'],
  [2, 'day'],
  [1, 'week'],
  [1, 'month'],
  [3, 'month'],
  [6, 'month'],
  [1, 'year'],
];
const UNIT_MS: Readonly<Partial<Record<TimeUnit, number>>> = {
  second: SECOND,
  minute: MINUTE,
  hour: 60 * MINUTE,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
  year: YEAR,
};

/**
 * Where an axis of time that is drawn by hand has its labels: on whole units of the calendar.
 *
 * @param count  how many labels there is room for.
 */
export function timeTicks(from: number, to: number, count: number): readonly number[] {
  if (!(to > from)) return [from];
  const room = (to - from) / Math.max(1, count);
  // Between one and two years apart no step of the calendar is found: every other year has a label.
  const years = roundYears(from, to, count) ?? roundYears(from, to, (to - from) / YEAR / 1.5);
  const found = TICKS.find(([steps, unit]) => steps * (UNIT_MS[unit] ?? YEAR) >= room);
  if (found === undefined) return years ?? [];
  const [steps, unit] = found;
  const ticks: number[] = [];
  const begin = truncate(from, unit === 'month' ? 'year' : unit === 'hour' || unit === 'minute' ? 'day' : unit);
  // Of small units the calendar gives the beginning, so that labels stand on 0, 3, 6 hours.
  const first = unit === 'second' ? truncate(from, 'minute') : begin;
  for (let tick = first; tick <= to; tick = addUnits(tick, steps, unit)) if (tick >= from) ticks.push(tick);
  return ticks;
}
