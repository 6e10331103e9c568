import { addsUp } from '@tessera/core/additivity';
import { columnLabel, type Metric, metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import type { QueryColumn } from '@tessera/core/query-object';
import type { Cell } from '@tessera/core/table';
import { cellsOf } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { additivityOf, nonAdditiveText } from '../../layer/additivity.ts';
import { greatestLinks, roomNotes } from '../../layer/room.ts';
import { type ChartRow, readRows } from '../../shared/rows.ts';
import type { SankeyForm } from './controls.ts';

export type FlowNode = {
  readonly name: string;
  readonly cell: Cell;
  readonly text: string;
  readonly incoming: number;
  readonly outgoing: number;
};
export type Flow = { readonly from: string; readonly to: string; readonly value: number; readonly row: ChartRow };
export type Flows = {
  readonly nodes: readonly FlowNode[];
  readonly flows: readonly Flow[];
  readonly addsUp: boolean;
  /** Rows that a picture of flows cannot show. */
  readonly negative: number;
  /** Rows that are flows, drawn or not. */
  readonly all: number;
  /** Flows left out because they would run in a circle. */
  readonly circular: readonly Flow[];
};

/** More nodes than these have no room beside each other. */
const MOST_NODES = 200;

/** Source and target of the form, where both are chosen. */
export function endsOf({ source, target }: SankeyForm): readonly QueryColumn[] {
  return source === null || target === null ? [] : [source, target];
}

/** Rows as flows between nodes. A name that is a source and a target is one node. */
export function readFlows(result: QueryResult | undefined, form: SankeyForm, context: ChartContext): Flows {
  const ends = endsOf(form);
  const { metric } = form;
  const isWhole = metric === null || addsUp(additivityOf(metric, context));
  if (metric === null || ends.length < 2 || !result?.table.columns.has(metricLabel(metric)))
    return { nodes: [], flows: [], addsUp: isWhole, negative: 0, all: 0, circular: [] };
  const rows = readRows(result, { columns: ends, metrics: [metric] }, context);
  const known = rows.flatMap((row) => (row.values[0] ? [{ row, value: row.values[0] }] : []));
  const all = known
    .filter(({ value }) => value > 0)
    .map(({ row, value }): Flow => ({ from: row.texts[0] ?? '', to: row.texts[1] ?? '', value, row }));
  const { kept, circular } = withoutCircles(greatestLinks(all, MOST_NODES));
  const drawn = new Set(kept.flatMap(({ from, to }) => [from, to]));
  const back = new Set(circular);
  return {
    // What goes in and out of a node is that of all flows, also of those that have no room.
    nodes: nodesOf(all.filter((flow) => !back.has(flow))).filter(({ name }) => drawn.has(name)),
    flows: kept,
    addsUp: isWhole,
    negative: known.length - all.length,
    all: all.length,
    circular,
  };
}

function nodesOf(flows: readonly Flow[]): readonly FlowNode[] {
  const nodes = new Map<string, FlowNode>();
  const add = (name: string, cell: Cell, incoming: number, outgoing: number) => {
    const before = nodes.get(name) ?? { name, text: name, cell, incoming: 0, outgoing: 0 };
    nodes.set(name, {
      ...before,
      incoming: before.incoming + incoming,
      outgoing: before.outgoing + outgoing,
    });
  };
  for (const { from, to, value, row } of flows) {
    add(from, row.cells[0] ?? null, 0, value);
    add(to, row.cells[1] ?? null, value, 0);
  }
  return [...nodes.values()];
}

/** The layout needs a direction: a flow that leads back to where its source comes from is left out and reported. */
function withoutCircles(flows: readonly Flow[]): {
  readonly kept: readonly Flow[];
  readonly circular: readonly Flow[];
} {
  const next = new Map<string, Set<string>>();
  const leadsTo = (from: string, to: string): boolean => {
    const seen = new Set([from]);
    for (const at of seen) {
      if (at === to) return true;
      next.get(at)?.forEach((one) => seen.add(one));
    }
    return false;
  };
  const kept: Flow[] = [];
  const circular: Flow[] = [];
  for (const flow of flows.toSorted((a, b) => b.value - a.value)) {
    if (leadsTo(flow.to, flow.from)) {
      circular.push(flow);
      continue;
    }
    next.set(flow.from, (next.get(flow.from) ?? new Set()).add(flow.to));
    kept.push(flow);
  }
  const places = new Set(kept);
  return { kept: flows.filter((flow) => places.has(flow)), circular };
}

export function sankeyNotes([result]: readonly QueryResult[], form: SankeyForm, context: ChartContext) {
  const { negative, circular, flows, all, addsUp: isWhole } = readFlows(result, form, context);
  return [
    ...roomNotes(flows.length, all - circular.length),
    ...(negative > 0 ? [tn('1 negative value is not shown', '%(count)s negative values are not shown', negative)] : []),
    ...(circular.length > 0
      ? [
          tn(
            '1 flow that leads back to its source is not shown',
            '%(count)s flows that lead back to their source are not shown',
            circular.length,
          ),
        ]
      : []),
    ...(form.metric !== null && !isWhole && flows.length > 0
      ? [nonAdditiveText([form.metric], t('nodes show no value'), context)]
      : []),
  ];
}

export function emptySankey([result]: readonly QueryResult[], form: SankeyForm): string | null {
  if (!result || result.table.rowCount === 0 || form.metric === null) return null;
  const lacking = [...endsOf(form).map(columnLabel), metricLabel(form.metric satisfies Metric)].find(
    (name) => !result.table.columns.has(name),
  );
  if (lacking !== undefined) return t('The result has no column %s.', lacking);
  const column = result.table.columns.get(metricLabel(form.metric));
  const values = cellsOf(column).map((cell) => Number(cell ?? 0));
  return values.every((value) => value <= 0) ? t('No flow is greater than zero.') : null;
}
