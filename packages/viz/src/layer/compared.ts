import type { RawForm } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { readUnit, type TimeUnit } from '@tessera/core/time-range/calendar';
import { monthsOf, periodOf } from '@tessera/core/time-range/periods';
import { toWall } from '@tessera/core/time-range/zone';
import type { QueryResult } from '../define.ts';
import { offsetWords } from './shift.ts';

const WEEK_MS = 7 * 86_400_000;
const MONTHS: Readonly<Partial<Record<TimeUnit, number>>> = { month: 1, quarter: 3, year: 12 };

/** What is said of other times: of those without a row, and of amounts that are not whole periods of the axis. */
export function comparedNotes(results: readonly QueryResult[], form: RawForm): readonly string[] {
  const empty = results.flatMap(({ table, compared = [] }) =>
    table.rowCount === 0 ? [] : compared.filter(({ rowCount }) => rowCount === 0),
  );
  const notes = empty.map(({ offset }) => t('%s: no rows in that time', offsetWords(offset)));
  return [...new Set([...notes, ...partNotes(results, form)])];
}

function partNotes(results: readonly QueryResult[], form: RawForm): readonly string[] {
  const grain = form['time_grain_sqla'];
  const period = typeof grain === 'string' ? periodOf(grain, 0) : null;
  if (typeof grain !== 'string' || period === null) return [];
  const months = monthsOf(grain);
  const isWeeks = period.endMs - period.startMs === WEEK_MS;
  // A setting that a form retains from another type says nothing where no time is drawn.
  const timed = results.filter(({ table }) => [...table.columns.values()].some(({ kind }) => kind === 'temporal'));
  return timed.flatMap((result) =>
    (result.compared ?? []).flatMap(({ offset, fromMs }): readonly string[] => {
      const amount = amountOf(offset);
      if (amount === null) return [];
      if (months !== null) return amount.months % months === 0 ? [] : [partsNote(offset)];
      const weeks = isWeeks && amount.days % 7 !== 0 ? weeksBack(fromMs, result) : null;
      return weeks === null ? [] : [weeksNote(offset, weeks)];
    }),
  );
}

/** In months and days; NaN of what it has no whole number of. Null for what is no amount. */
function amountOf(offset: string): { readonly months: number; readonly days: number } | null {
  const [, digits, word = ''] = /^-?(\d{1,6})\s+([a-z]+)/i.exec(offset) ?? [];
  const unit = readUnit(word);
  if (digits === undefined || unit === null) return null;
  const days = unit === 'week' ? 7 : unit === 'day' ? 1 : Number.NaN;
  return { months: Number(digits) * (MONTHS[unit] ?? Number.NaN), days: Number(digits) * days };
}

function partsNote(offset: string): string {
  return t('%(offset)s does not go back by whole periods of the axis: some are compared with parts, or not at all', {
    offset,
  });
}

function weeksNote(offset: string, weeks: number): string {
  return tn(
    '%(offset)s: each week stands beside the one of 1 week before',
    '%(offset)s: each week stands beside the one of %(count)s weeks before',
    weeks,
    { offset },
  );
}

function weeksBack(fromMs: number | null, { fromMs: own, timeZone }: QueryResult): number | null {
  if (fromMs === null || own === null) return null;
  const weeks = (toWall(own, timeZone ?? 'UTC') - toWall(fromMs, timeZone ?? 'UTC')) / WEEK_MS;
  return Number.isInteger(weeks) ? weeks : null;
}
