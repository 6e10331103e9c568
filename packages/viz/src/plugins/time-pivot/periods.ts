import { t } from '@tessera/core/messages';
import { addUnits, DAY_MS, type TimeUnit, truncate } from '@tessera/core/time-range/calendar';

/** A length of time that comes again, and the weekday on which weeks begin (0 is Monday). */
export type Period = { readonly count: number; readonly unit: TimeUnit; readonly weekday: number };

const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const UNITS: readonly (readonly [RegExp, TimeUnit])[] = [
  [/^(\d*)(?:AS|YS|BAS|A|Y)(?:-[A-Z]{3})?$/, 'year'],
  [/^(\d*)Q(?:S)?(?:-[A-Z]{3})?$/, 'quarter'],
  [/^(\d*)MS?$/, 'month'],
  [/^(\d*)D$/, 'day'],
  [/^(\d*)H$/, 'hour'],
];

/** A period as it is stored; null for text that is none. */
export function readPeriod(freq: string): Period | null {
  const text = freq.trim().toUpperCase();
  const week = /^(\d*)W(?:-([A-Z]{3}))?$/.exec(text);
  if (week) {
    const weekday = WEEKDAYS.indexOf(week[2] ?? 'SUN');
    return weekday < 0 ? null : { count: Number(week[1]) || 1, unit: 'week', weekday };
  }
  for (const [pattern, unit] of UNITS) {
    const found = pattern.exec(text);
    if (found) return { count: Number(found[1]) || 1, unit, weekday: 0 };
  }
  return null;
}

export function complainOfPeriod(freq: string): string | null {
  return readPeriod(freq) === null ? t('is no period: try W-MON, MS, QS or AS') : null;
}

/** Where the period of a moment begins. Several units at once count back from the newest moment. */
export function beginOf(moment: number, newest: number, { count, unit, weekday }: Period): number {
  const shift = unit === 'week' ? weekday * DAY_MS : 0;
  const begin = (at: number) => truncate(at - shift, unit) + shift;
  if (count === 1) return begin(moment);
  let start = addUnits(begin(newest), 1 - count, unit);
  while (start > moment) start = addUnits(start, -count, unit);
  return start;
}

/** The moment at the same place of another period. Years keep months and days, so that spring lies over spring. */
export function foldTo(moment: number, begin: number, target: number, { unit }: Period): number {
  if (unit !== 'year') return moment + target - begin;
  const years = new Date(target).getUTCFullYear() - new Date(begin).getUTCFullYear();
  return addUnits(moment, years, 'year');
}
