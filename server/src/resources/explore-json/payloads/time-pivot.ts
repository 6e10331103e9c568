import { AppError } from '@tessera/core/errors/app-error';
import { groupBy } from '@tessera/core/group-by';
import { addUnits, DAY_MS, truncate } from '@tessera/core/time-range/calendar';
import { message } from '@tessera/core/messages';
import { byLimitMetric, labelIn, metricsIn, numberOf, TIME, type LegacyPayload } from '../legacy.ts';

const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/** Periods laid over the newest one: `current`, `-1`, `-2` … */
export const timePivot: LegacyPayload = {
  query: (form, base) => ({
    ...base,
    columns: [],
    metrics: metricsIn(form, 'metric'),
    is_timeseries: true,
    orderby: byLimitMetric(form, metricsIn(form, 'metric')),
  }),
  data: (rows, form) => {
    const metric = labelIn(form, 'metric');
    const begin = periodOf(typeof form['freq'] === 'string' ? form['freq'] : 'W-MON');
    const points = rows
      .map((row) => ({ at: numberOf(row[TIME]), y: numberOf(row[metric]) }))
      .toSorted((a, b) => a.at - b.at);
    const newestFirst = [...groupBy(points, ({ at }) => begin(at))].toSorted(([a], [b]) => b - a);
    const newest = newestFirst[0]?.[0] ?? 0;
    return newestFirst
      .map(([period, own], rank) => ({
        key: rank === 0 ? 'current' : `-${rank}`,
        values: own.map(({ at, y }) => ({ x: at + newest - period, y })),
        rank,
        perc: 1 - rank / newestFirst.length,
      }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  },
};

/**
 * The start of the period that a moment lies in. Multiples of weeks begin on their weekday, whatever their
 * number.
 * @throws AppError viz_data
 */
function periodOf(freq: string): (at: number) => number {
  const text = freq.trim().toUpperCase();
  const week = /^\d*W(?:-([A-Z]{3}))?$/.exec(text);
  const weekday = weekdays.indexOf(week?.[1] ?? 'SUN');
  if (week && weekday >= 0) return (at) => truncate(at - weekday * DAY_MS, 'week') + weekday * DAY_MS;
  if (/^\d*(AS|YS|BAS)(-JAN)?$/.test(text)) return (at) => truncate(at, 'year');
  if (/^\d*QS(-JAN)?$/.test(text)) return (at) => truncate(at, 'quarter');
  if (/^\d*MS$/.test(text)) return (at) => truncate(at, 'month');
  if (/^\d*M$/.test(text)) return (at) => addUnits(truncate(at + DAY_MS, 'month'), 0, 'month') - DAY_MS;
  if (/^\d*D$/.test(text)) return (at) => truncate(at, 'day');
  if (/^\d*H$/.test(text)) return (at) => truncate(at, 'hour');
  throw new AppError('viz_data', { reason: message('form_data: freq: "%(freq)s" is no frequency', { freq }) });
}
