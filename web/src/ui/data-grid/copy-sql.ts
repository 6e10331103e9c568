import type { SqlWriting } from '@tessera/core/sql-writing';
import { cellAt, type Cell, type Column } from '@tessera/core/table';
import { cellText } from './cell-text.ts';
import type { CellBlock, CopyStyle, Writer } from './copy-types.ts';
import { rowsPerBatch, type Pause } from './yield-to-page.ts';

/** Rows of one INSERT: databases bound them, the tightest at a thousand. */
const ROWS_PER_INSERT = 500;

/** Statements that put the rows into a table of the same columns. */
export function insertWriter(columns: readonly Column[], { sql, into }: CopyStyle): Writer {
  const head = `INSERT INTO ${into} (${columns.map(({ name }) => sql.quote(name)).join(', ')}) VALUES\n`;
  return {
    head: () => head,
    row: (each, row) => `  (${each.map((column) => sqlValue(column, row, sql)).join(', ')})`,
    between: (at) => (at % ROWS_PER_INSERT === 0 ? `;\n${head}` : ',\n'),
    end: ';',
    needsHead: true,
  };
}

/** Each value once, in brackets: for a condition. Nulls are in no list of SQL. */
export async function inList({ rows, columns }: CellBlock, sql: SqlWriting, pause: Pause): Promise<string> {
  const values = new Set<string>();
  const step = rowsPerBatch(columns.length);
  for (let at = 0; at < rows.length; at += 1) {
    if (at > 0 && at % step === 0) await pause();
    const row = rows[at] ?? 0;
    for (const column of columns) if (cellAt(column, row) !== null) values.add(sqlValue(column, row, sql));
  }
  return `(${[...values].join(', ')})`;
}

function sqlValue(column: Column, row: number, sql: SqlWriting): string {
  const cell: Cell = cellAt(column, row);
  if (cell === null) return 'NULL';
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  // Decimals that travel as text are numbers all the same.
  if (typeof cell !== 'object' && column.kind === 'numeric' && /^-?[\d.]+(e[-+]?\d+)?$/i.test(String(cell)))
    return String(cell);
  return sql.literal(cellText(column, row));
}
