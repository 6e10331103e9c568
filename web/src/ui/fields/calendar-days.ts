const DAY_MS = 86_400_000;
const WEEK = 7;
/** As many weeks as a month can touch: the calendar keeps its height. */
const WEEKS = 6;

/** A day as text, `YYYY-MM-DD`, of the calendar that everybody shares: no zone moves it. */
export type Day = string;

/** Days from the first to the last, both of them included; `null` is open. */
export type DayRange = { readonly first: Day | null; readonly last: Day | null };

const EARLIEST = Date.parse('0001-01-01');
const LATEST = Date.parse('9999-12-31');

function dayAt(epochMs: number): Day {
  return new Date(Math.min(Math.max(epochMs, EARLIEST), LATEST)).toISOString().slice(0, 10);
}

export function addDays(day: Day, count: number): Day {
  return dayAt(Date.parse(day) + count * DAY_MS);
}

/** The same day of another month, or its last day where it has no such day. */
export function addMonths(day: Day, count: number): Day {
  const at = new Date(day);
  const date = at.getUTCDate();
  at.setUTCMonth(at.getUTCMonth() + count, 1);
  const end = new Date(at);
  end.setUTCMonth(end.getUTCMonth() + 1, 0);
  at.setUTCDate(Math.min(date, end.getUTCDate()));
  return dayAt(at.getTime());
}

/** The weeks that the month of a day stands in. @param weekStart 1 is Monday, 7 is Sunday */
export function weeksOf(day: Day, weekStart: number): readonly (readonly Day[])[] {
  const first = `${day.slice(0, 8)}01`;
  const before = (weekdayOf(first) - weekStart + WEEK) % WEEK;
  return Array.from({ length: WEEKS }, (_week, week) =>
    Array.from({ length: WEEK }, (_day, at) => addDays(first, week * WEEK + at - before)),
  );
}

/** 1 is Monday, 7 is Sunday. */
function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay() || WEEK;
}

/** Where a key leads from a day; `null` for keys that lead nowhere. */
export function dayOfKey(key: string, day: Day, weekStart: number, isShift: boolean): Day | null {
  const inWeek = (weekdayOf(day) - weekStart + WEEK) % WEEK;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -WEEK);
    case 'ArrowDown':
      return addDays(day, WEEK);
    case 'Home':
      return addDays(day, -inWeek);
    case 'End':
      return addDays(day, WEEK - 1 - inWeek);
    case 'PageUp':
      return addMonths(day, isShift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, isShift ? 12 : 1);
    default:
      return null;
  }
}

/** The range that two presses make, whichever came first. */
export function rangeBetween(one: Day, other: Day): DayRange {
  return one <= other ? { first: one, last: other } : { first: other, last: one };
}

export function isWithin(day: Day, { first, last }: DayRange): boolean {
  if (first === null && last === null) return false;
  return (first === null || day >= first) && (last === null || day <= last);
}

/** The day that weeks of a language begin with: 1 is Monday, which is also where nobody tells. */
export function weekStartOf(locale: string): number {
  const known: object = new Intl.Locale(locale);
  const info: unknown =
    'getWeekInfo' in known && typeof known.getWeekInfo === 'function'
      ? known.getWeekInfo()
      : 'weekInfo' in known && known.weekInfo;
  const start = typeof info === 'object' && info !== null && 'firstDay' in info ? info.firstDay : 1;
  return typeof start === 'number' && start >= 1 && start <= WEEK ? start : 1;
}
