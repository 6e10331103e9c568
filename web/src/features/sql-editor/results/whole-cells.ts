import { t } from '@tessera/core/messages';
import { readWholeCell } from '../../../api/sql-lab.ts';
import type { WholeCells } from '../../../ui/data-grid/cut-cells.ts';
import type { CutCell, StatementResult } from '../runs/run.ts';

/** How cells that came in part are read whole; null where none did. */
export function wholeCellsOf(
  { cut, columns }: Pick<StatementResult, 'cut' | 'columns'>,
  resultsKey: string | null,
): WholeCells | null {
  if (cut.length === 0) return null;
  const nameOf = (cell: CutCell) => columns[cell.column]?.name ?? '';
  const places = new Map(cut.map((cell) => [placeOf(nameOf(cell), cell.row), cell]));
  return {
    cells: cut.map((cell) => ({ column: nameOf(cell), row: cell.row, bytes: cell.bytes })),
    isCut: (column, row) => places.has(placeOf(column, row)),
    read: async (column, row, signal) => {
      const cell = places.get(placeOf(column, row));
      if (cell === undefined) throw new RangeError(`no cut cell at ${column}, ${row}`);
      if (resultsKey === null) throw new Error(t('The result is not stored yet.'));
      return readWholeCell(resultsKey, cell, signal);
    },
  };
}

function placeOf(column: string, row: number): string {
  return `${row} ${column}`;
}
