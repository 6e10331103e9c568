import type { Cell } from '@tessera/core/table';
import { cellText } from '../layer/labels.ts';
import type { ChartRow } from './rows.ts';

/** A place in a hierarchy of dimensions: what all rows below it share. */
export type HierarchyNode = {
  /** Names from the outermost level inward, as one text that no other node has. */
  readonly key: string;
  readonly name: string;
  /** Values and texts of the levels down to this one. */
  readonly cells: readonly Cell[];
  readonly texts: readonly string[];
  /** Of its rows, by metric. A sum: true where the metric is additive. */
  readonly values: readonly number[];
  readonly children: readonly HierarchyNode[];
};

export type Hierarchy = {
  readonly roots: readonly HierarchyNode[];
  /** Rows whose first value is negative, which no area can show. */
  readonly negative: number;
};

type Growing = { cells: readonly Cell[]; texts: readonly string[]; values: number[]; children: Map<string, Growing> };

/** Rows as a hierarchy of their dimensions, in the order of the rows; rows without a positive first value are out. */
export function hierarchyOf(rows: readonly ChartRow[]): Hierarchy {
  const roots = new Map<string, Growing>();
  let negative = 0;
  for (const { cells, texts, values } of rows) {
    const [first] = values;
    if (first === undefined || first === null || first === 0) continue;
    if (first < 0) {
      negative += 1;
      continue;
    }
    let level = roots;
    texts.forEach((_, depth) => {
      // Values of two kinds may read alike: a null and the text that stands for it.
      const id = `${typeof cells[depth]} ${cellText(cells[depth] ?? null)}`;
      const known = level.get(id);
      const node = known ?? {
        cells: cells.slice(0, depth + 1),
        texts: texts.slice(0, depth + 1),
        values: values.map(() => 0),
        children: new Map<string, Growing>(),
      };
      if (!known) level.set(id, node);
      values.forEach((value, at) => {
        node.values[at] = (node.values[at] ?? 0) + (value ?? 0);
      });
      level = node.children;
    });
  }
  return { roots: finished(roots), negative };
}

function finished(level: ReadonlyMap<string, Growing>): readonly HierarchyNode[] {
  return [...level.values()].map(({ cells, texts, values, children }) => ({
    key: JSON.stringify(cells.map((cell, at) => [typeof cell, texts[at]])),
    name: texts.at(-1) ?? '',
    cells,
    texts,
    values,
    children: finished(children),
  }));
}

/** All nodes, a node before its children: the order in which a drawing library counts them. */
export function nodesOf(roots: readonly HierarchyNode[]): readonly HierarchyNode[] {
  return roots.flatMap((node) => [node, ...nodesOf(node.children)]);
}
