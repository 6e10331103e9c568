import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { cellAt, numberAt } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { incompletePlaces } from '../../layer/incomplete.ts';
import type { TrendForm } from './controls.ts';
import {
  type BigNumberModel,
  bigText,
  placeLines,
  placeTrend,
  roomForLines,
  trendColor,
  type TrendPoint,
} from './model.ts';

type Reading = {
  readonly points: readonly TrendPoint[];
  readonly value: number | null;
  readonly isTemporal: boolean;
  /** When the shown value was measured; null for a value of the whole time. */
  readonly at: number | null;
  /** A newer period has a value of a part of it only. */
  readonly isEarlier: boolean;
  /** What a value that is made of several was made of; empty for others. */
  readonly madeOf: string;
  /** Change against the value `compare_lag` periods earlier, as a part of it. */
  readonly change: number | null;
};

/** A number, what it is compared with, and how it came to be. */
export function trendModel(results: readonly QueryResult[], form: TrendForm, context: ChartContext): BigNumberModel {
  const { width, height, theme } = context;
  const reading = readTrend(results, form);
  const trend = form.show_trend_line
    ? placeTrend(
        reading.points,
        spanOf(reading, results[0], form),
        form.start_y_axis_at_zero,
        trendColor(form.color_picker, context),
        width,
        height,
      )
    : null;
  const lines = placeLines(linesOf(reading, form, context), width, roomForLines(height, trend !== null));
  return {
    width,
    height,
    fontFamily: theme.fontFamily,
    description: describeTrend(results, form, context),
    value: reading.value,
    lines,
    trend,
  };
}

/** The texts from top to bottom; empty ones take no place. */
function linesOf(reading: Reading, form: TrendForm, context: ChartContext): Parameters<typeof placeLines>[0] {
  const { height, theme } = context;
  return [
    {
      role: 'metric',
      text: form.show_metric_name ? metricName(form, context) : '',
      size: form.metric_name_font_size * height,
      weight: 500,
      color: theme.textMuted,
    },
    {
      role: 'number',
      text: bigText(reading.value, reading.isTemporal, form, form.time_grain_sqla, context),
      size: form.header_font_size * height,
      weight: 600,
      color: theme.text,
    },
    {
      role: 'comparison',
      text: changeText(reading, form, context),
      size: form.subheader_font_size * height,
      weight: 500,
      color: theme.textMuted,
    },
    {
      role: 'time',
      text:
        (form.show_timestamp || reading.isEarlier) && reading.at !== null
          ? context.formatTime(form.time_format, reading.at, form.time_grain_sqla)
          : reading.madeOf,
      size: form.subheader_font_size * height * 0.9,
      weight: 400,
      color: theme.textMuted,
    },
    {
      role: 'subtitle',
      text: form.subtitle,
      size: form.subtitle_font_size * height,
      weight: 400,
      color: theme.textMuted,
    },
  ];
}

