import { printExactJson } from '@tessera/core/exact-json';
import { instantIso } from '@tessera/core/micros';
import { cellAt, type Cell, type Column } from '@tessera/core/table';

/** How one cell reads; `null` keeps its own look and is distinguished from text that says null. */
export function cellText(column: Column, row: number): string {
  return valueText(cellAt(column, row), column.kind);
}

export function valueText(value: Cell, kind: Column['kind']): string {
  if (value === null) return '';
  if (kind === 'temporal' && typeof value === 'number') return instantText(value);
  if (typeof value === 'object') return printExactJson(value);
  return String(value);
}

/** How a cell reads where that is not as it is; null for one that stays. The exact value is a press away. */
export type CellFormat = (value: Cell) => string | null;

/** The format of a column by its name; null for one that reads as it is. */
export type FormatOf = (name: string) => CellFormat | null;

/** UTC, and no finer than it is: a day has no hour. */
function instantText(epochMs: number): string {
  if (Number.isNaN(new Date(epochMs).getTime())) return String(epochMs);
  const text = instantIso(epochMs);
  return epochMs % 86_400_000 === 0 ? text.slice(0, -9) : text.replace('T', ' ');
}

/** Rows that tell how wide a column is. */
export const SAMPLE_ROWS = 60;

/** A tabular figure is so much wider than a letter. */
const FIGURE = 1.15;

/**
 * Width in px that shows the name and nearly all of the first rows, within bounds; a number that is cut reads as
 * another, so of those it shows all.
 */
export function columnWidth(
  column: Column,
  charPx: number,
  label = column.name,
  format: CellFormat | null = null,
  rowCount = column.values.length,
): number {
  const sample = Math.min(rowCount, SAMPLE_ROWS);
  const textOf = (row: number) => format?.(cellAt(column, row)) ?? cellText(column, row);
  const lengths = Array.from({ length: sample }, (_, row) => textOf(row).length).sort((a, b) => a - b);
  const usual = column.kind === 'numeric' ? (lengths.at(-1) ?? 0) * FIGURE : (lengths[Math.floor(sample * 0.95)] ?? 0);
  return Math.round(Math.min(360, Math.max(72, 28 + charPx * Math.max(label.length + 4, usual))));
}
