import { addsUp } from '@tessera/core/additivity';
import { metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { cellsOf } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { additivityOf, nonAdditiveText } from '../../layer/additivity.ts';
import { exactNumber } from '../../layer/formats.ts';
import { hierarchyOf, type HierarchyNode } from '../../shared/hierarchy.ts';
import { readRows } from '../../shared/rows.ts';
import type { TreemapForm } from './controls.ts';

export type Boxes = {
  readonly roots: readonly HierarchyNode[];
  readonly total: number;
  readonly negative: number;
  /** Whether a box that holds others has a value: only metrics that add up have one. */
  readonly addsUp: boolean;
};

/** The boxes of the answer. Without dimensions it is one, named after the metric. */
export function readBoxes(result: QueryResult | undefined, form: TreemapForm, context: ChartContext): Boxes {
  const { metric } = form;
  if (metric === null || !result?.table.columns.has(metricLabel(metric)))
    return { roots: [], total: 0, negative: 0, addsUp: true };
  const asked = { columns: form.groupby, metrics: [metric], timeFormat: form.date_format };
  const rows = readRows(result, asked, context);
  const named =
    form.groupby.length > 0
      ? rows
      : rows.map((row) => ({ ...row, cells: [''], texts: [context.verboseName(metricLabel(metric))] }));
  const { roots, negative } = hierarchyOf(named);
  const total = roots.reduce((sum, { values: [value = 0] }) => sum + value, 0);
  return { roots, total, negative, addsUp: addsUp(additivityOf(metric, context)) };
}

/** The value of a box as it is read; null where it holds boxes whose values do not add up. */
export function valueText(
  { values: [value = 0], children }: HierarchyNode,
  boxes: Boxes,
  form: TreemapForm,
  context: ChartContext,
  isExact = false,
): string | null {
  if (children.length > 0 && !boxes.addsUp) return null;
  return isExact
    ? exactNumber(form.number_format, value, context, form.currency_format)
    : context.formatNumber(form.number_format, value, form.currency_format);
}

export function labelText(box: HierarchyNode, boxes: Boxes, form: TreemapForm, context: ChartContext): string {
  const value = valueText(box, boxes, form, context);
  switch (form.label_type) {
    case 'Key':
      return box.name;
    case 'value':
      return value ?? '';
    case 'key_value':
      return value === null ? box.name : `${box.name}: ${value}`;
  }
}

export function treemapNotes([result]: readonly QueryResult[], form: TreemapForm, context: ChartContext) {
  const { negative, roots, addsUp: isWhole } = readBoxes(result, form, context);
  return [
    ...(negative > 0 ? [tn('1 negative value is not shown', '%(count)s negative values are not shown', negative)] : []),
    ...(form.metric !== null && !isWhole && roots.some(({ children }) => children.length > 0)
      ? [nonAdditiveText([form.metric], t('boxes around others show no value'), context)]
      : []),
  ];
}

export function emptyTreemap([result]: readonly QueryResult[], form: TreemapForm): string | null {
  if (!result || form.metric === null || result.table.rowCount === 0) return null;
  const name = metricLabel(form.metric);
  const column = result.table.columns.get(name);
  if (!column) return null;
  const values = cellsOf(column);
  if (values.every((value) => value === null)) return t('%s has no value in any row.', name);
  return values.every((value) => Number(value ?? 0) <= 0)
    ? t('%s is negative or zero in every row, and an area shows only positive values.', name)
    : null;
}
