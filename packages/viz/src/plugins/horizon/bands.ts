import { metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter, type MetricWriter } from '../../layer/metric-formats.ts';
import { seriesCutText } from '../../layer/series-cut.ts';
import { metricOfSeries, readTimeSeries, type TimeSeries } from '../../shared/time-series.ts';
import type { HorizonForm } from './controls.ts';

/** Layers of one sign: more can hardly be distinguished. */
export const BANDS = 3;

export type HorizonSeries = TimeSeries & {
  /** As they are drawn: with `change` the difference from the first value. */
  readonly drawn: readonly (number | null)[];
  /** What the strongest band ends at. */
  readonly reach: number;
};

export type Horizon = { readonly times: readonly number[]; readonly series: readonly HorizonSeries[] };

/** Series with what their bands stand for. */
export function readHorizon(result: QueryResult | undefined, form: HorizonForm, context: ChartContext): Horizon {
  const { times, series } = readTimeSeries(result, form, context);
  const drawn = series.map((one) => ({ ...one, drawn: valuesOf(one, form) }));
  const reaches = drawn.map((one) =>
    one.drawn.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0),
  );
  const overall = reaches.reduce((most, reach) => Math.max(most, reach), 0);
  return {
    times,
    series: drawn.map((one, at) => ({
      ...one,
      reach: (form.horizon_color_scale === 'overall' ? overall : reaches[at]) || 1,
    })),
  };
}

function valuesOf({ values }: TimeSeries, form: HorizonForm): readonly (number | null)[] {
  if (form.horizon_color_scale !== 'change') return values;
  const first = values.find((value) => value !== null) ?? 0;
  return values.map((value) => (value === null ? null : value - first));
}

/** Writes values of a series as its metric; shares are percentages. */
export function writerOf(series: TimeSeries, form: HorizonForm, context: ChartContext): MetricWriter {
  return metricWriter(metricOfSeries(series.metric, form), context, form.contribution ? ',.1%' : undefined);
}

/** How a moment is called. */
export function momentName(time: number, form: HorizonForm, context: ChartContext): string {
  return context.formatTime('smart_date_verbose', time, form.time_grain_sqla);
}

/** What stands below the picture. */
export function horizonNotes([result]: readonly QueryResult[]): readonly string[] {
  return result?.seriesCut ? [seriesCutText(result.seriesCut)] : [];
}

/** Why rows that came make no band. */
export function emptyHorizon([result]: readonly QueryResult[], form: HorizonForm): string | null {
  if (!result || result.table.rowCount === 0 || form.metrics.length === 0) return null;
  const { times, series } = readTimeSeries(result, form, { verboseName: (name) => name });
  if (times.length === 0) return t('No row has a time.');
  return series.some(({ values }) => values.some((value) => value !== null))
    ? null
    : t('%s has no value in any row.', form.metrics.map(metricLabel).join(', '));
}
