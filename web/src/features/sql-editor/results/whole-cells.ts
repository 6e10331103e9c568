import { readWholeCell } from '../../../api/sql-lab.ts';
import type { WholeCells } from '../../../ui/data-grid/CellViewer.tsx';
import type { StatementResult } from '../runs/run.ts';

/** How cells that came in part are read whole; null where none did. */
export function wholeCellsOf(
  { cut, columns }: Pick<StatementResult, 'cut' | 'columns'>,
  resultsKey: string | null,
): WholeCells | null {
  if (cut.length === 0 || resultsKey === null) return null;
  const places = new Map(cut.map((cell) => [placeOf(columns[cell.column]?.name ?? '', cell.row), cell]));
  return {
    isCut: (column, row) => places.has(placeOf(column, row)),
    read: (column, row, signal) => {
      const cell = places.get(placeOf(column, row));
      if (cell === undefined) throw new RangeError(`no cut cell at ${column}, ${row}`);
      return readWholeCell(resultsKey, cell, signal);
    },
  };
}

function placeOf(column: string, row: number): string {
  return `${row} ${column}`;
}
