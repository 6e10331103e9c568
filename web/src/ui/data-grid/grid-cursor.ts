import type { Table } from '@tessera/core/table';

/** A cell by its place on screen. */
export type Cursor = { readonly row: number; readonly column: number };
/** A cell by what it holds: the row counts in the table, however the grid sorts and narrows it. */
export type MarkedCell = { readonly of: Table; readonly row: number; readonly column: number };

/** Where a marked cell stands now; null when its row is not among those that are shown, or the table is another one. */
export function placeOfCell(marked: MarkedCell | null, table: Table, order: Uint32Array): Cursor | null {
  if (marked === null || marked.of !== table || marked.column >= table.columns.size) return null;
  const row = order.indexOf(marked.row);
  return row < 0 ? null : { row, column: marked.column };
}

/** The cell at a place on screen. */
export function cellAtPlace({ row, column }: Cursor, table: Table, order: Uint32Array): MarkedCell | null {
  const inTable = order[row];
  return inTable === undefined ? null : { of: table, row: inTable, column };
}

type Key = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean; readonly altKey: boolean };

/** Where a key leads; null when it leads nowhere. */
export function moveCell(
  active: Cursor | null,
  event: Key,
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): Cursor | null {
  if (size.rows === 0 || size.columns === 0 || event.altKey) return null;
  const from = active ?? { row: -1, column: 0 };
  const edge = event.ctrlKey || event.metaKey;
  const steps: Readonly<Record<string, Cursor>> = {
    ArrowDown: { row: edge ? size.rows - 1 : from.row + 1, column: from.column },
    ArrowUp: { row: edge ? 0 : from.row - 1, column: from.column },
    ArrowRight: { row: Math.max(0, from.row), column: edge ? size.columns - 1 : from.column + 1 },
    ArrowLeft: { row: Math.max(0, from.row), column: edge ? 0 : from.column - 1 },
    PageDown: { row: from.row + size.page, column: from.column },
    PageUp: { row: from.row - size.page, column: from.column },
    Home: { row: edge ? 0 : Math.max(0, from.row), column: 0 },
    End: { row: edge ? size.rows - 1 : Math.max(0, from.row), column: size.columns - 1 },
  };
  const to = steps[event.key];
  if (to === undefined) return null;
  return { row: clamp(to.row, size.rows), column: clamp(to.column, size.columns) };
}

function clamp(index: number, count: number): number {
  return Math.min(count - 1, Math.max(0, index));
}
