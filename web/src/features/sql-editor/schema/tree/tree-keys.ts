import type { Rows } from './rows.ts';
import { expansionOf, type TreeRow } from './tree-row.ts';

/** What a key of the tree does; null for one that is not its own. */
export type TreeStep =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'toggle'; readonly row: TreeRow }
  | null;

type Pressed = { readonly key: string; readonly rows: Rows<TreeRow>; readonly at: number; readonly pageRows: number };

/** Arrows, Home, End and the pages, as trees have them. */
export function treeStep({ key, rows, at, pageRows }: Pressed): TreeStep {
  if (rows.count === 0) return null;
  const to = (index: number): TreeStep => ({ kind: 'move', to: Math.max(0, Math.min(rows.count - 1, index)) });
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at < 0 ? 0 : at - 1);
    case 'PageDown':
      return to(at + pageRows);
    case 'PageUp':
      return to(at - pageRows);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.count - 1);
    case 'ArrowRight':
      return inwards(rows, at);
    case 'ArrowLeft':
      return outwards(rows, at);
    default:
      return null;
  }
}

/** Opens what is closed; of what is open it goes to the first row. */
function inwards(rows: Rows<TreeRow>, at: number): TreeStep {
  if (at < 0) return null;
  const row = rows.at(at);
  const isExpanded = expansionOf(row);
  if (isExpanded === false) return { kind: 'toggle', row };
  return isExpanded === true && at + 1 < rows.count ? { kind: 'move', to: at + 1 } : null;
}

/** Closes what is open; else it goes to the row around it. */
function outwards(rows: Rows<TreeRow>, at: number): TreeStep {
  if (at < 0) return null;
  const row = rows.at(at);
  if (expansionOf(row) === true) return { kind: 'toggle', row };
  const parent = parentOf(rows, at, row);
  return parent < 0 ? null : { kind: 'move', to: parent };
}

function parentOf(rows: Rows<TreeRow>, at: number, row: TreeRow): number {
  // A table may stand behind very many others.
  if (row.kind === 'table') return row.place === null ? -1 : rows.indexOf(row.place);
  let index = at - 1;
  while (index >= 0 && rows.at(index).level >= row.level) index -= 1;
  return index;
}
