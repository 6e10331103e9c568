import { metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { ChartEvent, Outcome } from '../../events.ts';
import type { ChartInputs } from '../../inputs.ts';
import type { Mark } from '../../marks.ts';
import { drillTarget, selectMarks } from '../../select.ts';
import { type HierarchyNode, nodesOf } from '../../shared/hierarchy.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import { type Boxes, readBoxes, valueText } from './boxes.ts';
import type { TreemapForm } from './controls.ts';

/** One mark per box, which filters its own level and those around it. */
export function treemapMarks(results: readonly QueryResult[], form: TreemapForm, context: ChartContext) {
  const boxes = readBoxes(results[0], form, context);
  // The library counts from a box around all, which is not drawn.
  return nodesOf(boxes.roots).map((box, index) => boxMark(box, index + 1, boxes, form, context));
}

export function boxMark(
  box: HierarchyNode,
  dataIndex: number,
  boxes: Boxes,
  form: TreemapForm,
  context: ChartContext,
): Mark {
  const value = valueText(box, boxes, form, context, true);
  const columns = form.groupby.slice(0, box.cells.length);
  const name = box.texts.join(', ');
  return {
    key: box.key,
    name: value === null ? name : `${name}: ${value}`,
    series: box.texts[0] ?? null,
    datum: {
      ...datumOfRow({ columns, metrics: [] }, { cells: box.cells, values: [] }),
      ...(form.metric === null || value === null ? {} : { [metricLabel(form.metric)]: box.values[0] ?? null }),
    },
    filters: filtersOfRow(columns, box),
    label: box.texts.join(','),
    drawn: { seriesId: 'treemap', dataIndex },
  };
}

/** Only the innermost boxes filter; what holds them can be drilled. */
export function selectBox(
  event: ChartEvent,
  _: readonly QueryResult[],
  form: TreemapForm,
  inputs: ChartInputs,
): Outcome {
  const isBranch = 'mark' in event && event.mark !== null && event.mark.filters.length < form.groupby.length;
  if (!isBranch) return selectMarks(event, inputs);
  return event.kind === 'menu' ? drillTarget(event.mark, inputs, null) : null;
}
