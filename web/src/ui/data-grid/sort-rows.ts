import { compareNumbers } from '@tessera/core/numeric-cell';
import { cellAt, type Cell, type Column, type Table } from '@tessera/core/table';
import { valueText } from './cell-text.ts';
import type { Pause } from './yield-to-page.ts';

export type GridSort = { readonly column: string; readonly descending: boolean } | null;

/** So many rows are sorted or merged before it yields to the page. */
const RUN = 16_384;

type Key = string | number | bigint | null;

/** The rows as they came. */
export function unsortedRows({ rowCount }: Pick<Table, 'rowCount'>): Uint32Array {
  return Uint32Array.from({ length: rowCount }, (_, row) => row);
}

/**
 * Row order by one column: numbers by size, decimals that travel as text among them, text by code point, nulls last
 * either way. Stable. A long table is sorted in runs that are merged, with turns for the page between them.
 *
 * @returns null when the signal ended it
 */
export async function sortRows(
  table: Table,
  sort: GridSort,
  signal: AbortSignal,
  pause: Pause,
): Promise<Uint32Array | null> {
  let rows = unsortedRows(table);
  const column = sort === null ? undefined : table.columns.get(sort.column);
  if (sort === null || column === undefined) return rows;
  const keys: Key[] = [];
  const compare = comparison(keys, column, sort.descending);
  for (let from = 0; from < rows.length; from += RUN) {
    if (from > 0) await pause();
    if (signal.aborted) return null;
    const end = Math.min(rows.length, from + RUN);
    for (let row = from; row < end; row += 1) keys.push(sortKey(cellAt(column, row), column.kind));
    rows.subarray(from, end).sort(compare);
  }
  for (let width = RUN; width < rows.length; width *= 2) {
    const merged = await mergeRuns(rows, width, compare, signal, pause);
    if (merged === null) return null;
    rows = merged;
  }
  return rows;
}

/** Sorted runs of one width, two and two made one. */
async function mergeRuns(
  rows: Uint32Array,
  width: number,
  compare: (a: number, b: number) => number,
  signal: AbortSignal,
  pause: Pause,
): Promise<Uint32Array<ArrayBuffer> | null> {
  const merged = new Uint32Array(rows.length);
  let at = 0;
  for (let from = 0; from < rows.length; from += 2 * width) {
    const middle = Math.min(rows.length, from + width);
    const end = Math.min(rows.length, from + 2 * width);
    for (let left = from, right = middle; left < middle || right < end; at += 1) {
      if (at % RUN === 0) {
        await pause();
        if (signal.aborted) return null;
      }
      const takesLeft = right >= end || (left < middle && compare(rows[left] ?? 0, rows[right] ?? 0) <= 0);
      merged[at] = rows[takesLeft ? left++ : right++] ?? 0;
    }
  }
  return merged;
}

function comparison(keys: readonly Key[], column: Column, descending: boolean) {
  const sign = descending ? -1 : 1;
  return (a: number, b: number): number => {
    const left = keys[a] ?? null;
    const right = keys[b] ?? null;
    if (left === right) return a - b;
    if (left === null) return 1;
    if (right === null) return -1;
    const bySize = column.kind === 'numeric' ? compareNumbers(left, right) : compareKeys(left, right);
    return bySize === 0 ? a - b : bySize * sign;
  };
}

/** Numbers come before texts: between the two there is no order. */
function compareKeys(left: Exclude<Key, null>, right: Exclude<Key, null>): number {
  if ((typeof left === 'string') !== (typeof right === 'string')) return typeof left === 'string' ? 1 : -1;
  return left < right ? -1 : 1;
}

/** Times without end, as databases write them, by what they mean. */
const endless: Readonly<Record<string, number>> = { infinity: Infinity, '-infinity': -Infinity };

function sortKey(cell: Cell, kind: Column['kind']): Key {
  if (kind === 'temporal' && typeof cell === 'string' && Object.hasOwn(endless, cell)) return endless[cell] ?? cell;
  if (cell === null || typeof cell === 'number' || typeof cell === 'bigint' || typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return Number(cell);
  return valueText(cell, 'string');
}