export function describeTrend(results: readonly QueryResult[], form: TrendForm, context: ChartContext): string {
  const reading = readTrend(results, form);
  const value =
    reading.value === null
      ? t('no data')
      : bigText(reading.value, reading.isTemporal, form, form.time_grain_sqla, context);
  const { madeOf: made } = reading;
  const change = changeText(reading, form, context);
  const [first] = reading.points;
  const last = reading.points.at(-1);
  const span =
    first && last && first !== last
      ? t(
          'Trend from %s to %s.',
          context.formatTime(form.time_format, first.x, form.time_grain_sqla),
          context.formatTime(form.time_format, last.x, form.time_grain_sqla),
        )
      : '';
  return [
    `${metricName(form, context)}: ${value}.`,
    made === '' ? '' : `${made}.`,
    change === '' ? '' : `${change}.`,
    span,
    form.subtitle,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function readTrend(results: readonly QueryResult[], form: TrendForm): Reading {
  const table = results[0]?.table;
  const label = form.metric === null ? '' : metricLabel(form.metric);
  const values = table?.columns.get(label);
  const times =
    table?.columns.get(form.x_axis === null ? '__timestamp' : columnLabel(form.x_axis)) ??
    table?.columns.values().next().value;
  const rows = Array.from({ length: table?.rowCount ?? 0 }, (_, index) => ({
    x: times ? cellAt(times, index) : null,
    y: numberAt(values, index),
  }));
  const points = rows.flatMap(({ x, y }) => (typeof x === 'number' ? [{ x, y }] : [])).sort((a, b) => a.x - b.x);
  const aggregated = form.aggregation === 'LAST_VALUE' ? null : numberAt(results[1]?.table.columns.get(label), 0);
  const lastAt = newestOf(points, results[0], form);
  const value = form.aggregation === 'LAST_VALUE' ? (points[lastAt]?.y ?? null) : aggregated;
  const isTemporal = values?.kind === 'temporal';
  return {
    points,
    value,
    isTemporal,
    at: form.aggregation === 'LAST_VALUE' ? (points[lastAt]?.x ?? null) : null,
    isEarlier: form.aggregation === 'LAST_VALUE' && points.slice(lastAt + 1).some(({ y }) => y !== null),
    madeOf: value === null ? '' : madeOf(points, results[0], form),
    change: changeOf(points, lastAt, value, form),
  };
}

/** A sum of averages, or a mean with a month that has only begun, is not what the metric is of the whole time. */
function madeOf(points: readonly TrendPoint[], result: QueryResult | undefined, form: TrendForm): string {
  const counted = points.filter(({ y }) => y !== null);
  const words = aggregateWords(form.aggregation, counted.length);
  if (words === null || !result) return '';
  const parts = incompletePlaces(
    counted.map(({ x }) => x),
    result,
    form,
  ).size;
  return parts === 0 ? words : t('%(words)s, %(parts)s of them incomplete', { words, parts });
}

function aggregateWords(aggregation: TrendForm['aggregation'], count: number): string | null {
  switch (aggregation) {
    case 'sum':
      return tn('Sum of 1 value', 'Sum of %(count)s values', count);
    case 'mean':
      return tn('Mean of 1 value', 'Mean of %(count)s values', count);
    case 'min':
      return tn('Smallest of 1 value', 'Smallest of %(count)s values', count);
    case 'max':
      return tn('Largest of 1 value', 'Largest of %(count)s values', count);
    case 'median':
      return tn('Median of 1 value', 'Median of %(count)s values', count);
    case 'raw':
    case 'LAST_VALUE':
      return null;
  }
}

/**
 * The place of the period that stands for "now": the newest with a value, unless it has only just begun. A total so far
 * grows with each day of it.
 */
function newestOf(points: readonly TrendPoint[], result: QueryResult | undefined, form: TrendForm): number {
  const newest = points.findLastIndex(({ y }) => y !== null);
  if (!result || form.rolling_type === 'cumsum') return newest;
  const isPart = incompletePlaces(
    points.map(({ x }) => x),
    result,
    form,
  ).has(newest);
  const before = isPart ? points.slice(0, newest).findLastIndex(({ y }) => y !== null) : -1;
  return before >= 0 ? before : newest;
}

function changeOf(points: readonly TrendPoint[], lastAt: number, value: number | null, form: TrendForm): number | null {
  const lag = form.aggregation === 'LAST_VALUE' ? (form.compare_lag ?? 0) : 0;
  const earlier = lag > 0 ? (points[lastAt - lag]?.y ?? null) : null;
  if (value === null || earlier === null || earlier === 0) return null;
  return (value - earlier) / Math.abs(earlier);
}

/** The smallest change that one decimal of a percentage shows. */
const SEEN = 0.0005;

/** Direction as a sign and an arrow: never by colour alone. */
function changeText({ change }: Reading, form: TrendForm, context: ChartContext): string {
  if (change === null) return '';
  // What reads as zero has no direction either.
  if (Math.abs(change) < SEEN) return `■ ${context.formatNumber(',.1%', 0)} ${form.compare_suffix}`.trim();
  return `${change > 0 ? '▲' : '▼'} ${context.formatNumber('+,.1%', change)} ${form.compare_suffix}`.trim();
}

function spanOf({ points }: Reading, result: QueryResult | undefined, form: TrendForm): readonly [number, number] {
  const data = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0] as const;
  if (!form.time_range_fixed) return data;
  return [Math.min(data[0], result?.fromMs ?? data[0]), Math.max(data[1], result?.toMs ?? data[1])];
}

function metricName(form: TrendForm, context: ChartContext): string {
  if (form.metric === null) return t('Big number with trend');
  return typeof form.metric === 'string' ? context.verboseName(form.metric) : metricLabel(form.metric);
}
