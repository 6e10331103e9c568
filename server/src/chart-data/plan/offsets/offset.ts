import { AppError } from '@tessera/core/errors/app-error';
import { addUnits, DAY_MS, isOnCalendar, readUnit } from '@tessera/core/time-range/calendar';
import { fromWall, toWall } from '@tessera/core/time-range/zone';
import { message } from '@tessera/core/messages';
import { instantOf, type Range } from '../../resolve/time.ts';

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

/**
 * Read an offset against the range that it is compared with: an amount (`1 year ago`, `28 days`), `inherit` (the length
 * of the range), a date (where the compared range begins) or `since : until`.
 *
 * An amount moves whatever there is, also all of time; the others need a range with both ends.
 *
 * @throws AppError open_comparison without them, incorrect_request for a text that is none of these
 */
export function readOffset(text: string, { since, until }: Range, zone: string): Offset {
  const label = text.trim();
  const [, digits, word = ''] = AMOUNT.exec(label) ?? [];
  const unit = readUnit(word);
  if (digits !== undefined && unit !== null) {
    const move = (wall: number) => addUnits(wall, -Number(digits), unit);
    return { label, move, range: moving(move, label, zone) };
  }
  if (since === null || until === null) throw new AppError('open_comparison', {});
  const begin = toWall(since, zone);
  if (label === 'inherit') {
    // Whole days by the calendar: the day before a day of 23 hours is a whole day too.
    const length = toWall(until, zone) - begin;
    return fixed(label, length % DAY_MS === 0 ? length : until - since, zone);
  }
  if (DATE.test(label)) {
    const date = instantOf(label);
    if (date !== null) return fixed(label, begin - date, zone);
  }
  const [from = '', to = '', ...rest] = label.split(' : ').map((part) => part.trim());
  const [first, last] = [DATE.test(from) ? instantOf(from) : null, DATE.test(to) ? instantOf(to) : null];
  if (first === null || last === null || rest.length > 0 || first > last)
    throw new AppError('incorrect_request', {
      reason: message('time_offsets: "%(label)s" is no amount of time, date or range', { label }),
    });
  return {
    ...fixed(label, begin - first, zone),
    range: () => ({ since: fromWall(first, zone), until: fromWall(last, zone) }),
  };
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
