import type { Cell } from '@tessera/core/table';
import { cellText } from '../../shared/labels.ts';
import type { TableModel } from './model.ts';

export type Sort = { readonly column: number; readonly desc: boolean } | null;

/** Row numbers of a model in the order and selection that a reader asks for. Rows without a value go last either way. */
export function arrangeRows(model: Pick<TableModel, 'rowCount' | 'columns' | 'cell' | 'sortKey'>, search: string, sort: Sort): readonly number[] {
  const all = Array.from({ length: model.rowCount }, (_, row) => row);
  const needle = search.trim().toLowerCase();
  const found = needle === '' ? all : all.filter((row) => model.columns.some((_, column) => model.cell(row, column).text.toLowerCase().includes(needle)));
  if (sort === null) return found;
  const keyed = found.map((row) => ({ row, key: model.sortKey(row, sort.column) }));
  const direction = sort.desc ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return (a.key === null ? 1 : 0) - (b.key === null ? 1 : 0);
    return direction * compare(a.key, b.key);
  });
  return keyed.map(({ row }) => row);
}

/** A press on a header: ascending, descending, as it came. */
export function nextSort(sort: Sort, column: number): Sort {
  if (sort?.column !== column) return { column, desc: false };
  return sort.desc ? null : { column, desc: true };
}

/** Rows of a window into a list of equal heights, with a few beyond each edge. */
export function visibleRows(count: number, rowHeight: number, scrollTop: number, viewHeight: number): { readonly first: number; readonly end: number } {
  const OVERSCAN = 8;
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN);
  return { first, end: Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + OVERSCAN) };
}

function compare(a: NonNullable<Cell>, b: NonNullable<Cell>): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(cellText(a), cellText(b));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
