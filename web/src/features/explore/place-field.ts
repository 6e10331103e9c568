import type { RawForm } from '@tessera/core/form-data';
import { readColumns } from '@tessera/viz/control-kinds/columns';
import { readMetrics } from '@tessera/viz/control-kinds/metrics';
import { isEmpty } from '@tessera/viz/control-kinds/read';
import type { PanelContext } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { controlsOf } from '@tessera/viz/roles';
import type { DragData } from '../../controls/drag.ts';
import type { DatasetFields } from '../../controls/fields.ts';
import { aggregateOf } from '../../controls/aggregate.ts';
import { addColumn, addMetric } from '../../controls/values.ts';

export type Placed = { readonly key: string; readonly value: unknown };

/**
 * Where a field goes that a user presses instead of dragging: an empty place that suits it, required ones first;
 * then the first list that takes more. Null when nothing takes it.
 */
export function placeField(
  field: DragData,
  viz: AnyViz,
  form: RawForm,
  dataset: DatasetFields,
  panel: PanelContext,
): Placed | null {
  if (field.kind === 'pill') return null;
  const shown = viz.sections
    .filter((section) => section.tab === 'data')
    .flatMap((section) => section.controls)
    .flatMap((key) => {
      const control = viz.controls[key];
      return control && (control.visible?.(form, panel) ?? true) ? [{ key, control }] : [];
    });
  const kind = field.kind === 'metric' ? undefined : dataset.columns.find((column) => column.name === field.name)?.kind;
  const isMetric = field.kind === 'metric' || kind === 'numeric';
  const isTime = kind === 'temporal';
  const metric = field.kind === 'metric' ? field.name : aggregateOf(dataset, field.name);

  const measures = [...controlsOf(viz.roles, 'y'), ...controlsOf(viz.roles, 'value')];

  const candidates = shown.filter(({ key, control }) => {
    if (control.kind === 'column' && control.numericOnly === true) return kind === 'numeric';
    if (isMetric && !(form['query_mode'] === 'raw' && field.kind === 'column'))
      return (
        (control.kind === 'metric' || control.kind === 'metrics') &&
        (control.required === true || measures.includes(key))
      );
    if (control.kind === 'column') return control.temporalOnly !== true || isTime;
    return control.kind === 'columns';
  });
  const empty = candidates.filter(({ key }) => isEmpty(form[key]));
  const target =
    empty.find(({ control }) => control.required === true) ??
    candidates.find(({ control }) => control.kind === 'columns' || control.kind === 'metrics') ??
    empty[0] ??
    candidates[0];
  if (!target) return null;
  const { key, control } = target;
  if (control.kind === 'metrics') return { key, value: addMetric(readMetrics(form[key]), metric) };
  if (control.kind === 'metric') return { key, value: metric };
  if (control.kind === 'columns') return { key, value: addColumn(readColumns(form[key]), field.name) };
  return { key, value: field.name };
}
