import { metricLabel } from '@tessera/core/form-data';
import { groupBy } from '@tessera/core/group-by';
import { t } from '@tessera/core/messages';
import { numberAt } from '@tessera/core/table';
import { DAY_MS } from '@tessera/core/time-range/calendar';
import { uniqueNames } from '@tessera/core/unique-names';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { TimePivotForm } from './controls.ts';
import { beginOf, foldTo, type Period, readPeriod } from './periods.ts';

export type PeriodPoint = {
  readonly time: number;
  /** The same place in the newest period. */
  readonly x: number;
  readonly value: number | null;
};

export type PeriodLine = {
  /** `current`, `-1`, `-2` …, as clients of older charts know them. */
  readonly key: string;
  readonly name: string;
  readonly rank: number;
  /** 1 for the newest, less for each one before. */
  readonly weight: number;
  readonly points: readonly PeriodPoint[];
};

export type TimePivot = { readonly period: Period; readonly begin: number; readonly lines: readonly PeriodLine[] };

const NONE: TimePivot = { period: { count: 1, unit: 'week', weekday: 0 }, begin: 0, lines: [] };

/** Periods laid over the newest one, which comes first. */
export function readTimePivot(
  result: QueryResult | undefined,
  form: TimePivotForm,
  context: Pick<ChartContext, 'formatTime'>,
): TimePivot {
  const period = readPeriod(form.freq ?? '');
  const times = result?.table.columns.get('__timestamp');
  const values = form.metric === null ? undefined : result?.table.columns.get(metricLabel(form.metric));
  if (!result || !times || !values || period === null) return NONE;
  const rows = Array.from({ length: result.table.rowCount }, (_, row) => ({
    time: numberAt(times, row),
    value: numberAt(values, row),
  }))
    .flatMap(({ time, value }) => (time === null ? [] : [{ time, value }]))
    .toSorted((a, b) => a.time - b.time);
  const newest = rows.at(-1)?.time;
  if (newest === undefined) return NONE;
  const groups = [...groupBy(rows, ({ time }) => beginOf(time, newest, period))].toSorted(([a], [b]) => b - a);
  const begin = groups[0]?.[0] ?? 0;
  const names = uniqueNames(groups.map(([start]) => periodName(start, period, context)));
  return {
    period,
    begin,
    lines: groups.map(([start, own], rank) => ({
      key: rank === 0 ? 'current' : `-${rank}`,
      name: names[rank] ?? '',
      rank,
      weight: 1 - rank / groups.length,
      points: own.map(({ time, value }) => ({ time, value, x: foldTo(time, start, begin, period) })),
    })),
  };
}

const PERIOD_FORMATS: Readonly<Partial<Record<Period['unit'], string>>> = {
  year: '%Y',
  quarter: 'Q%q %Y',
  month: '%b %Y',
  week: '%b %-d, %Y',
  day: '%b %-d, %Y',
};

function periodName(begin: number, { unit, count }: Period, { formatTime }: Pick<ChartContext, 'formatTime'>): string {
  const from = formatTime(PERIOD_FORMATS[unit] ?? '%b %-d, %H:%M', begin);
  if (count > 1) return t('From %s', from);
  return unit === 'week' ? t('Week of %s', from) : from;
}

/** How a place in the period is called on the axis. */
export function placeLabel(
  x: number,
  { period, begin }: TimePivot,
  form: TimePivotForm,
  context: ChartContext,
): string {
  const days = (x - begin) / DAY_MS;
  if (form.x_axis_format !== 'SMART_NUMBER') return context.formatNumber(form.x_axis_format, days);
  const { unit, count } = period;
  if (unit === 'year' || unit === 'quarter')
    return context.formatTime(x % DAY_MS === 0 && new Date(x).getUTCDate() !== 1 ? '%b %-d' : '%b', x);
  if (unit === 'month') return t('Day %s', Math.floor(days) + 1);
  if (unit === 'week' && count > 1) return t('Week %s', Math.floor(days / 7) + 1);
  return context.formatTime(unit === 'week' && Number.isInteger(days) ? '%a' : '%H:%M', x);
}

/** Why rows that came make no line. */
export function emptyTimePivot([result]: readonly QueryResult[], form: TimePivotForm): string | null {
  if (!result || result.table.rowCount === 0 || form.metric === null) return null;
  if (readPeriod(form.freq ?? '') === null) return t('"%s" is no period.', form.freq ?? '');
  const { lines } = readTimePivot(result, form, { formatTime: String });
  if (lines.length === 0) return t('No row has a time.');
  return lines.some(({ points }) => points.some(({ value }) => value !== null))
    ? null
    : t('%s has no value in any row.', metricLabel(form.metric));
}
