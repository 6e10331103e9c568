import { appendRows, createGrowingTable, stateOf, type GrowingTable } from '@tessera/core/growing-table';
import type { Table } from '@tessera/core/table';
import type { ExecuteBody } from '@tessera/server/contract';
import { useEffect, useState } from 'react';
import { isAbort } from '../../../api/api-error.ts';
import type { TablePath } from '../../../api/catalog.ts';
import { readLines } from '../../../api/lines.ts';
import { executeSql } from '../../../api/sql-lab.ts';
import { readRunLine } from '../runs/read-lines.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import { randomId } from '../../../api/random-id.ts';

export type TableRows = {
  /** Null until the first rows, or the columns, are there. */
  readonly table: Table | null;
  readonly isDone: boolean;
  /** There are more than are shown. */
  readonly isCut: boolean;
  readonly error: Error | null;
  /** Since when they are awaited, in epoch milliseconds. */
  readonly since: number;
  readonly retry: () => void;
};

/** So many rows give an impression of a table. */
const ROWS = 100;

type State = Omit<TableRows, 'since' | 'retry'>;
const nothing: State = { table: null, isDone: false, isCut: false, error: null };

/** The first rows of a table, asked for as a preview; the query ends in the database with the page part that asked. */
export function useTableRows(tab: EditorTab, path: TablePath, sql: string | null): TableRows {
  const [state, setState] = useState<State>(nothing);
  const [asked, setAsked] = useState(() => ({ at: Date.now() }));
  const { id, name, dbId } = tab;
  const { catalog, schema } = path;
  useEffect(() => {
    if (sql === null || dbId === null) return;
    const control = new AbortController();
    const body = {
      client_id: randomId(),
      database_id: dbId,
      catalog,
      schema,
      sql,
      sql_editor_id: id,
      tab: name,
      queryLimit: ROWS,
      runAsync: false,
      isDataPreview: true,
    };
    setState(nothing);
    readRows(body, control.signal, setState).catch((error: unknown) => {
      if (!isAbort(error)) setState({ ...nothing, error: error instanceof Error ? error : new Error(String(error)) });
    });
    return () => control.abort();
  }, [asked, id, name, dbId, catalog, schema, sql]);
  return { ...state, since: asked.at, retry: () => setAsked({ at: Date.now() }) };
}

async function readRows(body: ExecuteBody, signal: AbortSignal, tell: (state: State) => void): Promise<void> {
  let rows: GrowingTable | null = null;
  for await (const line of readLines(await executeSql(body, signal))) {
    const read = readRunLine(line);
    if (read?.kind === 'query' && read.errors.length > 0)
      throw new Error(read.errors.map(({ message }) => message).join('\n'));
    if (read?.kind === 'head') rows = createGrowingTable(read.columns);
    if (read?.kind === 'rows' && rows !== null)
      tell({ table: appendRows(rows, read.batch.columns), isDone: false, isCut: false, error: null });
    if (read?.kind === 'end')
      tell({ table: rows && stateOf(rows), isDone: true, isCut: (rows?.rowCount ?? 0) >= ROWS, error: null });
  }
}
