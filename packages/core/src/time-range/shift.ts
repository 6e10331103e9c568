import { addUnits, isOnCalendar, readUnit } from './calendar.ts';
import { clockAt, readHumanDate } from './human-date.ts';
import { parseTimeRange, type TimeRange, type TimeRangeOptions, type TimeRangeParse } from './parse.ts';
import { fromWall, toWall } from './zone.ts';

const AMOUNT = /^-?(\d{1,6})\s+([a-z]+)(?:\s+ago)?$/i;

/**
 * A moment moved into the past by a time shift: `1 week`, `1 week ago` and `-1 week` mean the same. Months and years
 * follow the calendar. `inherit`, unknown text and shifts beyond the calendar move by nothing.
 */
export function shiftMoment(epochMs: number, shift: string, zone = 'UTC'): number {
  return moveMoment(epochMs, shift, zone, -1);
}

/** The way back: a moment of the time that a shift compares with, moved to the present. */
export function unshiftMoment(epochMs: number, shift: string, zone = 'UTC'): number {
  return moveMoment(epochMs, shift, zone, 1);
}

function moveMoment(epochMs: number, shift: string, zone: string, direction: 1 | -1): number {
  const [, digits, word = ''] = AMOUNT.exec(shift.trim()) ?? [];
  const unit = readUnit(word);
  if (digits === undefined || unit === null || unit === 'quarter') return epochMs;
  const moved = addUnits(toWall(epochMs, zone), direction * Number(digits), unit);
  return isOnCalendar(moved) ? fromWall(moved, zone) : epochMs;
}

/** Is this text an amount that `shiftMoment` moves by? */
export function isTimeShift(shift: string): boolean {
  const unit = readUnit(AMOUNT.exec(shift.trim())?.[2] ?? '');
  return unit !== null && unit !== 'quarter';
}

/**
 * The range that a time shift compares with: both ends moved; `A : B` replaces the range, and a date collapses both
 * ends to it.
 */
export function shiftRange(range: TimeRange, shift: string, options: TimeRangeOptions): TimeRangeParse {
  if (shift.includes(' : ')) return parseTimeRange(shift, options);
  const zone = options.zone ?? 'UTC';
  if (!isTimeShift(shift)) {
    const date = /\d/.test(shift) ? readHumanDate(shift, clockAt(options.now, zone)) : null;
    const instant = date === null ? null : fromWall(date, zone);
    if (instant !== null)
      return {
        ok: true,
        range: { since: range.since === null ? null : instant, until: range.until === null ? null : instant },
      };
  }
  const move = (end: number | null) => (end === null ? null : shiftMoment(end, shift, zone));
  return { ok: true, range: { since: move(range.since), until: move(range.until) } };
}
