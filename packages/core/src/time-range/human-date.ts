import { addUnits, DAY_MS, daysInMonth, isOnCalendar, readUnit, truncate, wallOf } from './calendar.ts';
import { toWall } from './zone.ts';

/** The clock that relative text counts from: wall-clock milliseconds in a zone. */
export type Clock = { readonly now: number; readonly today: number; readonly zone: string };

export function clockAt(epochMs: number, zone: string): Clock {
  const now = toWall(epochMs, zone);
  return { now, today: truncate(now, 'day'), zone };
}

const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const AMOUNT = /^(?:in\s+)?(\d{1,6})\s+([a-z]+)(?:\s+(ago|later|from now|before|after))?$/;
const WEEKDAY = /^(?:(this|next|last)\s+)?([a-z]+)$/;
const FIRST_OF = /^first\s+of\s+([a-z]+)$/;
const ISO = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/;
const US = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const MONTH_FIRST = /^([a-z]+)\.?(?:\s+(\d{1,2})(?:st|nd|rd|th)?)?(?:,?\s+(\d{4}))?$/;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]+)\.?(?:,?\s+(\d{4}))?$/;
const TIME =
  /^(.*?)(?:(?:^|[t\s]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(am|pm)?\s*(z|utc|[+-]\d{2}:?\d{2})?)$/;

/**
 * A moment as users write it, in wall-clock milliseconds: `now`, `yesterday`, `2 weeks ago`, `in 5 minutes`, `next
 * friday`, `2018`, `Feb 2018`, `2018-01-01 10:00 PM`, `2018-01-01T10:00:00+02:00` … `null` if it cannot be read.
 *
 * From a day up, amounts count from midnight; smaller ones from now. `next friday` is the one of next week.
 * A time alone is that of 1 January of this year.
 */
export function readHumanDate(text: string, clock: Clock): number | null {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ');
  return (
    readWord(plain, clock) ??
    readAmount(plain, clock) ??
    readWeekday(plain, clock) ??
    readFirstOf(plain, clock) ??
    readDateTime(plain, clock)
  );
}

/** `5 days` alone says neither past nor future. */
export function isBareAmount(text: string): boolean {
  const parts = AMOUNT.exec(text.trim().toLowerCase());
  return parts !== null && !/^in\s/i.test(text.trim()) && parts[3] === undefined && readUnit(parts[2] ?? '') !== null;
}

function readWord(text: string, { now, today }: Clock): number | null {
  if (text === 'now') return now;
  if (text === 'today') return today;
  if (text === 'yesterday') return today - DAY_MS;
  return text === 'tomorrow' ? today + DAY_MS : null;
}

function readAmount(text: string, { now, today }: Clock): number | null {
  const [, digits, word = '', direction] = AMOUNT.exec(text) ?? [];
  const unit = readUnit(word);
  if (digits === undefined || unit === null || (direction === undefined && !text.startsWith('in '))) return null;
  const base = unit === 'second' || unit === 'minute' || unit === 'hour' ? now : today;
  const back = direction === 'ago' || direction === 'before';
  const wall = addUnits(base, back ? -Number(digits) : Number(digits), unit);
  return isOnCalendar(wall) ? wall : null;
}

function readWeekday(text: string, { today }: Clock): number | null {
  const [, which, word = ''] = WEEKDAY.exec(text) ?? [];
  const day = indexOfName(DAY_NAMES, word);
  if (day < 0) return null;
  const inWeek = truncate(today, 'week') + day * DAY_MS;
  if (which === 'next') return inWeek + 7 * DAY_MS;
  if (which === 'last') return inWeek - 7 * DAY_MS;
  return inWeek < today ? inWeek + 7 * DAY_MS : inWeek;
}

/** The next first day of a month. */
function readFirstOf(text: string, { today }: Clock): number | null {
  const month = indexOfName(MONTH_NAMES, FIRST_OF.exec(text)?.[1] ?? '');
  if (month < 0) return null;
  const year = new Date(today).getUTCFullYear();
  const first = wallOf(year, month, 1);
  return first < today ? wallOf(year + 1, month, 1) : first;
}

function readDateTime(text: string, clock: Clock): number | null {
  const [, datePart, hourText, minuteText, secondText = '0', fraction = '', half, offset] = TIME.exec(text) ?? [];
  if (hourText === undefined) return readDate(text, clock);
  const date =
    datePart === undefined || datePart === ''
      ? wallOf(new Date(clock.today).getUTCFullYear(), 0, 1)
      : readDate(datePart.trim(), clock);
  const hour = hourOf(Number(hourText), half);
  const [minute, second] = [Number(minuteText), Number(secondText)];
  if (date === null || hour === null || minute > 59 || second > 59) return null;
  const wall = date + ((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(Number(`0.${fraction || 0}`) * 1000);
  return offset === undefined ? wall : toWall(wall - offsetMs(offset), clock.zone);
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour > 23 ? null : hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function offsetMs(offset: string): number {
  if (offset === 'z' || offset === 'utc') return 0;
  const sign = offset.startsWith('-') ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))) * 60_000;
}

function readDate(text: string, clock: Clock): number | null {
  const word = readWord(text, clock);
  if (word !== null) return text === 'now' ? null : word;
  const iso = ISO.exec(text);
  if (iso) return checked(Number(iso[1]), Number(iso[2] ?? 1) - 1, Number(iso[3] ?? 1));
  const us = US.exec(text);
  if (us) return checked(Number(us[3]), Number(us[1]) - 1, Number(us[2]));
  const thisYear = new Date(clock.today).getUTCFullYear();
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst)
    return checked(
      Number(monthFirst[3] ?? thisYear),
      indexOfName(MONTH_NAMES, monthFirst[1] ?? ''),
      Number(monthFirst[2] ?? 1),
    );
  const dayFirst = DAY_FIRST.exec(text);
  return dayFirst
    ? checked(Number(dayFirst[3] ?? thisYear), indexOfName(MONTH_NAMES, dayFirst[2] ?? ''), Number(dayFirst[1]))
    : null;
}

/** Only dates that the calendar has: 30 February is not 1 March. */
function checked(year: number, month: number, day: number): number | null {
  if (year < 1 || month < 0 || month > 11 || day < 1 || day > daysInMonth(year, month)) return null;
  return wallOf(year, month, day);
}

/** Names count from three letters on. */
function indexOfName(names: readonly string[], word: string): number {
  return word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word));
}
