import { buildQueryObject, withBaseAxis, xAxisLabel, xAxisOf } from '@tessera/core/build-query';
import { metricLabel, type RawForm } from '@tessera/core/form-data';
import type { PostStep, QueryObject } from '@tessera/core/query-object';
import type { AnyQueryBundle } from '../../bundles/bundle.ts';
import { trendBundles, type TrendForm } from './controls.ts';

/**
 * The course of time for the line, and the one value; the latter is a query of its own because it may be aggregated
 * otherwise.
 */
export function trendQueries(form: TrendForm, raw: RawForm): readonly QueryObject[] {
  const base = buildQueryObject(raw);
  const hasAxis = xAxisOf(raw) !== null;
  const timed: QueryObject = { ...withBaseAxis(raw, base), ...(hasAxis ? {} : { is_timeseries: true }) };
  const pivot = pivotStep(form, raw);
  const course = pivot.length === 0 ? [] : trendBundles.flatMap((bundle) => stepsOf(bundle, form, raw));
  const whole: QueryObject = { ...base, columns: [], is_timeseries: false, post_processing: [] };
  const aggregate: PostStep[] =
    form.aggregation === 'LAST_VALUE' || form.aggregation === 'raw' ? [] : aggregateStep(form);
  return [
    { ...timed, post_processing: [...pivot, ...course, { operation: 'flatten' }] },
    form.aggregation === 'raw' ? whole : { ...timed, post_processing: [...pivot, ...aggregate] },
  ];
}

function stepsOf(bundle: AnyQueryBundle, { metric }: TrendForm, raw: RawForm): readonly PostStep[] {
  const metrics = metric === null ? [] : [metricLabel(metric)];
  return bundle.query(raw, { index: xAxisLabel(raw) ?? '', metrics, offsets: [] }).steps ?? [];
}

function pivotStep(form: TrendForm, raw: RawForm): PostStep[] {
  const index = xAxisLabel(raw);
  if (index === null || form.metric === null) return [];
  return [
    {
      operation: 'pivot',
      options: {
        index: [index],
        columns: [],
        aggregates: { [metricLabel(form.metric)]: { operator: 'mean' } },
        drop_missing_columns: true,
      },
    },
  ];
}

function aggregateStep(form: TrendForm): PostStep[] {
  if (form.metric === null) return [];
  const label = metricLabel(form.metric);
  return [
    {
      operation: 'aggregate',
      options: { groupby: [], aggregates: { [label]: { operator: form.aggregation, column: label } } },
    },
  ];
}
