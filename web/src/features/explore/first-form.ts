import type { Metric, RawForm } from '@tessera/core/form-data';
import type { AnyViz } from '@tessera/viz/erase';
import { datasourceKey, panelContext, type DatasetFields } from '../../controls/fields.ts';
import { isEmpty } from '../../controls/values.ts';

/** Form data of a new chart that shows something at once: what the type asks for is filled from the dataset. */
export function firstForm(viz: AnyViz, dataset: DatasetFields, given: RawForm = {}): RawForm {
  const form: Record<string, unknown> = { ...viz.newForm(panelContext(dataset)), ...given, datasource: datasourceKey(dataset), viz_type: viz.type };
  const needsX = 'x_axis' in viz.controls && viz.controls['x_axis']?.required === true;
  if (needsX && isEmpty(form['x_axis'])) form['x_axis'] = firstDimension(dataset);
  for (const [key, control] of Object.entries(viz.controls)) {
    if (!isEmpty(form[key])) continue;
    if (control.kind === 'metrics' && (control.required === true || key === 'metrics')) form[key] = [firstMetric(dataset)];
    if (control.kind === 'metric' && control.required === true) form[key] = firstMetric(dataset);
  }
  const dimensions = viz.controls['groupby'];
  // A type without an axis has nothing but its dimensions to break the number down by.
  if (dimensions?.kind === 'columns' && !('x_axis' in viz.controls) && isEmpty(form['groupby'])) {
    const dimension = firstDimension(dataset);
    if (dimension !== null) form['groupby'] = [dimension];
  }
  return form;
}

/** The count of rows where the dataset has it, else its first metric, else a count made here. */
export function firstMetric(dataset: DatasetFields): Metric {
  const count = dataset.metrics.find((metric) => /^count\(\s*(\*|1)\s*\)$/i.test(metric.expression)) ?? dataset.metrics[0];
  if (count) return count.name;
  return { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)', hasCustomLabel: false };
}

/** A column of words: one that an author calculated is a handful of groups as a rule, the others may be anything. */
function firstDimension(dataset: DatasetFields): string | null {
  const usable = dataset.columns.filter((column) => column.groupable);
  return (usable.find((column) => column.kind === 'string' && column.expression !== null) ?? usable.find((column) => column.kind === 'string') ?? usable.find((column) => column.kind === 'boolean') ?? usable[0])?.name ?? null;
}

/** The chart type that a dataset begins with: a line over time, or a table of what there is. */
export function firstVizType(dataset: DatasetFields): string {
  return dataset.columns.some((column) => column.kind === 'temporal') ? 'echarts_timeseries_line' : 'table';
}
