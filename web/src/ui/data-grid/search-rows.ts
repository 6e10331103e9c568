import type { Column, Table } from '@tessera/core/table';
import { cellText } from './cell-text.ts';
import { rowsPerBatch, type Pause } from './yield-to-page.ts';

/** The words of a search; a row has to hold each of them in one of its cells. */
export function searchWords(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/**
 * Rows that hold every word, in the order given. Long tables are searched in turns, so that typing stays quick.
 *
 * @returns null when the signal ended the search
 */
export async function searchRows(
  table: Table,
  order: Uint32Array,
  search: string,
  signal: AbortSignal,
  pause: Pause,
): Promise<Uint32Array | null> {
  const columns = [...table.columns.values()];
  const words = searchWords(search);
  if (words.length === 0) return order;
  const step = rowsPerBatch(columns.length);
  const found: number[] = [];
  for (let from = 0; from < order.length; from += step) {
    if (from > 0) await pause();
    if (signal.aborted) return null;
    for (const row of order.subarray(from, from + step)) if (holds(columns, row, words)) found.push(row);
  }
  return Uint32Array.from(found);
}

function holds(columns: readonly Column[], row: number, words: readonly string[]): boolean {
  return words.every((word) => columns.some((column) => cellText(column, row).toLowerCase().includes(word)));
}
