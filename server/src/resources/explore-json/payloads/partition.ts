import { metricsOf } from '@tessera/core/build-query';
import { AppError } from '@tessera/core/errors/app-error';
import { groupBy } from '@tessera/core/group-by';
import { message } from '@tessera/core/messages';
import {
  byLimitMetric,
  columnsIn,
  groupLabels,
  metricLabels,
  nameOf,
  numberOf,
  TIME,
  type LegacyPayload,
  type LegacyRow,
} from '../legacy.ts';
import { comparedTimes, treesOverTime } from './partition-times.ts';

type Part = string | number;
type Node = { readonly name: Part | readonly Part[]; readonly val: number | null; readonly children: readonly Node[] };
type Measure = (rows: readonly LegacyRow[], metric: string) => number | null;

const sum: Measure = (rows, metric) => rows.reduce((total, row) => total + numberOf(row[metric]), 0);
/** Between the first and the last time of the whole result. */
const between =
  (first: number, last: number, compare: (from: number, to: number) => number | null): Measure =>
  (rows, metric) =>
    compare(
      ...([first, last].map(
        (time) =>
          sum(
            rows.filter((row) => numberOf(row[TIME]) === time),
            metric,
          ) ?? 0,
      ) as [number, number]),
    );

/** A tree per metric: one level per grouping, values made anew on each level. */
export const partition: LegacyPayload = {
  query: (form, base) => {
    const groups = columnsIn(form, 'groupby');
    if (groups.length === 0) throw new AppError('viz_data', { reason: message('form_data: groupby is missing') });
    const option = optionOf(form);
    if (option !== 'adv_anal') measureOf(form, []);
    const others = option === 'adv_anal' ? comparedTimes(form) : [];
    return {
      ...base,
      columns: groups,
      metrics: metricsOf(form),
      orderby: byLimitMetric(form, metricsOf(form)),
      is_timeseries: option !== 'not_time',
      ...(others.length > 0 && { time_offsets: [...others] }),
    };
  },
  data: (rows, form) => {
    const option = optionOf(form);
    if (option === 'adv_anal') return treesOverTime(rows, form, groupLabels(form), metricLabels(form));
    const groups = [...(option === 'time_series' ? [TIME] : []), ...groupLabels(form)];
    const measure = measureOf(form, rows);
    return metricLabels(form).map((metric): Node => ({
      name: metric,
      val: measure(rows, metric),
      children: branches(rows, groups, [], metric, measure),
    }));
  },
};

function branches(
  rows: readonly LegacyRow[],
  groups: readonly string[],
  path: readonly Part[],
  metric: string,
  measure: Measure,
): readonly Node[] {
  const group = groups[path.length];
  if (group === undefined) return [];
  const parts = groupBy(rows, (row): Part => (group === TIME ? numberOf(row[TIME]) : nameOf(row[group])));
  return [...parts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]): Node => {
      const here = [...path, name];
      return {
        name: here.length === 1 ? name : here,
        val: measure(part, metric),
        children: branches(part, groups, here, metric, measure),
      };
    });
}

function optionOf(form: Readonly<Record<string, unknown>>): string {
  return typeof form['time_series_option'] === 'string' ? form['time_series_option'] : 'not_time';
}

/** @throws AppError viz_data for an option that makes no single number */
function measureOf(form: Readonly<Record<string, unknown>>, rows: readonly LegacyRow[]): Measure {
  const times = rows.map((row) => numberOf(row[TIME]));
  const [first, last] = [
    times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  ];
  switch (optionOf(form)) {
    case 'not_time':
    case 'agg_sum':
    case 'time_series':
      return sum;
    case 'agg_mean':
      return (some, metric) => (some.length === 0 ? null : (sum(some, metric) ?? 0) / some.length);
    case 'point_diff':
      return between(first, last, (from, to) => to - from);
    case 'point_factor':
      return between(first, last, (from, to) => (from === 0 ? null : to / from));
    case 'point_percent':
      return between(first, last, (from, to) => (from === 0 ? null : to / from - 1));
    default:
      throw new AppError('viz_data', {
        reason: message('form_data: time_series_option: "%(value)s" is not available', { value: optionOf(form) }),
      });
  }
}
