import type { Column, Table } from '@tessera/core/table';
import { useMemo, useState } from 'react';
import type { CellBlock } from './copy-types.ts';
import { cellAtPlace, HEAD_ROW, placeOfCell, rangeOf, type Cursor, type MarkedCell } from './cursor.ts';

type Marks = { readonly active: MarkedCell | null; readonly anchor: MarkedCell | null };

/** The active cell, and the selection from its anchor to it. Both go with their rows when these are sorted. */
export function useSelection(table: Table, order: Uint32Array, columns: readonly Column[]) {
  const [marks, setMarks] = useState<Marks>({ active: null, anchor: null });
  const shown = useMemo(() => ({ table, order, names: columns.map(({ name }) => name) }), [table, order, columns]);
  const active = useMemo(() => placeOfCell(marks.active, shown), [marks.active, shown]);
  const anchor = useMemo(() => placeOfCell(marks.anchor, shown), [marks.anchor, shown]);
  const range = useMemo(
    () => (active === null || anchor === null || order.length === 0 ? null : rangeOf(anchor, active, order.length)),
    [active, anchor, order],
  );
  const last = columns.length - 1;
  const mark = (to: Cursor, from: Cursor) =>
    setMarks({ active: cellAtPlace(to, shown), anchor: cellAtPlace(from, shown) });

  return {
    active,
    range,
    /** The cell becomes the active one; where a selection is extended, it reaches there. */
    goTo: (to: Cursor, isExtended: boolean) =>
      setMarks((now) => ({
        active: cellAtPlace(to, shown),
        anchor: isExtended ? (now.anchor ?? now.active) : null,
      })),
    collapse: () => setMarks((now) => ({ ...now, anchor: null })),
    selectAll: () => mark({ row: order.length - 1, column: last }, { row: 0, column: 0 }),
    /** A whole row; where a selection is extended, all rows from its beginning to there. */
    selectRows: (row: number, isExtended: boolean) =>
      mark({ row, column: 0 }, { row: isExtended ? Math.max(0, anchor?.row ?? row) : row, column: last }),
    selectColumn: (column: number) => mark({ row: 0, column }, { row: order.length - 1, column }),
    holds: ({ row, column }: Cursor): boolean =>
      range !== null &&
      row >= range.rows[0] &&
      row <= range.rows[1] &&
      column >= range.columns[0] &&
      column <= range.columns[1],
    /** The selection, or the active cell alone; of the head its whole column. */
    block: (): CellBlock => {
      if (range !== null)
        return {
          rows: order.subarray(range.rows[0], range.rows[1] + 1),
          columns: columns.slice(range.columns[0], range.columns[1] + 1),
          isHeadless: true,
        };
      const own = active === null ? [] : columns.slice(active.column, active.column + 1);
      if (active === null || active.row === HEAD_ROW) return { rows: order, columns: own, isHeadless: true };
      return { rows: order.subarray(active.row, active.row + 1), columns: own, isHeadless: true };
    },
  };
}
