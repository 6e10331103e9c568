import { NO_FILTER, adhocFiltersOf } from '@tessera/core/filters/adhoc';
import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { timeRangeLabel } from '@tessera/core/time-range/label';
import { parseTimeRange } from '@tessera/core/time-range/parse';
import { shiftMoment } from '@tessera/core/time-range/shift';
import { periodsOf } from '@tessera/viz/bundles/period-comparison';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The times that a form compares with, one line each; or why there are none. */
export function comparedRanges(form: RawForm, now: number): readonly string[] {
  const periods = periodsOf({ comparison_type: 'values', ...form });
  const parsed = parseTimeRange(rangeOf(form), { now });
  if (!parsed.ok || periods.length === 0) return [];
  const { since, until } = parsed.range;
  if (since === null || until === null) return [t('Choose a time range to compare with another one.')];
  return periods.map((period) => {
    const [from, to] = periodAt(since, until, period);
    return timeRangeLabel(`${new Date(from).toISOString().slice(0, 19)} : ${new Date(to).toISOString().slice(0, 19)}`, {
      now,
    });
  });
}

function periodAt(since: number, until: number, period: string): readonly [number, number] {
  const length = until - since;
  if (period === 'inherit') return [since - length, since];
  if (DAY.test(period)) {
    const from = Date.parse(`${period}T00:00:00Z`);
    return [from, from + length];
  }
  return [shiftMoment(since, period), shiftMoment(until, period)];
}

function rangeOf(form: RawForm): string {
  const range = adhocFiltersOf(form['adhoc_filters']).find(
    (one) => one.expressionType === 'SIMPLE' && one.operator === 'TEMPORAL_RANGE',
  );
  const text = range?.comparator ?? form['time_range'];
  return typeof text === 'string' && text !== '' ? text : NO_FILTER;
}
