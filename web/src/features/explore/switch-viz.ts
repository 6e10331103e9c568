import type { Metric, RawForm } from '@tessera/core/form-data';
import type { Control, PanelContext } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { isEmpty, readColumns, readMetrics } from '../../controls/values.ts';

export type Switched = { readonly form: RawForm; readonly stash: RawForm };

/**
 * The same question asked of another chart type ([4.7-01]).
 *
 * A control that both types have keeps its value. What only the old one had goes to the stash and comes back when a
 * type that has it is chosen again ([4.7-04]). Controls of other names for the same thing (metric and metrics,
 * dimensions
 * and columns) take each other's values where they would stay empty. Keys that are no controls are kept as they are.
 */
export function switchViz(
  form: RawForm,
  stash: RawForm,
  from: AnyViz | null,
  to: AnyViz,
  panel: PanelContext,
): Switched {
  const known = { ...stash, ...form };
  const fresh = to.newForm(panel);
  const next: Record<string, unknown> = {};
  const kept: Record<string, unknown> = { ...stash };

  for (const [key, value] of Object.entries(form)) {
    if (key in to.controls) continue;
    if (from && key in from.controls) kept[key] = value;
    else next[key] = value;
  }
  for (const [key, control] of Object.entries(to.controls)) {
    const value = fits(control, known[key], from?.controls[key]) ? known[key] : undefined;
    const given = isEmpty(value) && !(key in form) ? translate(key, control, known) : value;
    const chosen = given === undefined ? fresh[key] : given;
    if (chosen !== undefined) next[key] = chosen;
    delete kept[key];
  }
  return { form: { ...next, ...to.fromDataset(panel), viz_type: to.type }, stash: kept };
}

/** A value stays when the control of that name is of the same kind, or when it was one of its choices anyway. */
function fits(control: Control, value: unknown, old: Control | undefined): boolean {
  if (value === undefined) return false;
  if (
    control.kind === 'segmented' ||
    (control.kind === 'select' && control.freeForm === undefined && control.choicesFor === undefined)
  ) {
    return control.choices.some((choice) => choice.value === value);
  }
  return old === undefined || old.kind === control.kind;
}

const METRIC_NAMES = ['metrics', 'metric', 'percent_metrics', 'size', 'secondary_metric'];
const COLUMN_NAMES = ['groupby', 'columns', 'all_columns', 'series'];

/** What other types call the same thing; undefined where nothing suits. */
function translate(key: string, control: Control, known: RawForm): unknown {
  if (control.kind === 'metrics' && key === 'metrics') {
    const metrics = firstMetrics(known);
    return metrics.length > 0 ? metrics : undefined;
  }
  if (control.kind === 'metric' && key === 'metric') return firstMetrics(known)[0];
  if (control.kind === 'columns' && COLUMN_NAMES.includes(key)) {
    const other = COLUMN_NAMES.find((name) => name !== key && readColumns(known[name]).length > 0);
    return other === undefined ? undefined : readColumns(known[other]);
  }
  return undefined;
}

function firstMetrics(known: RawForm): Metric[] {
  for (const name of METRIC_NAMES) {
    const metrics = readMetrics(known[name]);
    if (metrics.length > 0) return metrics;
  }
  return [];
}
