import { metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { ChartEvent, Outcome, SelectionMask } from '../../events.ts';
import type { ChartInputs } from '../../inputs.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import type { Mark } from '../../marks.ts';
import { drillTarget, selectMarks } from '../../select.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import type { GraphForm } from './controls.ts';
import { columnOfNode, fieldOfNode, type GraphNode, readGraph } from './graph.ts';

const EDGE = 'edge ';

/** Nodes in the order of the picture, then edges. A node filters its column, an edge is for the menu. */
export function graphMarks(results: readonly QueryResult[], form: GraphForm, context: ChartContext): readonly Mark[] {
  const { nodes, edges } = readGraph(results[0], form, context);
  const { source, target, metric } = form;
  if (source === null || target === null || metric === null) return [];
  const say = metricWriter(metric, context).exact;
  const ofNodes = nodes.flatMap((node, index): Mark[] =>
    node.category !== null && context.inputs.hidden.has(node.category) ? [] : [nodeMark(node, index, form, context)],
  );
  const ofEdges = edges.map(({ from, to, value, row }): Mark => ({
    key: `${EDGE}${from} → ${to}`,
    name: `${from} → ${to}: ${say(value)}`,
    series: null,
    datum: datumOfRow({ columns: [source, target], metrics: [metric] }, row),
    filters: filtersOfRow([source, target], row),
  }));
  return [...ofNodes, ...ofEdges];
}

export function nodeMark(node: GraphNode, index: number, form: GraphForm, context: ChartContext): Mark {
  const column = columnOfNode(node, form);
  return {
    key: `${fieldOfNode(node)} ${node.name}`,
    name: `${node.name}: ${metricWriter(form.metric, context).exact(node.value)}`,
    series: node.category,
    datum: form.metric === null ? {} : { [metricLabel(form.metric)]: node.value },
    filters: column === null ? [] : filtersOfRow([column], { cells: [node.cell], texts: [node.name] }),
    drawn: { seriesId: 'graph', dataIndex: index },
  };
}

/** An edge emits nothing; a drill replaces the column that the node is of. */
export function selectOfGraph(
  event: ChartEvent,
  _: readonly QueryResult[],
  form: GraphForm,
  inputs: ChartInputs,
): Outcome {
  const mark = 'mark' in event ? event.mark : null;
  const isEdge = mark?.key.startsWith(EDGE) === true;
  const options = { groupbyFieldName: mark?.key.startsWith('target ') ? 'target' : 'source' };
  if (event.kind === 'select' && form.selectedMode === false) return null;
  if (!isEdge) return flat(selectMarks(event, inputs, options));
  return event.kind === 'menu' ? drillTarget(event.mark, inputs, null, options) : null;
}

/** One dimension, so that values are stored as a list, as clients of the API know them. */
function flat(outcome: Outcome): Outcome {
  if (outcome?.kind === 'data_mask') return { ...outcome, mask: flatMask(outcome.mask) };
  const crossFilter = outcome?.target.crossFilter;
  if (!outcome || !crossFilter) return outcome;
  return {
    ...outcome,
    target: { ...outcome.target, crossFilter: { ...crossFilter, mask: flatMask(crossFilter.mask) } },
  };
}

function flatMask(mask: SelectionMask): SelectionMask {
  const value = mask.filterState?.['value'];
  return Array.isArray(value) ? { ...mask, filterState: { ...mask.filterState, value: value.flat() } } : mask;
}
