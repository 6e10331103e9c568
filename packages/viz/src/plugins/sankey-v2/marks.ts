import { metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import type { Mark } from '../../marks.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import { endsOf, readFlows } from './flows.ts';
import type { SankeyForm } from './controls.ts';

/** Nodes, then flows. A node filters the source, or the target where nothing begins in it; a flow filters both. */
export function sankeyMarks(results: readonly QueryResult[], form: SankeyForm, context: ChartContext): readonly Mark[] {
  const { nodes, flows, addsUp } = readFlows(results[0], form, context);
  const [source, target] = endsOf(form);
  if (source === undefined || target === undefined || form.metric === null) return [];
  const metric = form.metric;
  const say = metricWriter(form.metric, context).exact;
  const ofNodes = nodes.map(({ name, cell, text, incoming, outgoing }, index): Mark => {
    const column = outgoing > 0 ? source : target;
    const row = { cells: [cell], texts: [text] };
    return {
      key: `node ${name}`,
      name: addsUp ? `${name}: ${say(Math.max(incoming, outgoing))}` : name,
      series: name,
      datum: datumOfRow({ columns: [column], metrics: [] }, { cells: [cell], values: [] }),
      filters: filtersOfRow([column], row),
      drawn: { seriesId: 'sankey', dataIndex: index },
    };
  });
  const ofFlows = flows.map(({ from, to, value, row }): Mark => ({
    key: `flow ${from} → ${to}`,
    name: `${from} → ${to}: ${say(value)}`,
    series: from,
    datum: datumOfRow({ columns: [source, target], metrics: [metric] }, row),
    value: row.values[0] ?? null,
    filters: filtersOfRow([source, target], row),
    label: `${from} → ${to}`,
  }));
  return [...ofNodes, ...ofFlows];
}

/** The name of a metric as users read it. */
export function metricName(form: SankeyForm, context: ChartContext): string {
  return form.metric === null ? '' : context.verboseName(metricLabel(form.metric));
}
