import { compareNumbers } from '@tessera/core/numeric-cell';
import type { Cell } from '@tessera/core/table';
import { cellText } from '../../layer/labels.ts';
import type { TableModel } from './model.ts';

export type Sort = { readonly column: number; readonly desc: boolean } | null;

type Rows = Pick<TableModel, 'rowCount' | 'columns' | 'cell' | 'sortKey'>;

/** From so many rows on the texts of a search are written down once, in batches, so that typing stays quick. */
export const LONG_TABLE = 5000;
const ROWS_PER_BATCH = 2000;

/**
 * Row numbers of a model in the order and selection that a reader asks for. Rows without a value go last either way.
 *
 * @param texts What `rowTexts` made of the model; without it each cell is written for the search.
 */
export function arrangeRows(
  model: Rows,
  search: string,
  sort: Sort,
  texts: readonly string[] | null = null,
): readonly number[] {
  const all = Array.from({ length: model.rowCount }, (_, row) => row);
  const needle = search.trim().toLowerCase();
  const holds = (row: number) => (texts ? texts[row] : rowText(model, row))?.includes(needle) === true;
  const found = needle === '' ? all : all.filter(holds);
  if (sort === null) return found;
  const keys = found.map((row) => model.sortKey(row, sort.column));
  const ranks = ranksOf(keys, model.columns[sort.column]?.isNumeric === true);
  const keyed = found.map((row, index) => ({ row, rank: ranks.get(keys[index] ?? null) ?? null }));
  const direction = sort.desc ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.rank === null || b.rank === null) return (a.rank === null ? 1 : 0) - (b.rank === null ? 1 : 0);
    return direction * (a.rank - b.rank);
  });
  return keyed.map(({ row }) => row);
}

/** Each value is compared as users read it, once, however many rows have it. Values that read alike have one rank. */
function ranksOf(keys: readonly Cell[], isNumeric: boolean): ReadonlyMap<Cell, number> {
  const compare = isNumeric ? compareSizes : compareReadings;
  const values = [...new Set(keys)].filter((key) => key !== null).sort(compare);
  const ranks = new Map<Cell, number>();
  let rank = 0;
  values.forEach((value, index) => {
    const before = values[index - 1];
    if (before !== undefined && compare(before, value) !== 0) rank += 1;
    ranks.set(value, rank);
  });
  return ranks;
}

/** The texts of every row, in lower case. @returns null when the signal ended the work */
export async function rowTexts(
  model: Rows,
  signal: AbortSignal,
  pause: () => Promise<void>,
): Promise<readonly string[] | null> {
  const texts: string[] = [];
  while (texts.length < model.rowCount) {
    const end = Math.min(model.rowCount, texts.length + ROWS_PER_BATCH);
    while (texts.length < end) texts.push(rowText(model, texts.length));
    await pause();
    if (signal.aborted) return null;
  }
  return texts;
}

/** The cells of a row one under the other: what is typed in one line is never found over two cells. */
function rowText(model: Rows, row: number): string {
  return model.columns
    .map((_, column) => model.cell(row, column).text)
    .join('\n')
    .toLowerCase();
}

/** A press on a header: ascending, descending, as it came. */
export function nextSort(sort: Sort, column: number): Sort {
  if (sort?.column !== column) return { column, desc: false };
  return sort.desc ? null : { column, desc: true };
}

/** Rows of a window into a list of equal heights, with a few beyond each edge. */
export function visibleRows(
  count: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
): { readonly first: number; readonly end: number } {
  const OVERSCAN = 8;
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN);
  return { first, end: Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + OVERSCAN) };
}

/** Cells of a column of numbers, decimals that travel as text among them. */
function compareSizes(a: NonNullable<Cell>, b: NonNullable<Cell>): number {
  return typeof a === 'object' || typeof b === 'object' || typeof a === 'boolean' || typeof b === 'boolean'
    ? compareReadings(a, b)
    : compareNumbers(a, b);
}

function compareReadings(a: NonNullable<Cell>, b: NonNullable<Cell>): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(cellText(a), cellText(b));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
