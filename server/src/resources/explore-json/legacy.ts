import { asColumns, asMetrics, metricsOf, uniqueBy, type BuiltQuery, type OrderBy } from '@tessera/core/build-query';
import { printExactJson } from '@tessera/core/exact-json';
import { columnLabel, metricLabel, type Metric, type RawForm } from '@tessera/core/form-data';
import { readNumber } from '@tessera/core/numeric-cell';
import type { QueryColumn, QueryObject } from '@tessera/core/query-object';
import { AppError } from '@tessera/core/errors/app-error';
import { message, messageN } from '@tessera/core/messages';

/** A row of an answer, as JSON has it. */
export type LegacyRow = Readonly<Record<string, unknown>>;

/** What an older chart type asks, and the form in which it takes its rows. Both are pure. */
export type LegacyPayload = {
  readonly query: (form: RawForm, base: BuiltQuery) => QueryObject;
  readonly data: (rows: readonly LegacyRow[], form: RawForm, range: LegacyRange) => unknown;
};
/** Ends of the time range in epoch milliseconds; `null` is open. */
export type LegacyRange = { readonly since: number | null; readonly until: number | null };

export const TIME = '__timestamp';

/** The columns of some controls, each once. */
export function columnsIn(form: RawForm, ...keys: readonly string[]): QueryColumn[] {
  return uniqueBy(
    keys.flatMap((key) => asColumns(form[key])),
    columnLabel,
  );
}

/** The metrics of some controls, each label once. */
export function metricsIn(form: RawForm, ...keys: readonly string[]): Metric[] {
  return uniqueBy(
    keys.flatMap((key) => asMetrics(form[key])),
    metricLabel,
  );
}

/** The label of the one metric or column of a control. @throws AppError viz_data when it is missing */
export function labelIn(form: RawForm, key: string): string {
  const [metric] = asMetrics(form[key]);
  const [column] = asColumns(form[key]);
  if (metric !== undefined) return metricLabel(metric);
  if (column !== undefined) return columnLabel(column);
  throw new AppError('viz_data', { reason: message('form_data: %(key)s is missing', { key }) });
}

export function groupLabels(form: RawForm, key = 'groupby'): string[] {
  return asColumns(form[key]).map(columnLabel);
}

export function metricLabels(form: RawForm): string[] {
  return metricsOf(form).map(metricLabel);
}

/** A query over time, grouped by `groupby`. */
export function overTime(
  form: RawForm,
  base: BuiltQuery,
  metrics: readonly Metric[],
  orderby: readonly OrderBy[] = [],
): QueryObject {
  return {
    ...base,
    columns: columnsIn(form, 'groupby'),
    metrics: [...metrics],
    is_timeseries: true,
    orderby: [...orderby],
  };
}

/** Older charts order by their limit metric, else by the first one, upwards unless they say otherwise. */
export function byLimitMetric(form: RawForm, metrics: readonly Metric[]): OrderBy[] {
  const [by] = [...metricsIn(form, 'timeseries_limit_metric', 'series_limit_metric'), ...metrics];
  return by === undefined ? [] : [[by, form['order_desc'] !== true]];
}

export function numberOf(value: unknown): number {
  const number = readNumber(value);
  return Number.isFinite(number) ? number : 0;
}

/** A group's value as a name. */
export function nameOf(value: unknown): string {
  if (value === null || value === undefined) return '<NULL>';
  return typeof value === 'string' ? value : printExactJson(value);
}

/** More values than anybody can see in one picture. */
const MAX_VALUES = 1_000_000;

/** @throws AppError viz_data when so many lines of so many values are too much */
export function assertDrawable(lines: number, values: number): void {
  if (lines * values > MAX_VALUES)
    throw new AppError('viz_data', {
      reason: messageN(
        'the chart would have %(lines)s × 1 value. Group by fewer values or ask for fewer rows.',
        'the chart would have %(lines)s × %(count)s values. Group by fewer values or ask for fewer rows.',
        values,
        { lines },
      ),
    });
}

export type Series = {
  readonly key: string | readonly string[];
  readonly values: readonly { readonly x: number; readonly y: number }[];
};

/**
 * Rows by time as one series per group and metric, in order of their keys, with 0 where a series has no value. A
 * single metric stays out of the keys of groups.
 *
 * @throws AppError viz_data
 */
export function seriesOf(
  rows: readonly LegacyRow[],
  groups: readonly string[],
  metrics: readonly string[],
): readonly Series[] {
  const times = [...new Set(rows.map((row) => numberOf(row[TIME])))].toSorted((a, b) => a - b);
  const found = new Map<string, { readonly key: readonly string[]; readonly at: Map<number, number> }>();
  for (const metric of metrics) {
    for (const row of rows) {
      const key = [
        ...(metrics.length > 1 || groups.length === 0 ? [metric] : []),
        ...groups.map((group) => nameOf(row[group])),
      ];
      const id = JSON.stringify(key);
      const series = found.get(id) ?? { key, at: new Map<number, number>() };
      found.set(id, series);
      const time = numberOf(row[TIME]);
      series.at.set(time, (series.at.get(time) ?? 0) + numberOf(row[metric]));
    }
  }
  assertDrawable(found.size, times.length);
  return [...found.values()]
    .toSorted((a, b) => (a.key.join('\u0000') < b.key.join('\u0000') ? -1 : 1))
    .map(({ key, at }) => ({
      key: groups.length === 0 ? (key[0] ?? '') : key,
      values: times.map((x) => ({ x, y: at.get(x) ?? 0 })),
    }));
}
