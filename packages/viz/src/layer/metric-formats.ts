import type { ChartContext, Currency, MetricFormat, MetricFormats } from '../define.ts';
import { exactNumber } from './formats.ts';

type Form = Readonly<Record<string, unknown>>;

/** A number format of a form, the currency beside it, and the metrics whose values are written so. */
export type Place = { readonly format: string; readonly currency: string; readonly metrics: readonly unknown[] };

/**
 * A parsed form whose values are written as the dataset writes its saved metrics, wherever the chart says nothing
 * itself: by what all metrics of a place agree on. A chart type with other places than these says so
 * (`inMetricFormats`).
 */
export function withMetricFormats<F extends object>(form: F, formats: MetricFormats): F {
  const read = readForm(form);
  const metrics = [...listed(read['metric']), ...measuredMetrics(form)];
  return withPlaces(form, formats, [
    { format: 'number_format', currency: 'currency_format', metrics },
    { format: 'y_axis_format', currency: 'currency_format', metrics },
  ]);
}

/** The form with the format and the currency of each place filled that its author left to the metrics. */
export function withPlaces<F extends object>(form: F, formats: MetricFormats, places: readonly Place[]): F {
  const read = readForm(form);
  return { ...form, ...Object.assign({}, ...places.map((place) => filled(place, read, formats))) };
}

/**
 * The metrics whose values a series shows as they are. Shares, ratios and changes are not measured in the unit of a
 * metric: they are none (`null`) that a dataset writes.
 *
 * @param suffix Of the controls of this series, where a form has several.
 */
export function measuredMetrics(form: object, suffix = ''): readonly unknown[] {
  const read = readForm(form);
  const of = (key: string) => read[`${key}${suffix}`];
  const isChange = of('comparison_type') === 'percentage' || of('comparison_type') === 'ratio';
  const isDerived =
    of('contribution') === true ||
    typeof of('contributionMode') === 'string' ||
    (isChange && listed(of('time_compare')).length > 0) ||
    /^point_(percent|factor)$/.test(String(of('time_series_option')));
  return isDerived ? [null] : listed(of('metrics'));
}

/** How numbers are written. */
export type NumberLook = { readonly format: string; readonly currency: Currency | null };

/** Values of metrics as a chart writes them: short where there is little room, exactly for whoever points at one. */
export type MetricWriter = {
  readonly short: (value: number | null) => string;
  readonly exact: (value: number | null) => string;
};

/** Writes values of metrics in a chart that has no currency, or neither that nor a number format (`metricLook`). */
export function metricWriter(metrics: unknown, context: ChartContext, format?: string): MetricWriter {
  const look = metricLook(metrics, context, format);
  return {
    short: (value) => context.formatNumber(look.format, value, look.currency),
    exact: (value) => exactNumber(look.format, value, context, look.currency),
  };
}

/**
 * What these metrics, or this one, agree on, in a chart without a control for the currency.
 *
 * @param format Of the form, where it has one. It is the chart's own unless it is adaptive or that of the metrics.
 */
export function metricLook(
  metrics: unknown,
  { metricFormats = {} }: Pick<ChartContext, 'metricFormats'>,
  format = 'SMART_NUMBER',
): NumberLook {
  const own = agreed(listed(metrics), metricFormats);
  const isLeft = isAdaptive(format) || format === own?.format;
  return isLeft
    ? { format: own?.format ?? 'SMART_NUMBER', currency: own?.currency ?? null }
    : { format, currency: null };
}

/** How a metric is written where a form has this format: by its own, unless the author of the chart chose one. */
export function metricFormatIn(form: NumberLook, own: MetricFormat | undefined): NumberLook {
  if (!own || !isAdaptive(form.format)) return form;
  return { format: own.format ?? form.format, currency: form.currency ?? own.currency };
}

/** What a saved metric is written by; undefined for one without a format and for one of the chart itself. */
export function formatOfMetric(metric: unknown, formats: MetricFormats | undefined): MetricFormat | undefined {
  return typeof metric === 'string' && formats && Object.hasOwn(formats, metric) ? formats[metric] : undefined;
}

/** Whether an author left a format to the chart. */
export function isAdaptive(format: unknown): boolean {
  return format === undefined || format === null || format === '' || format === 'SMART_NUMBER';
}

function readForm(form: object): Form {
  return Object.fromEntries(Object.entries(form));
}

function listed(metrics: unknown): readonly unknown[] {
  if (Array.isArray(metrics)) return metrics;
  return metrics === null || metrics === undefined ? [] : [metrics];
}

function filled({ format, currency, metrics }: Place, form: Form, formats: MetricFormats): Form {
  const own = agreed(metrics, formats);
  if (!(format in form) || !own || !isAdaptive(form[format])) return {};
  return {
    ...(own.format === null ? {} : { [format]: own.format }),
    ...(own.currency !== null && currency in form && !form[currency] ? { [currency]: own.currency } : {}),
  };
}

function agreed(metrics: readonly unknown[], formats: MetricFormats): MetricFormat | undefined {
  const [first, ...rest] = metrics.map((metric) => formatOfMetric(metric, formats));
  const text = JSON.stringify(first);
  return rest.every((other) => JSON.stringify(other) === text) ? first : undefined;
}
