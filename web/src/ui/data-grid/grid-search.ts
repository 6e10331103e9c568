import type { Column, Table } from '@tessera/core/table';
import { cellText, rowsAsText, type CopyFormat } from './grid-text.ts';

/** Rows that are worked on before the page gets its turn: some ten milliseconds. */
const ROWS_A_TURN = 4000;

/** Lets the page draw and take input. */
export type Pause = () => Promise<void>;

export const nextTurn: Pause = () => new Promise((resolve) => setTimeout(resolve));

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
  const found: number[] = [];
  for (let from = 0; from < order.length; from += ROWS_A_TURN) {
    if (from > 0) await pause();
    if (signal.aborted) return null;
    for (const row of order.subarray(from, from + ROWS_A_TURN)) if (holds(columns, row, words)) found.push(row);
  }
  return Uint32Array.from(found);
}

function holds(columns: readonly Column[], row: number, words: readonly string[]): boolean {
  return words.every((word) => columns.some((column) => cellText(column, row).toLowerCase().includes(word)));
}

/**
 * All rows as text in pieces, made in turns: the file of 100 000 rows does not hold up the page. The head stands in the
 * first piece.
 */
export async function rowsInTurns(
  table: Table,
  order: Uint32Array,
  format: CopyFormat,
  pause: Pause,
): Promise<readonly string[]> {
  const pieces: string[] = [];
  for (let from = 0; from === 0 || from < order.length; from += ROWS_A_TURN) {
    if (from > 0) await pause();
    const text = rowsAsText(table, order, from, Math.min(order.length, from + ROWS_A_TURN), format);
    pieces.push(from === 0 ? text : withoutHead(text, format));
  }
  return pieces;
}

/** The head is one line: names of columns are quoted, and may hold breaks only inside the quotes of a CSV. */
function withoutHead(text: string, format: CopyFormat): string {
  if (format === 'tsv') return text.slice(text.indexOf('\n'));
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text[index] === '\r') return text.slice(index);
  }
  return '';
}
