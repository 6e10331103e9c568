/**
 * Calendar arithmetic on wall-clock milliseconds: the time that a clock on the wall shows, counted as if it were UTC.
 * Months and years keep the day of the month, or take the last one that the month has.
 */
export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

export const TIME_UNITS: readonly TimeUnit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

export const DAY_MS = 86_400_000;

const FIXED: Readonly<Partial<Record<TimeUnit, number>>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
};
const MONTHS: Readonly<Partial<Record<TimeUnit, number>>> = { month: 1, quarter: 3, year: 12 };
/** 1970-01-05, the first Monday of the epoch. */
const FIRST_MONDAY = 4 * DAY_MS;

/** Years 1 to 9999: what databases and ISO 8601 can say. False for NaN. */
export function isOnCalendar(wall: number): boolean {
  return wall >= -62_135_596_800_000 && wall < 253_402_300_800_000;
}

/** The unit behind a word, singular or plural, in any case. */
export function readUnit(word: string): TimeUnit | null {
  const singular = word.toLowerCase().replace(/s$/, '');
  return TIME_UNITS.find((unit) => unit === singular) ?? null;
}

export function addUnits(wall: number, amount: number, unit: TimeUnit): number {
  const fixed = FIXED[unit];
  if (fixed !== undefined) return wall + amount * fixed;
  const date = new Date(wall);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + amount * (MONTHS[unit] ?? 1);
  const year = Math.floor(months / 12);
  const month = months - year * 12;
  const day = Math.min(date.getUTCDate(), daysInMonth(year, month));
  return wallOf(year, month, day) + timeOfDay(wall);
}

/** Start of the unit that a moment lies in; weeks begin on Monday. */
export function truncate(wall: number, unit: TimeUnit): number {
  if (unit === 'week') return Math.floor((wall - FIRST_MONDAY) / (7 * DAY_MS)) * 7 * DAY_MS + FIRST_MONDAY;
  const fixed = FIXED[unit];
  if (fixed !== undefined) return Math.floor(wall / fixed) * fixed;
  const date = new Date(wall);
  const month = unit === 'year' ? 0 : unit === 'quarter' ? Math.floor(date.getUTCMonth() / 3) * 3 : date.getUTCMonth();
  return wallOf(date.getUTCFullYear(), month, 1);
}

/** Midnight at which the last day of the unit begins. */
export function lastDay(wall: number, unit: 'week' | 'month' | 'quarter' | 'year'): number {
  return addUnits(truncate(wall, unit), 1, unit) - DAY_MS;
}

/** Midnight of a date; months count from 0. Years below 100 are those of antiquity, not of the last century. */
export function wallOf(year: number, month: number, day: number): number {
  return new Date(Date.UTC(2000, 0, 1)).setUTCFullYear(year, month, day);
}

export function daysInMonth(year: number, month: number): number {
  return new Date(wallOf(year, month + 1, 0)).getUTCDate();
}

function timeOfDay(wall: number): number {
  return wall - truncate(wall, 'day');
}
