import { harmlessCell } from '@tessera/core/formats/harmless-cell';
import { compareNumbers } from '@tessera/core/numeric-cell';
import { cellAt, type Cell, type Column, type Table } from '@tessera/core/table';

/** How one cell reads; `null` keeps its own look and is told apart from text that says null. */
export function cellText(column: Column, row: number): string {
  return valueText(cellAt(column, row), column.kind);
}

export function valueText(value: Cell, kind: Column['kind']): string {
  if (value === null) return '';
  if (kind === 'temporal' && typeof value === 'number') return instantText(value);
  if (typeof value === 'object')
    return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
  return String(value);
}

/** UTC, and no finer than it is: a day has no hour. */
function instantText(epochMs: number): string {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return String(epochMs);
  const iso = date.toISOString();
  if (epochMs % 86_400_000 === 0) return iso.slice(0, 10);
  return iso.slice(0, epochMs % 1000 === 0 ? 19 : 23).replace('T', ' ');
}

export type CopyFormat = 'tsv' | 'csv';

/** Rows as text for a spreadsheet; `order` maps shown rows to rows of the table. */
export function rowsAsText(
  table: Table,
  order: ArrayLike<number>,
  from: number,
  to: number,
  format: CopyFormat,
): string {
  const columns = [...table.columns.values()];
  const write = format === 'tsv' ? tsvCell : csvCell;
  const separator = format === 'tsv' ? '\t' : ',';
  const lines = [columns.map((column) => write(column.name)).join(separator)];
  for (let shown = from; shown < to; shown++) {
    const row = order[shown] ?? shown;
    lines.push(columns.map((column) => write(cellText(column, row))).join(separator));
  }
  return lines.join(format === 'tsv' ? '\n' : '\r\n');
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

export type GridSort = { readonly column: string; readonly descending: boolean } | null;

/**
 * Row order by one column: numbers by size, decimals that travel as text among them, text by code point, nulls last
 * either way. Stable.
 */
export function sortedRows(table: Table, sort: GridSort): Uint32Array {
  const order = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
  const column = sort === null ? undefined : table.columns.get(sort.column);
  if (sort === null || column === undefined) return order;
  const keys = Array.from({ length: table.rowCount }, (_, row) => sortKey(cellAt(column, row)));
  const sign = sort.descending ? -1 : 1;
  return order.sort((a, b) => {
    const left = keys[a] ?? null;
    const right = keys[b] ?? null;
    if (left === right) return a - b;
    if (left === null) return 1;
    if (right === null) return -1;
    return (column.kind === 'numeric' ? compareNumbers(left, right) || a - b : left < right ? -1 : 1) * sign;
  });
}

function sortKey(cell: Cell): string | number | bigint | null {
  if (cell === null || typeof cell === 'number' || typeof cell === 'bigint' || typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return Number(cell);
  return valueText(cell, 'string');
}

/** A tabular figure is so much wider than a letter. */
const FIGURE = 1.15;

/**
 * Width in px that shows the name and nearly all of the first rows, within bounds; a number that is cut reads as
 * another, so of those it shows all.
 */
export function columnWidth(column: Column, charPx: number): number {
  const sample = Math.min(column.values.length, 60);
  const lengths = Array.from({ length: sample }, (_, row) => cellText(column, row).length).sort((a, b) => a - b);
  const usual = column.kind === 'numeric' ? (lengths.at(-1) ?? 0) * FIGURE : (lengths[Math.floor(sample * 0.95)] ?? 0);
  return Math.round(Math.min(360, Math.max(72, 28 + charPx * Math.max(column.name.length + 2, usual))));
}
