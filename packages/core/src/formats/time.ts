import { readerLocale } from '../messages.ts';
import { formatForGrain } from './grain.ts';
import { localeFormats } from './locale.ts';

type Level = 'millisecond' | 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

export const DEFAULT_TIME_FORMAT = 'smart_date';

const DAY_MS = 86_400_000;

/** Adaptive formats: what an instant is formatted with depends on the finest unit that it uses. */
const adaptive: Readonly<Record<string, Readonly<Record<Level, string>>>> = {
  smart_date: {
    millisecond: '.%Lms',
    second: ':%Ss',
    minute: '%I:%M',
    hour: '%I %p',
    day: '%a %d',
    week: '%b %d',
    month: '%B',
    year: '%Y',
  },
  smart_date_verbose: {
    millisecond: '.%L',
    second: '%a %b %d, %I:%M:%S %p',
    minute: '%a %b %d, %I:%M %p',
    hour: '%a %b %d, %I %p',
    day: '%a %b %-e',
    week: '%a %b %-e',
    month: '%b %Y',
    year: '%Y',
  },
  smart_date_detailed: {
    millisecond: '%Y-%m-%d %H:%M:%S.%L',
    second: '%Y-%m-%d %H:%M:%S',
    minute: '%Y-%m-%d %H:%M',
    hour: '%Y-%m-%d %H:%M',
    day: '%Y-%m-%d',
    week: '%Y-%m-%d',
    month: '%Y-%m-%d',
    year: '%Y',
  },
};

/**
 * An instant as users see it, in UTC.
 *
 * @param format   An adaptive format or a strftime pattern; '' is `smart_date`.
 * @param epochMs  `null` gives 'null'; an instant outside the calendar 'Invalid Date'.
 * @param grain    ISO 8601 duration of the data. `smart_date` then says what the grain can tell: `Mar 2020`, `2020 Q1`,
 *                 `2020-03-01 — 2020-03-07`.
 * @param locale   BCP 47: whose names of months and days; the reader's where none is named.
 */
export function formatTime(
  format: string,
  epochMs: number | null,
  grain: string | null = null,
  locale: string = readerLocale(),
): string {
  if (epochMs === null) return 'null';
  const pattern = format || DEFAULT_TIME_FORMAT;
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return 'Invalid Date';
  const byGrain = pattern === DEFAULT_TIME_FORMAT && grain ? formatForGrain(grain, epochMs, locale) : null;
  if (byGrain !== null) return byGrain;
  const levels = Object.hasOwn(adaptive, pattern) ? adaptive[pattern] : undefined;
  return strftime(levels ? levels[levelOf(date)] : pattern, date, locale);
}

function levelOf(date: Date): Level {
  const time = date.getTime();
  if (time % 1000 !== 0) return 'millisecond';
  if (time % 60_000 !== 0) return 'second';
  if (time % 3_600_000 !== 0) return 'minute';
  if (time % DAY_MS !== 0) return 'hour';
  if (date.getUTCDate() !== 1) return date.getUTCDay() === 0 ? 'week' : 'day';
  return date.getUTCMonth() === 0 ? 'year' : 'month';
}

const cached = new Map<string, (date: Date) => string>();
const CACHE_ENTRIES = 500;

/** A strftime pattern in UTC. */
function strftime(pattern: string, date: Date, locale: string): string {
  const key = `${locale} ${pattern}`;
  let format = cached.get(key);
  if (!format) {
    if (cached.size >= CACHE_ENTRIES) cached.clear();
    format = localeFormats(locale).times.utcFormat(pattern);
    cached.set(key, format);
  }
  return format(date);
}
