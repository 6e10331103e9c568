import type { Currency, MetricFormat, MetricFormats } from '../define.ts';
import { readCurrency } from './column-config.ts';

type Form = Readonly<Record<string, unknown>>;

/** A number format of a form, the currency beside it, and the metrics whose values are written so. */
type Place = { readonly format: string; readonly currency: string; readonly metrics: readonly unknown[] };

/**
 * A parsed form whose values are written as the dataset writes its saved metrics, wherever the chart says nothing
 * itself: each by its own in a table, elsewhere what all metrics of an axis agree on. Values that were made into
 * something else, such as shares, are no values of the metric.
 */
export function withMetricFormats<F extends object>(type: string, form: F, formats: MetricFormats): F {
  if (Object.keys(formats).length === 0) return form;
  const read: Form = Object.fromEntries(Object.entries(form));
  if (type === 'table') return { ...form, ...columnConfig(read, formats) };
  return { ...form, ...Object.assign({}, ...placesOf(type, read).map((place) => filled(place, read, formats))) };
}

/** How a metric is written where a form has this format: by its own, unless the author of the chart chose one. */
export function metricFormatIn(
  form: { readonly format: string; readonly currency: Currency | null },
  own: MetricFormat | undefined,
): { readonly format: string; readonly currency: Currency | null } {
  if (!own || !isAdaptive(form.format)) return form;
  return { format: own.format ?? form.format, currency: form.currency ?? own.currency };
}

/** What a saved metric is written by; undefined for one without a format and for one of the chart itself. */
export function formatOfMetric(metric: unknown, formats: MetricFormats | undefined): MetricFormat | undefined {
  return typeof metric === 'string' && formats && Object.hasOwn(formats, metric) ? formats[metric] : undefined;
}

function isAdaptive(format: unknown): boolean {
  return format === undefined || format === null || format === '' || format === 'SMART_NUMBER';
}

function placesOf(type: string, form: Form): readonly Place[] {
  // Changes from the first value, as shares of it.
  if (type === 'compare') return [];
  const first = isDerived(type, form, '') ? [null] : listed(form['metrics']);
  if ('metrics_b' in form) {
    const second = isDerived(type, form, '_b') ? [null] : listed(form['metrics_b']);
    const on = (axis: number) => [
      ...(form['yAxisIndex'] === axis ? first : []),
      ...(form['yAxisIndexB'] === axis ? second : []),
    ];
    return [
      { format: 'y_axis_format', currency: 'currency_format', metrics: on(0) },
      { format: 'y_axis_format_secondary', currency: 'currency_format_secondary', metrics: on(1) },
    ];
  }
  const shown = [...listed(form['metric']), ...first];
  return [
    { format: 'number_format', currency: 'currency_format', metrics: shown },
    { format: 'y_axis_format', currency: 'currency_format', metrics: [...shown, ...listed(form['y'])] },
    ...['x_axis_format', 'xAxisFormat'].map((format) => ({ format, currency: '', metrics: listed(form['x']) })),
    { format: 'tooltipSizeFormat', currency: '', metrics: listed(form['size']) },
  ];
}

/** Shares, ratios and changes of a metric are not measured in its unit. */
function isDerived(type: string, form: Form, suffix: string): boolean {
  const of = (key: string) => form[`${key}${suffix}`];
  const isCompared = type !== 'pop_kpi' && listed(of('time_compare')).length > 0;
  return (
    of('contribution') === true ||
    typeof of('contributionMode') === 'string' ||
    (isCompared && (of('comparison_type') === 'percentage' || of('comparison_type') === 'ratio')) ||
    /^point_(percent|factor)$/.test(String(of('time_series_option')))
  );
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

function columnConfig(form: Form, formats: MetricFormats): Form {
  // Rows as they are have no metrics, though the form may remember some.
  if (form['query_mode'] === 'raw') return {};
  const stored = asRecord(form['column_config']);
  const added = listed(form['metrics']).flatMap((metric) => {
    const own = formatOfMetric(metric, formats);
    if (!own) return [];
    const config = asRecord(Object.hasOwn(stored, String(metric)) ? stored[String(metric)] : {});
    if (!isAdaptive(config['d3NumberFormat'])) return [];
    return [
      [
        String(metric),
        {
          ...config,
          ...(own.format === null ? {} : { d3NumberFormat: own.format }),
          ...(own.currency !== null && !readCurrency(config['currencyFormat']) ? { currencyFormat: own.currency } : {}),
        },
      ],
    ];
  });
  return added.length === 0 ? {} : { column_config: { ...stored, ...Object.fromEntries(added) } };
}

function asRecord(value: unknown): Form {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
