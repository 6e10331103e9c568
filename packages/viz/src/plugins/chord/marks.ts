import type { QueryColumn } from '@tessera/core/query-object';
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { type Mark, rowFilters } from '../../marks.ts';
import type { ChordForm } from './controls.ts';
import { type Flow, type Flows, type Node, readFlows } from './flows.ts';

/** Nodes, then flows, the greatest first. */
export function chordMarks(results: readonly QueryResult[], form: ChordForm, context: ChartContext): readonly Mark[] {
  const data = readFlows(results[0], form, context);
  return [
    ...data.nodes.map((node) => nodeMark(node, data, form, context)),
    ...data.flows.toSorted((a, b) => b.value - a.value).flatMap((flow) => flowMark(flow, data, form, context) ?? []),
  ];
}

/** A node selects the flows that begin there; one that none begins at, those that end there. */
export function nodeMark(node: Node, { addsUp }: Flows, form: ChordForm, context: ChartContext): Mark {
  const say = metricWriter(form.metric, context, form.y_axis_format).exact;
  const column = node.isSource ? form.groupby : form.columns;
  return {
    key: `node ${node.name}`,
    name: addsUp
      ? t('%(node)s: %(out)s out, %(into)s in', { node: node.name, out: say(node.out), into: say(node.into) })
      : node.name,
    series: null,
    datum: { ...entry(column, node) },
    ...(addsUp ? { value: node.out + node.into } : {}),
    filters: column === null || node.members > 0 ? [] : rowFilters([{ column, cell: node.cell, text: node.name }]),
  };
}

export function flowMark(
  flow: Flow,
  { nodes }: Pick<Flows, 'nodes'>,
  form: ChordForm,
  context: ChartContext,
): Mark | null {
  const [from, to] = [nodes[flow.from], nodes[flow.to]];
  if (!from || !to) return null;
  const isGathered = from.members > 0 || to.members > 0;
  return {
    key: `flow ${JSON.stringify([from.name, to.name])}`,
    name: `${from.name} → ${to.name}: ${metricWriter(form.metric, context, form.y_axis_format).exact(flow.value)}`,
    series: null,
    datum: {
      ...entry(form.groupby, from),
      ...entry(form.columns, to),
      ...(form.metric === null ? {} : { [metricLabel(form.metric)]: flow.value }),
    },
    filters:
      isGathered || form.groupby === null || form.columns === null
        ? []
        : rowFilters([
            { column: form.groupby, cell: from.cell, text: from.name },
            { column: form.columns, cell: to.cell, text: to.name },
          ]),
  };
}

function entry(column: QueryColumn | null, node: Node) {
  return column === null || node.members > 0 ? {} : { [columnLabel(column)]: node.cell };
}
