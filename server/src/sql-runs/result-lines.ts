import { encodeCell } from '../chart-data/values/encode.ts';
import type { Batch } from '../engines/engine.ts';
import { cellAt, columnKinds, type ColumnKind } from '@tessera/core/table';

/** A column of a result, as older clients know it too. */
export type ResultColumn = {
  readonly column_name: string;
  readonly name: string;
  /** Type name of the database. */
  readonly type: string;
  /** Index in the list of kinds. */
  readonly type_generic: number;
  readonly is_dttm: boolean;
};

/**
 * A cached result is lines of JSON: for each statement a `head`, then its rows by columns, then a `tail`; the last line
 * is the `end`. Instants are epoch milliseconds, integers have any size.
 */
export type ResultHead = {
  readonly statement: number;
  readonly sql: string;
  readonly columns: readonly ResultColumn[];
};
export type ResultTail = {
  readonly rows: number;
  /** There were more rows than were read. */
  readonly isCut: boolean;
  readonly limitingFactor: string;
  readonly durationMs: number;
};
export type ResultLine =
  | { readonly head: ResultHead }
  | { readonly rows: number; readonly columns: readonly (readonly unknown[])[] }
  | { readonly tail: ResultTail }
  | { readonly end: { readonly status: 'success' | 'failed' | 'stopped' } };

/** What the columns of a batch are. */
export function columnsOf({ table, types }: Batch): readonly ResultColumn[] {
  return [...table.columns.values()].map(({ name, kind }) => ({
    column_name: name,
    name,
    type: types[name] ?? '',
    type_generic: columnKinds.indexOf(kind),
    is_dttm: kind === 'temporal',
  }));
}

/** The kind of a column; texts where nothing is known. */
export function kindOfColumn({ type_generic: index }: ResultColumn): ColumnKind {
  return columnKinds[index] ?? 'string';
}

/** The rows of a batch as one line. */
export function rowsLine({ table }: Batch): string {
  const columns = [...table.columns.values()].map((column) => {
    let text = '[';
    for (let row = 0; row < table.rowCount; row += 1)
      text += row === 0 ? encodeCell(cellAt(column, row)) : `,${encodeCell(cellAt(column, row))}`;
    return `${text}]`;
  });
  return `{"rows":${table.rowCount},"columns":[${columns.join(',')}]}`;
}
