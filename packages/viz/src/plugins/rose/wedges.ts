import { metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import { measuredMetrics, metricWriter, type MetricWriter } from '../../layer/metric-formats.ts';
import { nonAdditiveMetrics, nonAdditiveText } from '../../layer/additivity.ts';
import { seriesCutText } from '../../layer/series-cut.ts';
import { axisTimeLabel } from '../../shared/axis-time.ts';
import { readTimeSeries, type TimeSeries } from '../../shared/time-series.ts';
import type { RoseForm } from './controls.ts';

export type Wedges = {
  readonly times: readonly number[];
  /** As the rim has them, and as sentences say them. */
  readonly labels: readonly string[];
  readonly names: readonly string[];
  /** The greatest first. */
  readonly series: readonly TimeSeries[];
  /** Whether the parts of a wedge make a whole. */
  readonly isWhole: boolean;
  /** Values below zero, which have no radius. */
  readonly negative: number;
};

/** Wedges by time, each made of its series; values below zero are left out. */
export function readWedges(result: QueryResult | undefined, form: RoseForm, context: ChartContext): Wedges {
  const { times, series } = readTimeSeries(result, form, context);
  const all = series.flatMap(({ values }) => values);
  return {
    times,
    labels: times.map((time) => axisTimeLabel(time, form.date_time_format, form.time_grain_sqla, context)),
    names: times.map((time) => timeName(time, form, context)),
    series: series
      .map((one) => ({ ...one, values: one.values.map((value) => (value !== null && value < 0 ? null : value)) }))
      .toSorted((a, b) => sum(b.values) - sum(a.values)),
    isWhole: addsUp(form, context),
    negative: all.filter((value) => value !== null && value < 0).length,
  };
}

/** Values of other times beside the present ones, and what does not add up, are not put on top of each other. */
function addsUp(form: RoseForm, context: ChartContext): boolean {
  return form.time_compare.length === 0 && nonAdditiveMetrics(form.metrics, context).length === 0;
}

export function timeName(time: number, form: RoseForm, context: ChartContext): string {
  const format = form.date_time_format === 'smart_date' ? 'smart_date_verbose' : form.date_time_format;
  return context.formatTime(format, time, form.time_grain_sqla);
}

export function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

/** Shares are percentages unless the author says otherwise. */
export function writerOf(form: RoseForm, context: ChartContext): MetricWriter {
  const format = form.contribution && form.number_format === 'SMART_NUMBER' ? ',.1%' : form.number_format;
  return metricWriter(measuredMetrics(form), context, format);
}

/** What stands below the picture. */
export function roseNotes(results: readonly QueryResult[], form: RoseForm, context: ChartContext): readonly string[] {
  const [result] = results;
  const { negative, series } = readWedges(result, form, context);
  const apart = nonAdditiveMetrics(form.metrics, context);
  return [
    ...(result?.seriesCut ? [seriesCutText(result.seriesCut)] : []),
    ...(negative > 0
      ? [tn('1 value below zero is not drawn', '%(count)s values below zero are not drawn', negative)]
      : []),
    ...(apart.length > 0 && series.length > 1
      ? [nonAdditiveText(apart, t('its series stand side by side'), context)]
      : []),
  ];
}

/** Why rows that came make no wedge. */
export function emptyRose([result]: readonly QueryResult[], form: RoseForm): string | null {
  if (!result || result.table.rowCount === 0 || form.metrics.length === 0) return null;
  const { times, series } = readTimeSeries(result, form, { verboseName: (name) => name });
  const names = form.metrics.map(metricLabel).join(', ');
  if (times.length === 0) return t('No row has a time.');
  const values = series.flatMap((one) => one.values).filter((value) => value !== null);
  if (values.length === 0) return t('%s has no value in any row.', names);
  return values.some((value) => value > 0)
    ? null
    : t('%s is negative or zero in every row, and a wedge has no such radius.', names);
}
