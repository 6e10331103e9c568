import { addsUp } from '@tessera/core/additivity';
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { type Cell, cellAt, numberAt } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { additivityOf, nonAdditiveText } from '../../layer/additivity.ts';
import { cellLabel } from '../../layer/labels.ts';
import type { ChordForm } from './controls.ts';

export type Node = {
  readonly name: string;
  readonly cell: Cell;
  /** Whether a flow begins here: then a selection of it is one of sources. */
  readonly isSource: boolean;
  readonly out: number;
  readonly into: number;
  /** How many nodes are gathered in it; 0 for an ordinary one. */
  readonly members: number;
};

export type Flow = { readonly from: number; readonly to: number; readonly value: number };

export type Flows = {
  /** The greatest first, what is gathered last. */
  readonly nodes: readonly Node[];
  readonly flows: readonly Flow[];
  readonly addsUp: boolean;
  /** Rows below zero, which have no width. */
  readonly negative: number;
  readonly missing: number;
  /** Nodes that are gathered or left out. */
  readonly cut: number;
};

/** So many nodes can be distinguished around a circle. */
const MOST_NODES = 40;

/** Rows as flows between nodes; beyond the greatest nodes the rest is gathered where the metric adds up. */
export function readFlows(result: QueryResult | undefined, form: ChordForm, context: ChartContext): Flows {
  const isWhole = form.metric !== null && addsUp(additivityOf(form.metric, context));
  const { table } = result ?? {};
  const [from, to] = [form.groupby, form.columns].map((column) =>
    column === null ? undefined : table?.columns.get(columnLabel(column)),
  );
  const values = form.metric === null ? undefined : table?.columns.get(metricLabel(form.metric));
  if (!table || !from || !to || !values)
    return { nodes: [], flows: [], addsUp: isWhole, negative: 0, missing: 0, cut: 0 };
  const rows = Array.from({ length: table.rowCount }, (_, row) => ({
    from: { cell: cellAt(from, row), name: cellLabel(cellAt(from, row), from.kind, context, 'smart_date') },
    to: { cell: cellAt(to, row), name: cellLabel(cellAt(to, row), to.kind, context, 'smart_date') },
    value: numberAt(values, row),
  }));
  const drawn = rows.flatMap((row) => (row.value !== null && row.value > 0 ? [{ ...row, value: row.value }] : []));
  return {
    ...gathered(drawn, isWhole),
    addsUp: isWhole,
    negative: rows.filter(({ value }) => value !== null && value < 0).length,
    missing: rows.filter(({ value }) => value === null).length,
  };
}

type End = { readonly cell: Cell; readonly name: string };
type DrawnRow = { readonly from: End; readonly to: End; readonly value: number };

function gathered(rows: readonly DrawnRow[], isWhole: boolean): Pick<Flows, 'nodes' | 'flows' | 'cut'> {
  const found = new Map<string, { cell: Cell; name: string; isSource: boolean; out: number; into: number }>();
  const nodeOf = ({ name, cell }: End) => {
    const known = found.get(name) ?? { name, cell, isSource: false, out: 0, into: 0 };
    found.set(name, known);
    return known;
  };
  for (const { from, to, value } of rows) {
    const source = nodeOf(from);
    source.out += value;
    source.isSource = true;
    nodeOf(to).into += value;
  }
  const ranked = [...found.values()].toSorted((a, b) => b.out + b.into - (a.out + a.into));
  const kept = ranked.length > MOST_NODES ? ranked.slice(0, MOST_NODES) : ranked;
  const rest = ranked.slice(kept.length);
  const places = new Map(kept.map(({ name }, at) => [name, at] as const));
  const hasOthers = isWhole && rest.length > 0;
  const flows = new Map<string, Flow>();
  for (const row of rows) {
    const from = places.get(row.from.name) ?? (hasOthers ? kept.length : -1);
    const to = places.get(row.to.name) ?? (hasOthers ? kept.length : -1);
    // What only passes among the gathered ones would be the greatest flow of all and say nothing.
    if (from < 0 || to < 0 || (from === kept.length && to === kept.length)) continue;
    const key = `${from} ${to}`;
    flows.set(key, { from, to, value: (flows.get(key)?.value ?? 0) + row.value });
  }
  const drawn = [...flows.values()];
  const total = (at: number, end: 'from' | 'to') =>
    drawn.reduce((sum, flow) => (flow[end] === at ? sum + flow.value : sum), 0);
  const nodes = kept.map((node, at) => ({ ...node, out: total(at, 'from'), into: total(at, 'to'), members: 0 }));
  const others = {
    name: t('Others'),
    cell: null,
    isSource: true,
    out: total(kept.length, 'from'),
    into: total(kept.length, 'to'),
    members: rest.length,
  };
  return { nodes: hasOthers ? [...nodes, others] : nodes, flows: drawn, cut: rest.length };
}

/** What stands below the picture. */
export function chordNotes(results: readonly QueryResult[], form: ChordForm, context: ChartContext): readonly string[] {
  const { nodes, addsUp: isWhole, negative, missing, cut } = readFlows(results[0], form, context);
  const all = nodes.length - (isWhole && cut > 0 ? 1 : 0) + cut;
  const said = { shown: all - cut };
  return [
    ...(cut === 0
      ? []
      : [
          isWhole
            ? tn(
                '%(shown)s of 1 node; the rest is in Others',
                '%(shown)s of %(count)s nodes; the rest is in Others',
                all,
                said,
              )
            : tn(
                '%(shown)s of 1 node; the rest is left out',
                '%(shown)s of %(count)s nodes; the rest is left out',
                all,
                said,
              ),
        ]),
    ...(negative > 0
      ? [tn('1 flow below zero is not drawn', '%(count)s flows below zero are not drawn', negative)]
      : []),
    ...(missing > 0
      ? [tn('1 flow without a value is not drawn', '%(count)s flows without a value are not drawn', missing)]
      : []),
    ...(!isWhole && form.metric !== null && nodes.length > 0
      ? [nonAdditiveText([form.metric], t('the flows of a node have no total'), context)]
      : []),
  ];
}

/** Why rows that came make no flow. */
export function emptyChord([result]: readonly QueryResult[], form: ChordForm): string | null {
  const values = form.metric === null ? undefined : result?.table.columns.get(metricLabel(form.metric));
  if (!result || !values || form.metric === null || result.table.rowCount === 0) return null;
  const numbers = Array.from({ length: result.table.rowCount }, (_, row) => numberAt(values, row));
  const name = metricLabel(form.metric);
  if (numbers.every((value) => value === null)) return t('%s has no value in any row.', name);
  return numbers.some((value) => value !== null && value > 0)
    ? null
    : t('%s is negative or zero in every row, and a flow has no such width.', name);
}
