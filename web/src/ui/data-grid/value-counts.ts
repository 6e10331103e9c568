import { cellAt, type Column } from '@tessera/core/table';
import { cellText } from './cell-text.ts';
import { ROWS_PER_BATCH, type Pause } from './yield-to-page.ts';

/** Different values that are counted; of more nobody chooses among them. */
export const MAX_VALUES = 50_000;

export type ValueCount = {
  /** Null for rows without a value. */
  readonly text: string | null;
  readonly count: number;
};

export type ValueCounts = {
  /** The most frequent first. */
  readonly values: readonly ValueCount[];
  /** There are more different values. */
  readonly isCut: boolean;
};

/**
 * How many rows have each value of a column.
 *
 * @returns null when the signal ended it
 */
export async function valueCounts(
  column: Column,
  rowCount: number,
  signal: AbortSignal,
  pause: Pause,
): Promise<ValueCounts | null> {
  const counts = new Map<string, number>();
  let nulls = 0;
  let isCut = false;
  for (let row = 0; row < rowCount; row += 1) {
    if (row % ROWS_PER_BATCH === 0) {
      if (row > 0) await pause();
      if (signal.aborted) return null;
    }
    if (cellAt(column, row) === null) {
      nulls += 1;
      continue;
    }
    const text = cellText(column, row);
    const known = counts.get(text);
    if (known !== undefined || counts.size < MAX_VALUES) counts.set(text, (known ?? 0) + 1);
    else isCut = true;
  }
  const values: ValueCount[] = Array.from(counts, ([text, count]) => ({ text, count }));
  if (nulls > 0) values.push({ text: null, count: nulls });
  return { values: values.sort((a, b) => b.count - a.count), isCut };
}
