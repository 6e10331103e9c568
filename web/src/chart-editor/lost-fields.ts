import { columnLabel, metricLabel, type AdhocFilter, type Metric, type RawForm } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import { kindOf } from '@tessera/viz/control-kinds/index';
import type { FieldItem } from '@tessera/viz/control-kinds/kind';
import type { AnyViz } from '@tessera/viz/erase';
import { describeFilter } from '../controls/filter-words.ts';

/** A control of the form before, and what of it the form after has nowhere. */
export type Lost = { readonly control: string; readonly values: readonly string[] };

/** Columns, metrics and filters that did not come along; what stands in another control did. */
export function lostFields(from: AnyViz, before: RawForm, to: AnyViz, after: RawForm): readonly Lost[] {
  const here = new Set(fieldsOf(to, after).flatMap(({ what, labels }) => labels.map((label) => `${what} ${label}`)));
  const seen = new Set<string>();
  return fieldsOf(from, before).flatMap(({ control, what, labels }) => {
    const values = labels.filter((label) => !here.has(`${what} ${label}`) && !seen.has(`${what} ${label}`));
    for (const label of values) seen.add(`${what} ${label}`);
    return values.length === 0 ? [] : [{ control, values }];
  });
}

function fieldsOf(viz: AnyViz, form: RawForm) {
  return Object.entries(viz.controls).flatMap(([key, control]) => {
    const fields = kindOf(control).fields;
    if (!fields) return [];
    const { what } = fields;
    const items: readonly FieldItem[keyof FieldItem][] = fields.toList(form[key]);
    return [{ control: control.label, what, labels: items.map((item) => fieldLabel(what, item)) }];
  });
}

/** A column, a metric or a filter as users read it. */
export function fieldLabel(what: keyof FieldItem, item: FieldItem[keyof FieldItem]): string {
  // `what` says which of them it is.
  if (what === 'columns') return columnLabel(item as QueryColumn);
  return what === 'metrics' ? metricLabel(item as Metric) : describeFilter(item as AdhocFilter);
}
