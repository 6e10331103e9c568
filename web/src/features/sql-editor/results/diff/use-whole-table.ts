import type { Table } from '@tessera/core/table';
import { useEffect, useMemo, useState } from 'react';
import { wholeBlock, type CutCell, type WholeCells } from '../../../../ui/data-grid/cut-cells.ts';
import { unsortedRows } from '../../../../ui/data-grid/sort-rows.ts';
import type { StatementResult } from '../../runs/run.ts';
import { wholeCellsOf } from '../whole-cells.ts';

/** A result, and the key by which the server finds what is not here of it. */
export type Stored = { readonly result: StatementResult; readonly resultsKey: string | null };

/** A table with its cells whole, but for those in `cells`. */
export type WholeTable = {
  readonly table: Table;
  readonly cells: readonly CutCell[];
  /** The way to each of these. */
  readonly read: WholeCells['read'];
};

const none: readonly CutCell[] = [];
const readNone = () => Promise.reject(new RangeError('no cell is cut'));

/** The rows of a result with the cells that came in part fetched, where they are few; null until they are here. */
export function useWholeTable({ result, resultsKey }: Stored): WholeTable | null {
  const { table, cut, columns } = result;
  const wholeCells = useMemo(() => wholeCellsOf({ cut, columns }, resultsKey), [cut, columns, resultsKey]);
  const [made, setMade] = useState<(WholeTable & { readonly of: Table }) | null>(null);
  useEffect(() => {
    if (wholeCells === null) return;
    const stop = new AbortController();
    const block = { rows: unsortedRows(table), columns: [...table.columns.values()] };
    void wholeBlock(block, wholeCells, stop.signal).then((whole) => {
      if (stop.signal.aborted) return;
      const filled = new Map(whole.block.columns.map((column) => [column.name, column]));
      setMade({
        of: table,
        table: { rowCount: table.rowCount, columns: filled },
        cells: whole.cut,
        read: wholeCells.read,
      });
    });
    return () => stop.abort();
  }, [table, wholeCells]);
  const asItCame = useMemo(() => ({ table, cells: none, read: readNone }), [table]);
  if (wholeCells === null) return asItCame;
  return made?.of === table ? made : null;
}
