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
import type { QueryObject } from '@tessera/core/query-object';
import type { AnyQueryBundle } from '../../bundles/bundle.ts';
import { seriesPart } from '../../bundles/series-steps.ts';

/**
 * One query for the whole family: the x axis with its grain, one column per combination of dimensions.
 *
 * The answer comes pivoted and flattened: the x column first, then one column per series. `bundles` are those whose
 * controls the chart type has.
 */
export function timeseriesQueries(raw: RawForm, bundles: readonly AnyQueryBundle[] = []): readonly QueryObject[] {
  const base = buildQueryObject(raw);
  const query = withBaseAxis(raw, base);
  const dimensions = asColumns(raw['groupby']);
  const metrics = [...metricsOf(raw), ...sortMetric(raw)];
  const orderMetric = asMetrics(raw['timeseries_limit_metric'])[0] ?? metrics[0];
  const orderby: OrderBy[] = orderMetric === undefined ? [] : [[orderMetric, !base.order_desc]];
  const around = { index: xAxisLabel(raw), metrics, dimensions: dimensions.map(columnLabel) };
  const part = seriesPart(raw, around, bundles);
  return [
    {
      ...query,
      metrics,
      orderby,
      ...(dimensions.length > 0 ? { series_columns: dimensions } : {}),
      // Charts from before x axes take their time from the dataset.
      ...(asColumns(raw['x_axis']).length === 0 ? { is_timeseries: true } : {}),
      ...part.object,
      post_processing: [...(part.steps ?? [])],
    },
  ];
}

/** The metric that only sorts the x axis travels along; it is not drawn. */
export function sortMetric(raw: RawForm): Metric[] {
  const metric = asMetrics(raw['timeseries_limit_metric'])[0];
  if (metric === undefined || asColumns(raw['groupby']).length > 0 || raw['x_axis_sort'] !== metricLabel(metric))
    return [];
  return metricsOf(raw).some((one) => metricLabel(one) === metricLabel(metric)) ? [] : [metric];
}
