import { isSameResult } from '@tessera/core/growing-table';
import type { Table } from '@tessera/core/table';

/** The head stands above the first row. */
export const HEAD_ROW = -1;

/** A cell by its place on screen; a row of `HEAD_ROW` is the head. */
export type Cursor = { readonly row: number; readonly column: number };
/** A cell by what it holds, however the grid is sorted, narrowed and laid out: row of the table, name of the column. */
export type MarkedCell = { readonly of: Table; readonly row: number; readonly column: string };
/** Rows and column names as they are shown. */
export type Shown = { readonly table: Table; readonly order: Uint32Array; readonly names: readonly string[] };
/** Cells between two corners, both included. */
export type CellRange = { readonly rows: readonly [number, number]; readonly columns: readonly [number, number] };

/** Where a marked cell stands now; null when its row is not among those that are shown, or the table is another one. */
export function placeOfCell(marked: MarkedCell | null, { table, order, names }: Shown): Cursor | null {
  if (marked === null || !isSameResult(marked.of, table)) return null;
  const column = names.indexOf(marked.column);
  if (column < 0) return null;
  if (marked.row === HEAD_ROW) return { row: HEAD_ROW, column };
  const row = order.indexOf(marked.row);
  return row < 0 ? null : { row, column };
}

/** The cell at a place on screen. */
export function cellAtPlace({ row, column }: Cursor, { table, order, names }: Shown): MarkedCell | null {
  const name = names[column];
  const inTable = row === HEAD_ROW ? HEAD_ROW : order[row];
  return inTable === undefined || name === undefined ? null : { of: table, row: inTable, column: name };
}

/** The cells from one corner to the other; of a corner in the head the whole column. */
export function rangeOf(from: Cursor, to: Cursor, rowCount: number): CellRange {
  const columns = [Math.min(from.column, to.column), Math.max(from.column, to.column)] as const;
  if (from.row === HEAD_ROW || to.row === HEAD_ROW) return { rows: [0, rowCount - 1], columns };
  return { rows: [Math.min(from.row, to.row), Math.max(from.row, to.row)], columns };
}

type Key = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean; readonly altKey: boolean };

/** Where a key leads; null when it leads nowhere. From the first row an arrow leads up to the head. */
export function moveCell(
  active: Cursor | null,
  event: Key,
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): Cursor | null {
  if (size.columns === 0 || event.altKey) return null;
  const from = active ?? { row: HEAD_ROW, column: 0 };
  const edge = event.ctrlKey || event.metaKey;
  // Without an active cell the first step leads into the rows.
  const row = active === null ? 0 : from.row;
  const steps: Readonly<Record<string, Cursor>> = {
    ArrowDown: { row: edge ? size.rows - 1 : from.row + 1, column: from.column },
    ArrowUp: { row: edge ? 0 : from.row - 1, column: from.column },
    ArrowRight: { row, column: edge ? size.columns - 1 : from.column + 1 },
    ArrowLeft: { row, column: edge ? 0 : from.column - 1 },
    PageDown: { row: from.row + size.page, column: from.column },
    PageUp: { row: Math.max(0, from.row - size.page), column: from.column },
    Home: { row: edge ? 0 : row, column: 0 },
    End: { row: edge ? size.rows - 1 : row, column: size.columns - 1 },
  };
  const to = steps[event.key];
  if (to === undefined) return null;
  const lowest = active === null && size.rows > 0 ? 0 : HEAD_ROW;
  return {
    row: Math.min(size.rows - 1, Math.max(lowest, to.row)),
    column: Math.min(size.columns - 1, Math.max(0, to.column)),
  };
}
