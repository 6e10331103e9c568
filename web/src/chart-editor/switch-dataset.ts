import type { RawForm } from '@tessera/core/form-data';
import { kindOf } from '@tessera/viz/control-kinds/index';
import type { Names } from '@tessera/viz/control-kinds/kind';
import { isEmpty } from '@tessera/viz/control-kinds/read';
import type { AnyViz } from '@tessera/viz/erase';
import { datasourceKey, panelContext, type DatasetFields } from '../controls/fields.ts';

export type Remapped = {
  readonly form: RawForm;
  /** Controls whose whole value exists in the new dataset too. */
  readonly transferred: readonly string[];
  /** Controls that lost a part, because the new dataset has no such column or metric. */
  readonly dropped: readonly string[];
};

/** Where forms name their time column though their type has no control for it. */
const TIME_COLUMNS = ['granularity_sqla', 'granularity'] as const;

/** The same chart on another dataset ([4.7-03]): what exists there by name stays, the rest goes and is reported. */
export function remapToDataset(form: RawForm, viz: AnyViz, dataset: DatasetFields): Remapped {
  const columns = new Set(dataset.columns.map((column) => column.name));
  const metrics = new Set(dataset.metrics.map((metric) => metric.name));
  const names: Names = {
    column: (name) => (columns.has(name) ? name : null),
    metric: (name) => (metrics.has(name) ? name : null),
  };
  const panel = panelContext(dataset);
  const fresh = viz.newForm(panel);
  const next: Record<string, unknown> = { ...form, ...viz.fromDataset(panel), datasource: datasourceKey(dataset) };
  const transferred: string[] = [];
  const dropped: string[] = [];

  for (const [key, control] of Object.entries(viz.controls)) {
    const { remap } = kindOf(control);
    if (!remap || !(key in form) || isEmpty(form[key])) continue;
    const { value, isWhole } = remap(form[key], names, control);
    (isWhole ? transferred : dropped).push(key);
    next[key] = isEmpty(value) && !isEmpty(fresh[key]) ? fresh[key] : value;
  }
  for (const key of TIME_COLUMNS) {
    const name = next[key];
    if (key in viz.controls || typeof name !== 'string' || columns.has(name)) continue;
    if (dataset.mainTimeColumn === null) delete next[key];
    else next[key] = dataset.mainTimeColumn;
  }
  return { form: next, transferred, dropped };
}
