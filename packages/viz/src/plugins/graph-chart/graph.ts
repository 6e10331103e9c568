import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { QueryColumn } from '@tessera/core/query-object';
import type { Cell } from '@tessera/core/table';
import { cellsOf } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { greatestLinks, roomNotes } from '../../layer/room.ts';
import { type ChartRow, readRows } from '../../shared/rows.ts';
import type { GraphForm } from './controls.ts';

export type GraphNode = {
  readonly name: string;
  readonly cell: Cell;
  /** Sum of the edges that touch it. */
  readonly value: number;
  readonly category: string | null;
  /** Whether it was first met as a source; what it filters follows. */
  readonly isSource: boolean;
};
export type GraphEdge = { readonly from: string; readonly to: string; readonly value: number; readonly row: ChartRow };
export type Graph = {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly categories: readonly string[];
  /** Edges that have a value, drawn or not. */
  readonly all: number;
};

/** More nodes than these are a cloud, and take long to come to rest. */
const MOST_NODES = 400;

export function graphColumns(form: GraphForm): readonly QueryColumn[] {
  return [form.source, form.target, form.source_category, form.target_category].filter(
    (column): column is QueryColumn => column !== null,
  );
}

/** Rows as edges between nodes; edges without a value are left out. */
export function readGraph(result: QueryResult | undefined, form: GraphForm, context: ChartContext): Graph {
  const { source, target, metric } = form;
  if (source === null || target === null || metric === null) return { nodes: [], edges: [], categories: [], all: 0 };
  const asked = { columns: [source, target], metrics: [metric] };
  const rows = readRows(result, asked, context).filter(({ values: [value] }) => Boolean(value));
  const groups = readRows(
    result,
    { columns: [form.source_category ?? '', form.target_category ?? ''], metrics: [] },
    context,
  );
  const nodes = new Map<string, GraphNode>();
  const touch = (name: string, cell: Cell, value: number, category: string | null, isSource: boolean) => {
    const before = nodes.get(name);
    nodes.set(name, {
      name,
      cell,
      value: (before?.value ?? 0) + value,
      category: before?.category ?? category,
      isSource: before?.isSource ?? isSource,
    });
  };
  const edges = rows.map((row): GraphEdge => {
    const [from = '', to = ''] = row.texts;
    const value = row.values[0] ?? 0;
    const [fromGroup, toGroup] = groups[row.index]?.texts ?? [];
    touch(from, row.cells[0] ?? null, value, form.source_category === null ? null : (fromGroup ?? null), true);
    touch(to, row.cells[1] ?? null, value, form.target_category === null ? null : (toGroup ?? null), false);
    return { from, to, value, row };
  });
  const drawn = greatestLinks(edges, MOST_NODES);
  const ends = new Set(drawn.flatMap(({ from, to }) => [from, to]));
  // The value of a node is that of all its edges, also of those that have no room.
  const shown = drawn === edges ? [...nodes.values()] : [...nodes.values()].filter(({ name }) => ends.has(name));
  const categories = [...new Set(shown.flatMap(({ category }) => category ?? []))];
  return { nodes: shown, edges: drawn, categories, all: edges.length };
}

/** What has no room in the picture. */
export function graphNotes([result]: readonly QueryResult[], form: GraphForm, context: ChartContext) {
  const { edges, all } = readGraph(result, form, context);
  return roomNotes(edges.length, all);
}

export function emptyGraph([result]: readonly QueryResult[], form: GraphForm): string | null {
  if (!result || result.table.rowCount === 0 || form.metric === null) return null;
  const column = result.table.columns.get(metricLabel(form.metric));
  if (!column) return null;
  const values = cellsOf(column).map((cell) => Number(cell ?? 0));
  return values.every((value) => value === 0) ? t('No edge has a value other than zero.') : null;
}

/** Name of the column that a node filters. */
export function columnOfNode(node: GraphNode, form: GraphForm): QueryColumn | null {
  return node.isSource ? form.source : form.target;
}

export function fieldOfNode(node: GraphNode): 'source' | 'target' {
  return node.isSource ? 'source' : 'target';
}

export function columnName(column: QueryColumn | null, context: ChartContext): string {
  return column === null ? '' : context.verboseName(columnLabel(column));
}
