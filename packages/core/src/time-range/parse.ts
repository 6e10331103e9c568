import { message, type Words } from '../messages.ts';
import { addUnits, isOnCalendar, lastDay, readUnit, type TimeUnit, truncate } from './calendar.ts';
import { evaluate, isExpression, readMoment, TimeTextError } from './expression.ts';
import { type Clock, clockAt, isBareAmount, readHumanDate } from './human-date.ts';
import { NO_TIME_RANGE } from './no-range.ts';
import { fromWall } from './zone.ts';

/** Half-open instant range in UTC epoch milliseconds: `since <= t < until`. `null` is unbounded. */
export type TimeRange = { readonly since: number | null; readonly until: number | null };
export type TimeRangeParse =
  | { readonly ok: true; readonly range: TimeRange }
  | { readonly ok: false; readonly reason: Words };

export type TimeRangeOptions = {
  /** Epoch milliseconds that relative text counts from. */
  readonly now: number;
  /** IANA zone whose midnights and months count; UTC if left out. */
  readonly zone?: string;
  /** Where `Last …` starts to count back from, and where `Next …` begins. */
  readonly relativeStart?: 'today' | 'now';
  /** Where `Last …` ends. */
  readonly relativeEnd?: 'today' | 'now';
};

type Wall = { readonly since: number | null; readonly until: number | null };

const SEPARATOR = ' : ';
const ROLLING = /^(last|next)\s+(?:(\d{1,6})\s+)?([a-z]+)$/i;
const CALENDAR = /^(previous calendar|current)\s+([a-z]+)$/i;
const RELATIVE = /^(this|last|next|prior)\s+(?:(\d{1,6})\s+)?([a-z]+)$/i;
const FIRST = /^first\s+(day|week|month|quarter)\s+of\s+(.+)$/i;
const EDGE = /^(start|beginning|end|first day|last day)\s+of\s+(.+)$/i;

/**
 * Parse a time range as it is saved or typed: `No filter`, `Last 7 days`, `previous calendar month`, `Current year`,
 * `first week of this month`, `<since> : <until>` with dates, relative text or functions on either side. Grammar:
 * docs/grammar/time-range.md.
 *
 * @returns The range in UTC milliseconds, or the reason, to be said to whoever reads it. Never throws on text: it comes
 * from a user.
 * @throws RangeError if the zone is not known.
 */
export function parseTimeRange(text: string, options: TimeRangeOptions): TimeRangeParse {
  const zone = options.zone ?? 'UTC';
  const clock = clockAt(options.now, zone);
  const anchors = { start: anchor(options.relativeStart, clock), end: anchor(options.relativeEnd, clock) };
  try {
    const { since, until } = readRange(text, clock, anchors);
    if (since !== null && until !== null && since > until)
      return { ok: false, reason: message('From date cannot be larger than to date') };
    const instant = (wall: number | null) => (wall === null ? null : fromWall(wall, zone));
    return { ok: true, range: { since: instant(since), until: instant(until) } };
  } catch (error) {
    if (error instanceof TimeTextError) return { ok: false, reason: error.words };
    throw error;
  }
}

type Anchors = { readonly start: number; readonly end: number };

function anchor(name: 'today' | 'now' | undefined, clock: Clock): number {
  return name === 'now' ? clock.now : clock.today;
}

function readRange(text: string, clock: Clock, anchors: Anchors): Wall {
  const trimmed = text.trim();
  if (trimmed.toLowerCase() === NO_TIME_RANGE.toLowerCase()) return { since: null, until: null };
  const at = separatorIn(text);
  if (at >= 0)
    return { since: readSide(text.slice(0, at), clock), until: readSide(text.slice(at + SEPARATOR.length), clock) };
  const range = readRolling(trimmed, clock, anchors) ?? readCalendar(trimmed, clock) ?? readFirst(trimmed, clock);
  if (range) return range;
  // One moment alone has always meant everything up to the relative end; text that is none is an error.
  if (trimmed === '' || readRelative(trimmed, clock) !== null || readHumanDate(trimmed, clock) !== null)
    return { since: null, until: anchors.end };
  throw new TimeTextError(message('Cannot parse time string [%(text)s]', { text }));
}

