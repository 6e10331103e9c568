import { cellAt, type Column } from '@tessera/core/table';
import { cellText, type CellFormat } from './cell-text.ts';

/** Rows that are measured; more of them would hold up the page, and seldom hold a longer text. */
const MEASURED_ROWS = 20_000;
const MAX_FIT_PX = 900;
const MAX_CHARS = 300;
/** Padding of a cell; a head has its buttons too. */
const CELL_PX = 20;
const HEAD_PX = 44;

/** Width in px that shows the head and the longest of the rows whole. */
export function fittingWidth(
  column: Column,
  rows: Uint32Array,
  label: string,
  format: CellFormat | null,
  grid: Element | null,
): number {
  const widthOf = measurer(grid);
  let longest = '';
  for (const row of rows.subarray(0, MEASURED_ROWS)) {
    const text = format?.(cellAt(column, row)) ?? cellText(column, row);
    if (text.length > longest.length) longest = text;
  }
  const cell = widthOf(longest.slice(0, MAX_CHARS)) + CELL_PX;
  return Math.min(MAX_FIT_PX, Math.ceil(Math.max(cell, widthOf(label) + HEAD_PX)));
}

function measurer(grid: Element | null): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null || grid === null) return (text) => text.length * 8;
  const { fontSize, fontFamily } = getComputedStyle(grid);
  // Figures of a table are wider than those of a text.
  context.font = `500 ${fontSize} ${fontFamily}`;
  return (text) => context.measureText(text).width;
}
