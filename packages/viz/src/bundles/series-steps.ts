import { type Metric, metricLabel, type RawForm } from '@tessera/core/form-data';
import type { PostStep } from '@tessera/core/query-object';
import type { AnyQueryBundle, QueryPart } from './bundle.ts';
import { contribution } from './contribution.ts';
import { forecast } from './forecast.ts';
import { resample } from './resample.ts';
import { rolling } from './rolling.ts';
import { seriesLimit } from './series-limit.ts';
import { shiftedLabel } from './shifted-label.ts';
import { comparisonOf } from './compared-times.ts';
import { timeComparison } from './time-comparison.ts';

export type SeriesAround = {
  /** Label of the x axis in the result; null asks for no steps. */
  readonly index: string | null;
  readonly metrics: readonly Metric[];
  /** Labels of the dimensions. */
  readonly dimensions: readonly string[];
};

/**
 * The part of the query that makes one column per series over an axis, in the order that clients of the API know:
 * pivot, rolling, comparison, resample, rename, contribution, sort, flatten, forecast. Only the bundles that the chart
 * type has take part.
 */
export function seriesPart(form: RawForm, around: SeriesAround, bundles: readonly AnyQueryBundle[] = []): QueryPart {
  const { index, metrics, dimensions } = around;
  const labels = metrics.map(metricLabel);
  const offsets = bundles.includes(timeComparison) ? offsetsIn(form) : [];
  const limited = bundles.includes(seriesLimit) ? seriesLimit.query(form, { index: '', metrics: [], offsets: [] }) : {};
  const others = limited.object?.group_others_when_limit_reached === true;
  const object = { ...(others ? { group_others_when_limit_reached: true } : {}), time_offsets: [...offsets] };
  if (index === null || labels.length === 0) return { object, steps: [] };
  const stepsOf = (bundle: AnyQueryBundle): readonly PostStep[] =>
    bundles.includes(bundle) ? (bundle.query(form, { index, metrics: labels, offsets }).steps ?? []) : [];
  return {
    object,
    steps: [
      pivotStep(form, index, labels, offsets, dimensions),
      ...stepsOf(rolling),
      ...stepsOf(timeComparison),
      ...stepsOf(resample),
      ...renameStep(form, labels, offsets, dimensions),
      ...stepsOf(contribution),
      ...sortStep(form, index, labels, dimensions),
      { operation: 'flatten' },
      ...stepsOf(forecast),
    ],
  };
}

function offsetsIn(form: RawForm): readonly string[] {
  const { object } = timeComparison.query(form, { index: '', metrics: [], offsets: [] });
  return object?.time_offsets ?? [];
}

function pivotStep(
  form: RawForm,
  index: string,
  metrics: readonly string[],
  offsets: readonly string[],
  dimensions: readonly string[],
): PostStep {
  const all = metrics.flatMap((metric) => [metric, ...offsets.map((offset) => shiftedLabel(metric, offset))]);
  return {
    operation: 'pivot',
    options: {
      index: [index],
      columns: dimensions,
      aggregates: Object.fromEntries(all.map((label) => [label, { operator: 'mean' }])),
      drop_missing_columns: form['show_empty_columns'] !== true,
    },
  };
}

/** Names that tell no series apart are left out: that of the only metric, and those of a comparison's two sides. */
function renameStep(
  form: RawForm,
  metrics: readonly string[],
  offsets: readonly string[],
  dimensions: readonly string[],
): PostStep[] {
  if (form['truncate_metric'] !== true) return [];
  const rename = (columns: Readonly<Record<string, string | null>>): PostStep[] => [
    { operation: 'rename', options: { columns, level: 0, inplace: true } },
  ];
  const type = comparisonOf(form);
  if (offsets.length > 0 && type !== 'values') {
    const pairs = metrics.flatMap((metric) =>
      offsets.map((offset) => [
        `${type}__${metric}__${shiftedLabel(metric, offset)}`,
        metrics.length > 1 ? `${metric}, ${offset}` : offset,
      ]),
    );
    return rename(Object.fromEntries(pairs));
  }
  const [metric] = metrics;
  return metric === undefined || metrics.length > 1 || dimensions.length === 0 ? [] : rename({ [metric]: null });
}

/** Rows cannot be put in order by several series at once, so dimensions rule it out. */
function sortStep(form: RawForm, index: string, metrics: readonly string[], dimensions: readonly string[]): PostStep[] {
  const by = form['x_axis_sort'];
  if (typeof by !== 'string' || dimensions.length > 0 || typeof form['x_axis_sort_asc'] !== 'boolean') return [];
  const ascending = form['x_axis_sort_asc'];
  if (by === index) return [{ operation: 'sort', options: { is_sort_index: true, ascending } }];
  return metrics.includes(by) ? [{ operation: 'sort', options: { by, ascending } }] : [];
}
