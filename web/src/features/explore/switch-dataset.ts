import { columnLabel, type AdhocFilter, type Metric, type RawForm } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import type { Control } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { readOrderBy } from '@tessera/viz/parse-form';
import { datasourceKey, panelContext, type DatasetFields } from '../../controls/fields.ts';
import { isEmpty, readColumns, readFilters, readMetrics } from '../../controls/values.ts';

export type Remapped = {
  readonly form: RawForm;
  /** Controls whose whole value exists in the new dataset too. */
  readonly transferred: readonly string[];
  /** Controls that lost a part, because the new dataset has no such column or metric. */
  readonly dropped: readonly string[];
};

/** The same chart on another dataset ([4.7-03]): what exists there by name stays, the rest goes and is reported. */
export function remapToDataset(form: RawForm, viz: AnyViz, dataset: DatasetFields): Remapped {
  const columns = new Set(dataset.columns.map((column) => column.name));
  const metrics = new Set(dataset.metrics.map((metric) => metric.name));
  const panel = panelContext(dataset);
  const fresh = viz.newForm(panel);
  const next: Record<string, unknown> = { ...form, ...viz.fromDataset(panel), datasource: datasourceKey(dataset) };
  const transferred: string[] = [];
  const dropped: string[] = [];

  for (const [key, control] of Object.entries(viz.controls)) {
    if (!(key in form) || isEmpty(form[key])) continue;
    const kept = keepKnown(control, form[key], columns, metrics);
    if (kept === undefined) continue;
    (kept.complete ? transferred : dropped).push(key);
    next[key] = isEmpty(kept.value) && !isEmpty(fresh[key]) ? fresh[key] : kept.value;
  }
  return { form: next, transferred, dropped };
}

type Kept = { readonly value: unknown; readonly complete: boolean };

/** Undefined for controls that do not speak of columns. */
function keepKnown(
  control: Control,
  value: unknown,
  columns: ReadonlySet<string>,
  metrics: ReadonlySet<string>,
): Kept | undefined {
  const hasColumn = (column: QueryColumn) => typeof column !== 'string' || columns.has(column);
  const hasMetric = (metric: Metric) =>
    typeof metric === 'string'
      ? metrics.has(metric)
      : metric.expressionType === 'SQL' || columns.has(metric.column?.column_name ?? '');
  const hasSubject = (filter: AdhocFilter) =>
    filter.expressionType === 'SQL' || !filter.subject || columns.has(columnLabel(filter.subject));
  if (control.kind === 'column') return one(readColumns(value), hasColumn);
  if (control.kind === 'columns') return many(readColumns(value), hasColumn);
  if (control.kind === 'metric') return one(readMetrics(value), hasMetric);
  if (control.kind === 'metrics') return many(readMetrics(value), hasMetric);
  if (control.kind === 'filters') return many(readFilters(value), hasSubject);
  if (control.kind === 'order_by')
    return many(
      readOrderBy(value).filter((entry) => entry !== null),
      ([column]) => columns.has(column),
    );
  return undefined;
}

function one<T>(values: readonly T[], exists: (value: T) => boolean): Kept {
  const [value] = values;
  return value !== undefined && exists(value) ? { value, complete: true } : { value: null, complete: false };
}

function many<T>(values: readonly T[], exists: (value: T) => boolean): Kept {
  const value = values.filter(exists);
  return { value, complete: value.length === values.length };
}
