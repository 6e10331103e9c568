import { appendRows, createGrowingTable, stateOf, type GrowingTable } from '@tessera/core/growing-table';
import type { Table } from '@tessera/core/table';
import { useEffect, useState } from 'react';
import { isAbort } from '../../../api/api-error.ts';
import { readLines } from '../../../api/lines.ts';
import { readResults } from '../../../api/sql-lab.ts';
import { readRunLine } from '../runs/read-lines.ts';

export type StoredRows = {
  readonly table: Table | null;
  readonly isDone: boolean;
  /** There are more rows than were read. */
  readonly isCut: boolean;
  readonly error: unknown;
};

/** Enough to see what came; the editor reads the whole. */
const MAX_ROWS = 1000;
const nothing: StoredRows = { table: null, isDone: false, isCut: false, error: null };

/** The rows that a run left behind, of its last statement that had any. */
export function useStoredRows(key: string): StoredRows {
  const [rows, setRows] = useState(nothing);
  useEffect(() => {
    const control = new AbortController();
    setRows(nothing);
    readRows(key, control, setRows).catch((error: unknown) => {
      if (!isAbort(error)) setRows({ ...nothing, isDone: true, error });
    });
    return () => control.abort();
  }, [key]);
  return rows;
}

async function readRows(key: string, control: AbortController, tell: (rows: StoredRows) => void): Promise<void> {
  let growing: GrowingTable | null = null;
  for await (const line of readLines(await readResults(key, { signal: control.signal }))) {
    const read = readRunLine(line);
    if (read?.kind === 'head') growing = createGrowingTable(read.columns);
    if (read?.kind === 'rows' && growing !== null) {
      const isCut = growing.rowCount + read.batch.rows >= MAX_ROWS;
      tell({ table: appendRows(growing, read.batch.columns), isDone: isCut, isCut, error: null });
      if (isCut) return control.abort();
    }
    if (read?.kind === 'end') break;
  }
  tell({ table: growing && stateOf(growing), isDone: true, isCut: false, error: null });
}
