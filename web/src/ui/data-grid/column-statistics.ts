import { compareNumbers, readNumber } from '@tessera/core/numeric-cell';
import { cellAt, type Cell, type Column } from '@tessera/core/table';
import { cellText, valueText } from './cell-text.ts';
import { ROWS_PER_BATCH, type Pause } from './yield-to-page.ts';

/** Beyond so many different values they are not counted on. */
export const MAX_DISTINCT = 100_000;
const TOP_VALUES = 8;

export type ColumnStatistics = {
  readonly rows: number;
  readonly nulls: number;
  readonly distinct: number;
  /** More values than are counted: there are at least so many, and which are frequent is not known. */
  readonly isDistinctCut: boolean;
  /** As text; `null` where no value is. */
  readonly min: string | null;
  readonly max: string | null;
  /** Of numbers alone. */
  readonly mean: number | null;
  readonly top: readonly { readonly text: string; readonly count: number }[];
};

type Count = { readonly text: string; count: number };

/**
 * What can be said of a column from the rows that are there; made in turns, so that the page stays quick.
 *
 * @returns null when the signal ended it
 */
export async function columnStatistics(
  column: Column,
  rows: ArrayLike<number>,
  signal: AbortSignal,
  pause: Pause,
): Promise<ColumnStatistics | null> {
  const counts = new Map<string, Count>();
  let isDistinctCut = false;
  let nulls = 0;
  let min: Cell = null;
  let max: Cell = null;
  let numbers = 0;
  let mean = 0;
  for (let at = 0; at < rows.length; at += 1) {
    if (at % ROWS_PER_BATCH === 0) {
      if (at > 0) await pause();
      if (signal.aborted) return null;
    }
    const row = rows[at] ?? 0;
    const cell = cellAt(column, row);
    if (cell === null) {
      nulls += 1;
      continue;
    }
    const text = cellText(column, row);
    const known = counts.get(text);
    if (known !== undefined) known.count += 1;
    else if (counts.size < MAX_DISTINCT) counts.set(text, { text, count: 1 });
    else isDistinctCut = true;
    if (min === null || compareCells(column, cell, min) < 0) min = cell;
    if (max === null || compareCells(column, cell, max) > 0) max = cell;
    const number = column.kind === 'numeric' ? readNumber(cell) : Number.NaN;
    // Step by step, so that a sum of large numbers overflows nowhere.
    if (Number.isFinite(number)) mean += (number - mean) / (numbers += 1);
  }
  return {
    rows: rows.length,
    nulls,
    distinct: counts.size,
    isDistinctCut,
    min: min === null ? null : valueText(min, column.kind),
    max: max === null ? null : valueText(max, column.kind),
    mean: numbers === 0 ? null : mean,
    top: isDistinctCut ? [] : topOf(counts),
  };
}

/** The most frequent values; of equally frequent ones those that came first. */
function topOf(counts: ReadonlyMap<string, Count>): ColumnStatistics['top'] {
  return [...counts.values()].sort((a, b) => b.count - a.count).slice(0, TOP_VALUES);
}

function compareCells(column: Column, a: Cell, b: Cell): number {
  if (column.kind === 'numeric' && isNumeric(a) && isNumeric(b)) return compareNumbers(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [valueText(a, column.kind), valueText(b, column.kind)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function isNumeric(cell: Cell): cell is string | number | bigint {
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'bigint';
}
