import type { Cell, Column, Table } from '@tessera/core/table';
import { encodeCell } from './encode.ts';

/** The header line. Names are people's text too. */
export function csvHeader(names: readonly string[]): string {
  return `${names.map((name) => quoteText(name)).join(',')}\r\n`;
}

/**
 * The rows of a table as CSV lines (RFC 4180). Instants are `YYYY-MM-DD HH:MM:SS` in UTC, null is empty.
 * Text that a spreadsheet would run as a formula gets an apostrophe in front; plain negative numbers stay.
 */
export function csvRows(table: Table): string {
  const columns = [...table.columns.values()];
  let text = '';
  for (let row = 0; row < table.rowCount; row += 1) {
    for (const [index, column] of columns.entries()) text += index === 0 ? field(column, row) : `,${field(column, row)}`;
    text += '\r\n';
  }
  return text;
}

function field(column: Column, row: number): string {
  const cell: Cell = column.values[row] ?? null;
  if (cell === null) return '';
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) return '';
    return column.kind === 'temporal' ? instantText(cell) : String(cell);
  }
  if (typeof cell === 'string') return quoteText(cell);
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  return quoteText(encodeCell(cell));
}

/** Text that no spreadsheet runs: what begins like a formula gets an apostrophe, plain numbers stay. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^[-+]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

function quoteText(text: string): string {
  const safe = harmless(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function instantText(epochMs: number): string {
  return Math.abs(epochMs) > 8.64e15 ? String(epochMs) : new Date(epochMs).toISOString().slice(0, -1).replace('T', ' ').replace(/\.000$/, '');
}
