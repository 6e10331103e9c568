import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { cellAt } from '@tessera/core/table';
import { cellText } from '../../layer/labels.ts';
import type { QueryColumn } from '@tessera/core/query-object';
import type { ChartContext, QueryResult } from '../../define.ts';
import { type ChartRow, readRows } from '../../shared/rows.ts';
import type { TreeForm } from './controls.ts';

export type TreeNode = {
  readonly id: string;
  readonly name: string;
  readonly value: number | null;
  /** Null for a node that only others name as their parent. */
  readonly row: ChartRow | null;
  readonly children: readonly TreeNode[];
};

export type Tree = {
  readonly root: TreeNode | null;
  /** Nodes of the picture. */
  readonly size: number;
  readonly levels: number;
  /** Nodes of the answer that are not below the root. */
  readonly outside: number;
};

/** The columns of the form: id, parent and name, each once. */
export function treeColumns({ id, parent, name }: TreeForm): readonly QueryColumn[] {
  return [id, parent, name].filter((column): column is QueryColumn => column !== null);
}

type Known = { readonly row: ChartRow; readonly id: string; readonly parent: string | null };

/** Rows as one tree: below the root that the form names, else the largest of those that nothing is above. */
export function readTree(result: QueryResult | undefined, form: TreeForm, context: ChartContext): Tree {
  const none: Tree = { root: null, size: 0, levels: 0, outside: 0 };
  if (form.id === null || form.parent === null || !result) return none;
  const asked = { columns: treeColumns(form), metrics: form.metric === null ? [] : [form.metric] };
  const known = readRows(result, asked, context).flatMap(({ ...row }): Known[] => {
    const [id, parent] = row.cells;
    if (id === null || id === undefined || id === '') return [];
    const hasParent = parent !== null && parent !== undefined && parent !== '';
    return [{ row, id: cellText(id), parent: hasParent ? cellText(parent) : null }];
  });
  if (known.length === 0) return none;
  const byId = new Map(known.map((one) => [one.id, one]));
  const below = new Map<string, Known[]>();
  for (const one of byId.values()) {
    if (one.parent === null || one.parent === one.id) continue;
    below.set(one.parent, [...(below.get(one.parent) ?? []), one]);
  }
  const chosen = form.root_node_id.trim();
  const root = chosen === '' ? largestRoot(byId, below) : chosen;
  const seen = new Set<string>();
  const grown = grow(root, byId, below, seen, form.name !== null);
  const { size, levels } = measure(grown);
  return {
    root: byId.has(root) || below.has(root) ? grown : null,
    size,
    levels,
    outside: byId.size - [...seen].filter((id) => byId.has(id)).length,
  };
}

function largestRoot(byId: ReadonlyMap<string, Known>, below: ReadonlyMap<string, readonly Known[]>): string {
  const isTop = (id: string) => {
    const parent = byId.get(id)?.parent;
    return parent === undefined || parent === null || parent === id;
  };
  const roots = [...new Set([...byId.keys(), ...below.keys()])].filter(isTop);
  const sizes = roots.map((id) => ({ id, size: reach(id, below) }));
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.id ?? [...byId.keys()][0] ?? '';
}

function reach(id: string, below: ReadonlyMap<string, readonly Known[]>): number {
  const seen = new Set([id]);
  for (const at of seen) below.get(at)?.forEach((child) => seen.add(child.id));
  return seen.size;
}

/** A node that was met on the way is not met again: rows may go round in a circle. */
function grow(
  id: string,
  byId: ReadonlyMap<string, Known>,
  below: ReadonlyMap<string, readonly Known[]>,
  seen: Set<string>,
  hasName: boolean,
): TreeNode {
  seen.add(id);
  const row = byId.get(id)?.row ?? null;
  const children = (below.get(id) ?? []).flatMap((child) =>
    seen.has(child.id) ? [] : [grow(child.id, byId, below, seen, hasName)],
  );
  const name = row === null ? id : ((hasName ? row.texts[2] : row.texts[0]) ?? id);
  return { id, name, value: row?.values[0] ?? null, row, children };
}

function measure(node: TreeNode): { readonly size: number; readonly levels: number } {
  const parts = node.children.map(measure);
  return {
    size: 1 + parts.reduce((sum, { size }) => sum + size, 0),
    levels: 1 + Math.max(0, ...parts.map(({ levels }) => levels)),
  };
}

/** All nodes with the names above them, a node before its children. */
export function nodesOf(
  node: TreeNode,
  above: readonly string[] = [],
): readonly { readonly node: TreeNode; readonly path: readonly string[] }[] {
  const path = [...above, node.name];
  return [{ node, path }, ...node.children.flatMap((child) => nodesOf(child, path))];
}

export function emptyTree([result]: readonly QueryResult[], form: TreeForm): string | null {
  const ids = form.id === null ? undefined : result?.table.columns.get(columnLabel(form.id));
  const parents = form.parent === null ? undefined : result?.table.columns.get(columnLabel(form.parent));
  if (!result || !ids || !parents || result.table.rowCount === 0) return null;
  const texts = new Set<string>();
  for (let row = 0; row < result.table.rowCount; row += 1)
    for (const column of [ids, parents]) texts.add(cellText(cellAt(column, row) ?? ''));
  const root = form.root_node_id.trim();
  if (root !== '') return texts.has(root) ? null : t('No node has the id %s.', root);
  return [...texts].every((text) => text === '') ? t('No row names a node.') : null;
}

/** The metric of the form as users read it. */
export function metricName({ metric }: TreeForm, context: ChartContext): string {
  return metric === null ? '' : context.verboseName(metricLabel(metric));
}
