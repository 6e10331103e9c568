import type { Metric, RawForm } from '@tessera/core/form-data';
import { isEmpty } from '@tessera/viz/control-kinds/read';
import type { AnyViz } from '@tessera/viz/erase';
import { controlsOf, type Role } from '@tessera/viz/roles';
import { aggregateOf } from '../controls/aggregate.ts';
import { datasourceKey, panelContext, type DatasetFields } from '../controls/fields.ts';

/** Kinds of controls that say what a chart is of. */
const FIELDS: ReadonlySet<string> = new Set(['metric', 'metrics', 'column', 'columns']);

/**
 * Form data of a new chart that shows something at once: what the type asks for is filled from the dataset.
 *
 * @param given  where it says what the chart is of, only what the type cannot do without is added
 */
export function firstForm(viz: AnyViz, dataset: DatasetFields, given: RawForm = {}): RawForm {
  const form: Record<string, unknown> = {
    ...viz.newForm(panelContext(dataset)),
    ...given,
    datasource: datasourceKey(dataset),
    viz_type: viz.type,
  };
  const isOwn = Object.entries(viz.controls).some(([key, { kind }]) => FIELDS.has(kind) && Object.hasOwn(given, key));
  const [axis, measure] = [firstOf(viz, 'x'), firstOf(viz, 'y', 'value')];
  const [slices, rows] = [firstOf(viz, 'series'), firstOf(viz, 'rows')];
  if (axis !== undefined && viz.controls[axis]?.required === true && isEmpty(form[axis]))
    form[axis] = firstDimension(dataset);
  const ofParts = slices !== undefined && axis === undefined && viz.controls[measure ?? '']?.kind === 'metric';
  for (const [key, control] of Object.entries(viz.controls)) {
    if (!isEmpty(form[key]) || (control.required !== true && (isOwn || key !== measure))) continue;
    if (control.kind === 'metrics') form[key] = [firstMetric(dataset, ofParts)];
    if (control.kind === 'metric') form[key] = firstMetric(dataset, ofParts);
  }
  const dimensions = slices ?? rows;
  // A type without an axis has nothing but its dimensions to break the number down by.
  if (!isOwn && dimensions !== undefined && axis === undefined && isEmpty(form[dimensions])) {
    const dimension = firstDimension(dataset);
    if (dimension !== null && viz.controls[dimensions]?.kind === 'columns') form[dimensions] = [dimension];
  }
  return form;
}

/** The control that these roles are filled by first. */
function firstOf(viz: AnyViz, ...roles: readonly Role[]): string | undefined {
  return roles.flatMap((role) => controlsOf(viz.roles, role))[0];
}

const ROW_COUNT = /^count\(\s*(\*|1)\s*\)$/i;
/** What may be divided among groups and adds up to the whole again. */
const ADDITIVE = /^(sum|count)\((?!\s*distinct\b)[^()]*\)$/i;

/**
 * What a new chart measures: the first metric that the authors of the dataset saved besides the count of rows, which
 * is a flat line where there is one row per day; else the sum of what the dataset's own query summed or counted, whose
 * rows are groups; else the count of rows. A chart of the parts of a whole takes only what adds up.
 */
export function firstMetric(dataset: DatasetFields, ofParts = false): Metric {
  const isCount = ({ expression }: DatasetFields['metrics'][number]) => ROW_COUNT.test(expression.trim());
  const telling = dataset.metrics.find(
    (metric) => !isCount(metric) && (!ofParts || ADDITIVE.test(metric.expression.trim())),
  );
  const [summed] = dataset.additiveColumns;
  if (!telling && summed !== undefined) return aggregateOf(dataset, summed);
  const metric = telling ?? dataset.metrics.find(isCount) ?? (ofParts ? undefined : dataset.metrics[0]);
  return metric?.name ?? { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)', hasCustomLabel: false };
}

/** A column of words: one that an author calculated is a handful of groups as a rule, the others may be anything. */
function firstDimension(dataset: DatasetFields): string | null {
  const usable = dataset.columns.filter((column) => column.groupable);
  return (
    (
      usable.find((column) => column.kind === 'string' && column.expression !== null) ??
      usable.find((column) => column.kind === 'string') ??
      usable.find((column) => column.kind === 'boolean') ??
      usable[0]
    )?.name ?? null
  );
}

/** The chart type that a dataset begins with: a line over time, or a table of what there is. */
export function firstVizType(dataset: DatasetFields): string {
  return dataset.columns.some((column) => column.kind === 'temporal') ? 'echarts_timeseries_line' : 'table';
}
