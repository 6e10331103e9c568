import { AppError } from '@tessera/core/errors/app-error';
import { addUnits, DAY_MS, isOnCalendar, readUnit, type TimeUnit } from '@tessera/core/time-range/calendar';
import { fromWall, toWall } from '@tessera/core/time-range/zone';
import { message } from '@tessera/core/messages';
import { instantOf, type Range } from '../../resolve/time.ts';
import { bucketOf, stepOf } from './bucket.ts';

/** A time that a query is compared with. */
export type Offset = {
  /** As the request names it; the column of a metric is `metric__label`. */
  readonly label: string;
  /** What the compared query asks for, in UTC milliseconds. */
  readonly range: (range: Range) => Range;
  /** Moves a wall-clock moment of the query to the moment that it is compared with. */
  readonly move: (wall: number) => number;
};

const AMOUNT = /^-?(\d{1,6})\s+([a-z]+?)(?:\s+ago)?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** In days; of units that differ, the mean of the calendar. */
const LENGTHS: Readonly<Record<TimeUnit, number>> = {
  second: 1 / 86_400,
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 365.2425 / 12,
  quarter: 365.2425 / 4,
  year: 365.2425,
};
const WEEK_MS = 7 * DAY_MS;

/**
 * Read an offset against the range that it is compared with: an amount (`1 year ago`, `28 days`), `inherit` (the length
 * of the range), a date (where the compared range begins) or `since : until`.
 *
 * An amount moves whatever there is, also all of time; the others need a range with both ends.
 *
 * @param grain  of the axis: weeks stand beside whole weeks, a year of which is the nearest number of them; `inherit`
 *   goes back by whole weeks or months too
 * @throws AppError open_comparison without them, incorrect_request for a text that is none of these
 */
export function readOffset(text: string, { since, until }: Range, zone: string, grain: string | null = null): Offset {
  const label = text.trim();
  const step = stepOf(grain);
  const [, digits, word = ''] = AMOUNT.exec(label) ?? [];
  const unit = readUnit(word);
  if (digits !== undefined && unit !== null) {
    const amount = Number(digits);
    if (step?.unit === 'week') return fixed(label, weeksIn(amount, unit) * WEEK_MS, zone);
    return byUnits(label, amount, unit, zone);
  }
  if (since === null || until === null) throw new AppError('open_comparison', {});
  const begin = toWall(since, zone);
  if (label === 'inherit') return before(begin, toWall(until, zone), until - since, step, zone);
  const [from = '', to, ...rest] = label.split(' : ').map((part) => part.trim());
  const [first, last] = [from, to].map((date = '') => (DATE.test(date) ? instantOf(date) : null));
  const isRange = to !== undefined;
  if (typeof first !== 'number' || rest.length > 0 || (isRange && (typeof last !== 'number' || first > last)))
    throw new AppError('incorrect_request', {
      reason: message('time_offsets: "%(label)s" is no amount of time, date or range', { label }),
    });
  const offset = fixed(label, begin - first, zone);
  const weeks = bucketOf(begin, grain) - bucketOf(first, grain);
  return {
    ...offset,
    // The week in which the one range begins stands beside the one in which the other does.
    ...(step?.unit === 'week' && { move: (wall) => wall - weeks }),
    ...(typeof last === 'number' && { range: () => ({ since: fromWall(first, zone), until: fromWall(last, zone) }) }),
  };
}

/** No week is compared with itself. */
function weeksIn(amount: number, unit: TimeUnit): number {
  return amount === 0 ? 0 : Math.max(1, Math.round((amount * LENGTHS[unit]) / 7));
}

/** The range as long as this one right before it: by whole periods of the axis, else by the days that it has. */
function before(begin: number, end: number, lengthMs: number, step: ReturnType<typeof stepOf>, zone: string): Offset {
  const label = 'inherit';
  if (step?.unit === 'week') return fixed(label, Math.max(1, Math.ceil((end - begin) / WEEK_MS)) * WEEK_MS, zone);
  if (step !== null) {
    let months = Math.max(1, Math.floor((end - begin) / DAY_MS / 31 / step.amount)) * step.amount;
    while (addUnits(begin, months, 'month') < end) months += step.amount;
    return byUnits(label, months, 'month', zone);
  }
  // Whole days by the calendar: the day before a day of 23 hours is a whole day too.
  return fixed(label, (end - begin) % DAY_MS === 0 ? end - begin : lengthMs, zone);
}

function byUnits(label: string, amount: number, unit: TimeUnit, zone: string): Offset {
  const move = (wall: number) => addUnits(wall, -amount, unit);
  return { label, move, range: moving(move, label, zone) };
}

function fixed(label: string, ms: number, zone: string): Offset {
  const move = (wall: number) => wall - ms;
  return { label, move, range: moving(move, label, zone) };
}

function moving(move: (wall: number) => number, label: string, zone: string): Offset['range'] {
  const end = (at: number | null) => (at === null ? null : fromWall(onCalendar(move(toWall(at, zone)), label), zone));
  return ({ since, until }) => ({ since: end(since), until: end(until) });
}

function onCalendar(wall: number, label: string): number {
  if (!isOnCalendar(wall))
    throw new AppError('incorrect_request', {
      reason: message('time_offsets: "%(label)s" leaves the calendar', { label }),
    });
  return wall;
}