/** Place of the first ` : ` outside of quotes. */
function separatorIn(text: string): number {
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (text.startsWith(SEPARATOR, at)) return at;
  }
  return -1;
}

/** `Last 7 days`, `Next month`. Parts of a day count from now (they would be empty before midnight). */
function readRolling(text: string, clock: Clock, anchors: Anchors): Wall | null {
  const [, which = '', digits = '1', word = ''] = ROLLING.exec(text) ?? [];
  const unit = readUnit(word);
  if (unit === null) return null;
  const small = isPartOfDay(unit);
  const start = small ? clock.now : anchors.start;
  if (which.toLowerCase() === 'next')
    return { since: start, until: within(addUnits(start, Number(digits), unit), text) };
  return { since: within(addUnits(start, -Number(digits), unit), text), until: small ? clock.now : anchors.end };
}

/** `previous calendar month`, `Current week`: whole units of the calendar. */
function readCalendar(text: string, clock: Clock): Wall | null {
  const [, which = '', word = ''] = CALENDAR.exec(text) ?? [];
  const unit = readUnit(word);
  if (unit === null) return null;
  const start = truncate(clock.now, unit);
  return which.toLowerCase() === 'current'
    ? { since: start, until: addUnits(start, 1, unit) }
    : { since: addUnits(start, -1, unit), until: start };
}

/**
 * `first week of this month`, `first quarter of last year`: so much from the beginning of a unit on; a week is seven
 * days.
 */
function readFirst(text: string, clock: Clock): Wall | null {
  const [, part = '', of = ''] = FIRST.exec(text) ?? [];
  const [unit, whole] = [readUnit(part), unitAtEnd(of)];
  const moment = readRelative(of, clock);
  if (unit === null || whole === null || moment === null) return null;
  const since = truncate(moment, whole);
  const until = addUnits(since, 1, unit);
  // The first month of a week is none.
  return until > addUnits(since, 1, whole) ? null : { since, until };
}

/**
 * One side of a range: empty (open), relative, an edge of a unit, a function, or a date in words.
 * @throws TimeTextError
 */
function readSide(side: string, clock: Clock): number | null {
  const text = side.trim();
  if (text === '') return null;
  if (isExpression(text)) {
    const value = evaluate(text, clock);
    if (value.kind !== 'moment') throw new TimeTextError(message('Cannot parse time string [%(text)s]', { text }));
    return value.wall;
  }
  if (isBareAmount(text))
    throw new TimeTextError(
      message('Time string is ambiguous. Please specify [%(text)s ago] or [%(text)s later].', { text }),
    );
  return readRelative(text, clock) ?? readEdge(text, clock) ?? readMoment(text, clock);
}

/** `last 2 months`, `this week`, `next day`: one moment, counted from midnight; from now for parts of a day. */
function readRelative(text: string, clock: Clock): number | null {
  const [, which = '', digits = '1', word = ''] = RELATIVE.exec(text) ?? [];
  const unit = readUnit(word);
  if (unit === null) return null;
  const base = isPartOfDay(unit) ? clock.now : clock.today;
  const direction = { this: 0, next: 1, last: -1, prior: -1 }[which.toLowerCase()] ?? 0;
  return within(addUnits(base, direction * Number(digits), unit), text);
}

/**
 * `start of this month`, `end of last year`. `last day of` reads as the first day, as charts saved elsewhere expect.
 */
function readEdge(text: string, clock: Clock): number | null {
  const [, edge = '', of = ''] = EDGE.exec(text) ?? [];
  const unit = unitAtEnd(of);
  const moment = readRelative(of, clock);
  if (unit === null || moment === null) return null;
  if (edge.toLowerCase() !== 'end') return truncate(moment, unit);
  return isPartOfDay(unit) || unit === 'day' ? truncate(moment, unit) : lastDay(moment, unit);
}

function unitAtEnd(text: string): TimeUnit | null {
  return readUnit(text.split(/\s+/).at(-1) ?? '');
}

function isPartOfDay(unit: TimeUnit): unit is 'hour' | 'minute' | 'second' {
  return unit === 'hour' || unit === 'minute' || unit === 'second';
}

function within(wall: number, text: string): number {
  if (isOnCalendar(wall)) return wall;
  throw new TimeTextError(message('Cannot parse time string [%(text)s]', { text }));
}
