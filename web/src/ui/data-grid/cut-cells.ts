import { tn } from '@tessera/core/messages';
import type { Cell, Column } from '@tessera/core/table';
import type { CellBlock } from './copy-types.ts';
import { searchWords } from './search-rows.ts';

/** A cell that is here in part. */
export type CutCell = {
  readonly column: string;
  /** Row of the table. */
  readonly row: number;
  /** Size of the whole. */
  readonly bytes: number;
};

/** Cells that are here in part: which they are, and how the whole is fetched. */
export type WholeCells = {
  readonly cells: readonly CutCell[];
  readonly isCut: (column: string, row: number) => boolean;
  readonly read: (column: string, row: number, signal: AbortSignal) => Promise<Cell>;
};

/** More cells than these, or more of them in bytes, are not fetched for a copy or a comparison. */
const MOST_CELLS = 50;
const MOST_BYTES = 50_000_000;

/** Which cells of a block are here in part. */
export function cutCellsIn({ rows, columns }: CellBlock, wholeCells: WholeCells | undefined): readonly CutCell[] {
  if (wholeCells === undefined) return [];
  const names = new Set(columns.map(({ name }) => name));
  const wanted = new Set(Array.from(rows));
  return wholeCells.cells.filter(({ column, row }) => names.has(column) && wanted.has(row));
}

/** A block with its cells whole; `cut` are those that stayed in part: too many, too large, or not to be had. */
export async function wholeBlock(
  block: CellBlock,
  wholeCells: WholeCells | undefined,
  signal: AbortSignal,
): Promise<{ readonly block: CellBlock; readonly cut: readonly CutCell[] }> {
  const cut = cutCellsIn(block, wholeCells);
  const bytes = cut.reduce((sum, cell) => sum + cell.bytes, 0);
  if (wholeCells === undefined || cut.length === 0 || cut.length > MOST_CELLS || bytes > MOST_BYTES)
    return { block, cut };
  try {
    const whole: { readonly place: CutCell; readonly cell: Cell }[] = [];
    for (const place of cut) whole.push({ place, cell: await wholeCells.read(place.column, place.row, signal) });
    return { block: { ...block, columns: block.columns.map((column) => withCells(column, whole)) }, cut: [] };
  } catch {
    return { block, cut };
  }
}

function withCells(column: Column, whole: readonly { readonly place: CutCell; readonly cell: Cell }[]): Column {
  const own = whole.filter(({ place }) => place.column === column.name);
  if (own.length === 0) return column;
  const values: Cell[] = Array.from<Cell>(column.values);
  for (const { place, cell } of own) values[place.row] = cell;
  return { ...column, values };
}

/** What a figure, a filter or a search is worth where cells are here in part; null where none is. */
export function cutWords(count: number): string | null {
  return count === 0
    ? null
    : tn(
        '1 cell is here in part and counts by its beginning alone.',
        '%(count)s cells are here in part and count by their beginnings alone.',
        count,
      );
}

type Narrowed = {
  readonly search: string;
  readonly filters: ReadonlyMap<string, unknown>;
  readonly sort: { readonly column: string } | null;
  readonly wholeCells: WholeCells | undefined;
};

/** The same of a grid as it is searched, filtered and sorted. */
export function cutScope({ search, filters, sort, wholeCells }: Narrowed): string | null {
  if (wholeCells === undefined) return null;
  const isSearched = searchWords(search).length > 0;
  const counted = wholeCells.cells.filter(({ column }) => isSearched || filters.has(column) || sort?.column === column);
  return cutWords(counted.length);
}
