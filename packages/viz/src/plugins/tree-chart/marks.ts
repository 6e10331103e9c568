import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import type { Mark } from '../../marks.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import type { TreeForm } from './controls.ts';
import { nodesOf, readTree, treeColumns } from './tree.ts';

/** One mark per node: it names the rows behind it by its id. */
export function treeMarks(results: readonly QueryResult[], form: TreeForm, context: ChartContext): readonly Mark[] {
  const { root } = readTree(results[0], form, context);
  if (root === null || form.id === null) return [];
  const id = form.id;
  const say = metricWriter(form.metric, context).exact;
  const metrics = form.metric === null ? [] : [form.metric];
  return nodesOf(root).map(({ node, path }, index): Mark => {
    const { row, value } = node;
    return {
      key: node.id,
      name: `${path.join(' › ')}${value === null ? '' : `: ${say(value)}`}`,
      series: null,
      datum: row === null ? {} : datumOfRow({ columns: treeColumns(form), metrics }, row),
      filters: row === null ? [] : filtersOfRow([id], { cells: [row.cells[0] ?? null], texts: [node.name] }),
      // The library counts from a node above the root, which is not drawn.
      drawn: { seriesId: 'tree', dataIndex: index + 1 },
    };
  });
}
