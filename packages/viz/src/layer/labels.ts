import type { Cell, ColumnKind } from '@tessera/core/table';
import type { ChartContext } from '../define.ts';
import { singleLine } from '../shared/text.ts';

/** What stands for values that have no text of their own ([9.0-21]). */
export const EMPTY_LABELS = { null: '<NULL>', empty: '<empty string>', true: 'TRUE', false: 'FALSE' } as const;

/** How a cell reads as the name of a category: never empty, on one line. `timeFormat` is used for temporal columns. */
export function cellLabel(
  cell: Cell,
  kind: ColumnKind,
  context: ChartContext,
  timeFormat: string,
  grain: string | null = null,
): string {
  if (cell === null) return EMPTY_LABELS.null;
  if (cell === '') return EMPTY_LABELS.empty;
  if (typeof cell === 'boolean') return cell ? EMPTY_LABELS.true : EMPTY_LABELS.false;
  if (kind === 'temporal' && typeof cell === 'number') return context.formatTime(timeFormat, cell, grain);
  return textLabel(cellText(cell));
}

/** A text as a label: visible even when it is empty or made of blanks. */
export function textLabel(text: string): string {
  const line = singleLine(text);
  return line === '' ? EMPTY_LABELS.empty : line;
}

/** Whether a text says an exact number, but for zeros behind its decimal sign. */
export function isSameNumber(text: string, exact: string): boolean {
  const trimmed = text.replace(/([.,]\d*?)0+$/, '$1').replace(/[.,]$/, '');
  return text === exact || trimmed.replace(',', '.') === exact;
}

/** A cell as plain text, lists and objects as JSON. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'object' && cell !== null)
    return JSON.stringify(cell, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  return String(cell);
}
