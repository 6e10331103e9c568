import {
  asColumns,
  asMetrics,
  buildQueryObject,
  metricsOf,
  type OrderBy,
  withBaseAxis,
  xAxisLabel,
} from '@tessera/core/build-query';
import { columnLabel, type Metric, metricLabel, type RawForm } from '@tessera/core/form-data';
import type { PostStep, QueryObject } from '@tessera/core/query-object';

/**
 * One query for the whole family: the x axis with its grain, one column per combination of dimensions.
 *
 * The answer comes pivoted and flattened: the x column first, then one column per series.
 */
export function timeseriesQueries(raw: RawForm): readonly QueryObject[] {
  const base = buildQueryObject(raw);
  const query = withBaseAxis(raw, base);
  const dimensions = asColumns(raw['groupby']);
  const metrics = [...metricsOf(raw), ...sortMetric(raw)];
  const orderMetric = asMetrics(raw['timeseries_limit_metric'])[0] ?? metrics[0];
  const orderby: OrderBy[] = orderMetric === undefined ? [] : [[orderMetric, !base.order_desc]];
  return [
    {
      ...query,
      metrics,
      orderby,
      ...(dimensions.length > 0 ? { series_columns: dimensions } : {}),
      // Charts from before x axes take their time from the dataset.
      ...(asColumns(raw['x_axis']).length === 0 ? { is_timeseries: true } : {}),
      time_offsets: [],
      post_processing: postSteps(raw, metrics, dimensions.map(columnLabel)),
    },
  ];
}

function postSteps(raw: RawForm, metrics: readonly Metric[], dimensions: readonly string[]): PostStep[] {
  const index = xAxisLabel(raw);
  if (index === null || metrics.length === 0) return [];
  const aggregates = Object.fromEntries(metrics.map((metric) => [metricLabel(metric), { operator: 'mean' }]));
  return [
    {
      operation: 'pivot',
      options: {
        index: [index],
        columns: dimensions,
        aggregates,
        drop_missing_columns: raw['show_empty_columns'] !== true,
      },
    },
    ...renameStep(raw, metrics, dimensions),
    ...sortStep(raw, index, metrics, dimensions),
    { operation: 'flatten' },
  ];
}

/** One metric needs no name in every series when the dimensions tell the series apart. */
function renameStep(raw: RawForm, metrics: readonly Metric[], dimensions: readonly string[]): PostStep[] {
  const [metric] = metrics;
  if (metric === undefined || metrics.length > 1 || dimensions.length === 0 || raw['truncate_metric'] !== true)
    return [];
  return [{ operation: 'rename', options: { columns: { [metricLabel(metric)]: null }, level: 0, inplace: true } }];
}

/** Rows cannot be put in order by several series at once, so dimensions rule it out. */
function sortStep(raw: RawForm, index: string, metrics: readonly Metric[], dimensions: readonly string[]): PostStep[] {
  const by = raw['x_axis_sort'];
  if (typeof by !== 'string' || dimensions.length > 0 || typeof raw['x_axis_sort_asc'] !== 'boolean') return [];
  const ascending = raw['x_axis_sort_asc'];
  if (by === index) return [{ operation: 'sort', options: { is_sort_index: true, ascending } }];
  return metrics.some((metric) => metricLabel(metric) === by)
    ? [{ operation: 'sort', options: { by, ascending } }]
    : [];
}

/** The metric that only sorts the x axis travels along; it is not drawn. */
export function sortMetric(raw: RawForm): Metric[] {
  const metric = asMetrics(raw['timeseries_limit_metric'])[0];
  if (metric === undefined || asColumns(raw['groupby']).length > 0 || raw['x_axis_sort'] !== metricLabel(metric))
    return [];
  return metricsOf(raw).some((one) => metricLabel(one) === metricLabel(metric)) ? [] : [metric];
}
