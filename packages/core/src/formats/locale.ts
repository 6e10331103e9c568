import { formatLocale, type FormatLocaleObject } from 'd3-format';
import { timeFormatLocale, type TimeLocaleObject } from 'd3-time-format';

/** How a locale writes numbers and instants, in the terms of d3. */
export type LocaleFormats = {
  readonly numbers: FormatLocaleObject;
  readonly times: TimeLocaleObject;
  /** Puts the decimal sign of the locale into a number that JavaScript wrote. */
  readonly decimal: (text: string) => string;
};

const known = new Map<string, LocaleFormats>();
/** Locales come from readers, and a server has many. */
const MAX_KNOWN = 100;

/** @param locale  BCP 47; English is as the specification has it, others are as `Intl` writes them. */
export function localeFormats(locale: string): LocaleFormats {
  const made = known.get(locale) ?? makeFormats(locale);
  if (!known.has(locale) && known.size >= MAX_KNOWN) known.clear();
  known.set(locale, made);
  return made;
}

/** Digits that a number may have, in groups of two. */
const MAX_GROUPS = 160;

function makeFormats(locale: string): LocaleFormats {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-1234567.5);
  const sign = (type: Intl.NumberFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
  const decimal = sign('decimal') || '.';
  // Groups are counted from the right; the first, which may be shorter, repeats the one beside it.
  const groups = parts.flatMap((part) => (part.type === 'integer' ? [part.value.length] : [])).toReversed();
  // After the list d3 begins again with its first size, so that the last one is repeated for as long as numbers are.
  const [first = 3, second = first] = groups.length > 2 ? groups : [];
  const grouping = [first, ...Array.from({ length: MAX_GROUPS }, () => second)];
  return {
    // ASCII minus, so that a copied number is a number.
    numbers: formatLocale({ decimal, thousands: sign('group'), grouping, currency: ['$', ''], minus: '-' }),
    times: timeFormatLocale({
      dateTime: '%x, %X',
      date: datePattern(locale),
      time: '%-I:%M:%S %p',
      periods: [periodOf(locale, 9), periodOf(locale, 21)],
      days: names(7, (day) => Date.UTC(2023, 0, 1 + day), { weekday: 'long' }, locale),
      shortDays: names(7, (day) => Date.UTC(2023, 0, 1 + day), { weekday: 'short' }, locale),
      months: names(12, (month) => Date.UTC(2023, month, 1), { month: 'long' }, locale),
      shortMonths: names(12, (month) => Date.UTC(2023, month, 1), { month: 'short' }, locale),
    } as Parameters<typeof timeFormatLocale>[0]),
    decimal: decimal === '.' ? (text) => text : (text) => text.replace('.', decimal),
  };
}

function names(
  count: number,
  nth: (index: number) => number,
  options: Intl.DateTimeFormatOptions,
  locale: string,
): string[] {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return Array.from({ length: count }, (_, index) => format.format(nth(index)));
}

function periodOf(locale: string, hour: number): string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
  const parts = format.formatToParts(Date.UTC(2023, 0, 1, hour));
  return parts.find((part) => part.type === 'dayPeriod')?.value ?? (hour < 12 ? 'AM' : 'PM');
}

/** `%-m/%-d/%Y` of `1/31/2023`. */
function datePattern(locale: string): string {
  const marks: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = { day: '%-d', month: '%-m', year: '%Y' };
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC' })
    .formatToParts(Date.UTC(2023, 0, 31))
    .map(({ type, value }) => marks[type] ?? value.replaceAll('%', '%%'))
    .join('');
}
