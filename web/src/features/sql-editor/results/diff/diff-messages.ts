import type { Cell, ColumnKind } from '@tessera/core/table';
import type { TableDiff } from './diff-tables.ts';

export type Side = 'before' | 'after';

/** What the page sends: each table in parts, so that no part holds it up, then what to compare by. */
export type DiffRequest =
  | { readonly kind: 'table'; readonly side: Side; readonly rowCount: number }
  | {
      readonly kind: 'cells';
      readonly side: Side;
      readonly name: string;
      readonly columnKind: ColumnKind;
      readonly cells: readonly Cell[] | Float64Array;
    }
  /** `key` null: guess it. */
  | { readonly kind: 'compare'; readonly number: number; readonly key: readonly string[] | null };

export type DiffAnswer = { readonly number: number; readonly diff: TableDiff };

type SentColumn = { readonly name: string; readonly kind: ColumnKind; values: Cell[] | Float64Array };
export type SentTable = { readonly rowCount: number; readonly columns: Map<string, SentColumn> };

/** Take up a part of a column. Columns of numbers come whole. */
export function appendCells(
  table: SentTable | null,
  { name, columnKind, cells }: Extract<DiffRequest, { readonly kind: 'cells' }>,
): void {
  const known = table?.columns.get(name);
  if (cells instanceof Float64Array) table?.columns.set(name, { name, kind: columnKind, values: cells });
  else if (known === undefined) table?.columns.set(name, { name, kind: columnKind, values: [...cells] });
  else if (Array.isArray(known.values)) for (const cell of cells) known.values.push(cell);
}
