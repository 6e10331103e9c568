import { printExactJson } from '@tessera/core/exact-json';
import { harmlessCell } from '@tessera/core/formats/harmless-cell';
import { cellAt, type Cell, type Column } from '@tessera/core/table';
import { cellText } from './cell-text.ts';
import { ROWS_PER_BATCH, type Pause } from './yield-to-page.ts';

export const copyFormats = ['tsv', 'csv', 'markdown', 'json', 'sql-in'] as const;
export type CopyFormat = (typeof copyFormats)[number];

/** Cells that go out together: rows of the table, in their order, by columns. */
export type CellBlock = {
  readonly rows: ArrayLike<number>;
  readonly columns: readonly Column[];
  /** Values alone, without the names of their columns. */
  readonly isHeadless?: boolean;
};

/** How a format writes a block: what stands before the rows, each row, between two of them, and at the end. */
type Writer = {
  readonly head: (columns: readonly Column[]) => string;
  readonly row: (columns: readonly Column[], row: number) => string;
  readonly between: string;
  readonly end: string;
};

const writers: Readonly<Record<Exclude<CopyFormat, 'sql-in'>, Writer>> = {
  tsv: lineWriter('\t', '\n', tsvCell),
  csv: lineWriter(',', '\r\n', csvCell),
  markdown: {
    head: (columns) =>
      [
        `| ${columns.map(({ name }) => markdownCell(name)).join(' | ')} |`,
        `| ${columns.map(({ kind }) => (kind === 'numeric' ? '---:' : '---')).join(' | ')} |`,
        '',
      ].join('\n'),
    row: (columns, row) => `| ${columns.map((column) => markdownCell(cellText(column, row))).join(' | ')} |`,
    between: '\n',
    end: '',
  },
  json: {
    head: () => '[\n',
    row: (columns, row) => `  {${columns.map((column) => jsonField(column, row)).join(', ')}}`,
    between: ',\n',
    end: '\n]',
  },
};

function jsonField(column: Column, row: number): string {
  return `${JSON.stringify(column.name)}: ${printExactJson(jsonCell(column, row))}`;
}

/** A block as text in chunks, made in turns: the file of 100 000 rows does not hold up the page. */
export async function blockChunks(
  { rows, columns, isHeadless = false }: CellBlock,
  format: CopyFormat,
  pause: Pause,
): Promise<readonly string[]> {
  if (format === 'sql-in') return [await inList({ rows, columns }, pause)];
  const writer = writers[format];
  const chunks: string[] = [];
  for (let from = 0; from === 0 || from < rows.length; from += ROWS_PER_BATCH) {
    if (from > 0) await pause();
    const lines: string[] = [];
    for (let at = from; at < Math.min(rows.length, from + ROWS_PER_BATCH); at += 1)
      lines.push(writer.row(columns, rows[at] ?? 0));
    const before = from > 0 ? writer.between : isHeadless && format !== 'json' ? '' : writer.head(columns);
    chunks.push(lines.length === 0 && format !== 'json' ? before.trimEnd() : before + lines.join(writer.between));
  }
  return writer.end === '' ? chunks : [...chunks, writer.end];
}

function lineWriter(separator: string, between: string, write: (text: string) => string): Writer {
  return {
    head: (columns) => columns.map(({ name }) => write(name)).join(separator) + between,
    row: (columns, row) => columns.map((column) => write(cellText(column, row))).join(separator),
    between,
    end: '',
  };
}

/** Tabs and line breaks inside a cell would move every cell after it. */
function tsvCell(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

/** Quoted where needed; text that a spreadsheet would run as a formula gets an apostrophe, numbers do not. */
function csvCell(text: string): string {
  const safe = harmlessCell(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function markdownCell(text: string): string {
  return text.replace(/[\\|]/g, '\\$&').replace(/\s*[\r\n]+\s*/g, ' ');
}

/** Times as users read them; everything else as what it is. */
function jsonCell(column: Column, row: number): Cell {
  const cell = cellAt(column, row);
  return cell !== null && column.kind === 'temporal' ? cellText(column, row) : cell;
}

/** Each value once, in brackets: for a condition. Nulls are in no list of SQL. */
async function inList({ rows, columns }: CellBlock, pause: Pause): Promise<string> {
  const values = new Set<string>();
  for (let at = 0; at < rows.length; at += 1) {
    if (at > 0 && at % ROWS_PER_BATCH === 0) await pause();
    for (const column of columns) {
      const row = rows[at] ?? 0;
      const cell = cellAt(column, row);
      if (cell !== null) values.add(sqlValue(cell, column, row));
    }
  }
  return `(${[...values].join(', ')})`;
}

function sqlValue(cell: Cell, column: Column, row: number): string {
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  // Decimals that travel as text are numbers all the same.
  if (typeof cell !== 'object' && column.kind === 'numeric' && /^-?[\d.]+(e[-+]?\d+)?$/i.test(String(cell)))
    return String(cell);
  return `'${cellText(column, row).replaceAll("'", "''")}'`;
}
