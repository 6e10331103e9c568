import { addUnits, DAY_MS, truncate, wallOf } from './calendar.ts';

/** Public holidays of a year, by name, at midnight. */
type Holidays = (year: number) => readonly (readonly [name: string, wall: number])[];

/** The n-th weekday (0 is Monday) of a month; the last one for n = -1. */
function nth(year: number, month: number, weekday: number, n: number): number {
  const first = wallOf(year, month, 1);
  if (n < 0) {
    const last = addUnits(first, 1, 'month') - DAY_MS;
    return last - ((dayOfWeek(last) - weekday + 7) % 7) * DAY_MS;
  }
  return first + (((weekday - dayOfWeek(first) + 7) % 7) + (n - 1) * 7) * DAY_MS;
}

function dayOfWeek(wall: number): number {
  return (wall - truncate(wall, 'week')) / DAY_MS;
}

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876). */
export function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return wallOf(year, Math.floor(f / 31) - 1, (f % 31) + 1);
}

const [MON, THU] = [0, 3];

const unitedStates: Holidays = (year) => [
  ["New Year's Day", wallOf(year, 0, 1)],
  ['Martin Luther King Jr. Day', nth(year, 0, MON, 3)],
  ["Washington's Birthday", nth(year, 1, MON, 3)],
  ["Presidents' Day", nth(year, 1, MON, 3)],
  ['Memorial Day', nth(year, 4, MON, -1)],
  ['Juneteenth National Independence Day', wallOf(year, 5, 19)],
  ['Independence Day', wallOf(year, 6, 4)],
  ['Labor Day', nth(year, 8, MON, 1)],
  ['Columbus Day', nth(year, 9, MON, 2)],
  ['Veterans Day', wallOf(year, 10, 11)],
  ['Thanksgiving', nth(year, 10, THU, 4)],
  ['Christmas Day', wallOf(year, 11, 25)],
];

const unitedKingdom: Holidays = (year) => [
  ["New Year's Day", wallOf(year, 0, 1)],
  ['Good Friday', easter(year) - 2 * DAY_MS],
  ['Easter Monday', easter(year) + DAY_MS],
  ['May Day', nth(year, 4, MON, 1)],
  ['Spring Bank Holiday', nth(year, 4, MON, -1)],
  ['Late Summer Bank Holiday', nth(year, 7, MON, -1)],
  ['Christmas Day', wallOf(year, 11, 25)],
  ['Boxing Day', wallOf(year, 11, 26)],
];

const countries: ReadonlyMap<string, Holidays> = new Map([
  ['US', unitedStates],
  ['USA', unitedStates],
  ['UNITED STATES', unitedStates],
  ['UK', unitedKingdom],
  ['GB', unitedKingdom],
  ['GBR', unitedKingdom],
  ['UNITED KINGDOM', unitedKingdom],
]);

/** Midnight of the holiday whose name begins so, in any case; 'country' or 'name' says what is not known. */
export function findHoliday(name: string, year: number, country = 'US'): number | 'country' | 'name' {
  const holidays = countries.get(country.trim().toUpperCase());
  if (!holidays) return 'country';
  const wanted = name.trim().toLowerCase();
  return holidays(year).find(([known]) => known.toLowerCase().startsWith(wanted))?.[1] ?? 'name';
}
