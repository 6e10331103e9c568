import { compareNumbers } from '@tessera/core/numeric-cell';
import { cellAt, type Cell, type Column, type Table } from '@tessera/core/table';
import { valueText } from './cell-text.ts';
import { ROWS_PER_BATCH, type Pause } from './yield-to-page.ts';

export const textTests = ['contains', 'lacks', 'is', 'starts', 'ends'] as const;
export type TextTest = (typeof textTests)[number];

/** What leaves rows in a grid, by one column. A value is meant by its text. */
export type ColumnFilter =
  | {
      readonly kind: 'values';
      readonly values: ReadonlySet<string>;
      readonly hasNull: boolean;
      /** The values that do not pass, instead of those that do. */
      readonly isExcluding: boolean;
    }
  /** Between two bounds, both included; a bound that is null is open. Times are epoch ms. */
  | { readonly kind: 'range'; readonly from: Bound | null; readonly to: Bound | null }
  | { readonly kind: 'text'; readonly test: TextTest; readonly text: string }
  | { readonly kind: 'null'; readonly isNull: boolean };
export type ValuesFilter = Extract<ColumnFilter, { readonly kind: 'values' }>;
export type Bound = string | number;

/** By the names of columns. */
export type GridFilters = ReadonlyMap<string, ColumnFilter>;

export const noFilters: GridFilters = new Map();

/** The filters with one more, with another one for its column, or without it. */
export function withFilter(filters: GridFilters, name: string, filter: ColumnFilter | null): GridFilters {
  const next = new Map(filters);
  if (filter === null) next.delete(name);
  else next.set(name, filter);
  return next;
}

/**
 * Rows that pass all filters, in the order given. A filter on a column that the table does not have leaves all.
 *
 * @returns null when the signal ended it
 */
export async function filterRows(
  table: Table,
  order: Uint32Array,
  filters: GridFilters,
  signal: AbortSignal,
  pause: Pause,
): Promise<Uint32Array | null> {
  const tests = [...filters].flatMap(([name, filter]) => {
    const column = table.columns.get(name);
    return column === undefined ? [] : [{ column, passes: testOf(filter, column) }];
  });
  if (tests.length === 0) return order;
  const found: number[] = [];
  for (let from = 0; from < order.length; from += ROWS_PER_BATCH) {
    if (from > 0) await pause();
    if (signal.aborted) return null;
    for (const row of order.subarray(from, from + ROWS_PER_BATCH))
      if (tests.every(({ column, passes }) => passes(cellAt(column, row)))) found.push(row);
  }
  return Uint32Array.from(found);
}

/** Whether a cell passes a filter. */
export function testOf(filter: ColumnFilter, { kind }: Pick<Column, 'kind'>): (cell: Cell) => boolean {
  switch (filter.kind) {
    case 'null':
      return (cell) => (cell === null) === filter.isNull;
    case 'values':
      return (cell) => holdsValue(filter, cell === null ? null : valueText(cell, kind)) !== filter.isExcluding;
    case 'text': {
      const passes = textTest(filter.test, filter.text.toLowerCase());
      return (cell) => (cell === null ? filter.test === 'lacks' : passes(valueText(cell, kind).toLowerCase()));
    }
    case 'range':
      return rangeTest(filter.from, filter.to);
  }
}

/** Whether a value is among those of a filter, by its text. */
export function holdsValue({ values, hasNull }: ValuesFilter, text: string | null): boolean {
  return text === null ? hasNull : values.has(text);
}

function textTest(test: TextTest, wanted: string): (text: string) => boolean {
  switch (test) {
    case 'contains':
      return (text) => text.includes(wanted);
    case 'lacks':
      return (text) => !text.includes(wanted);
    case 'is':
      return (text) => text === wanted;
    case 'starts':
      return (text) => text.startsWith(wanted);
    case 'ends':
      return (text) => text.endsWith(wanted);
  }
}

function rangeTest(from: Bound | null, to: Bound | null): (cell: Cell) => boolean {
  return (cell) =>
    (typeof cell === 'number' || typeof cell === 'bigint' || typeof cell === 'string') &&
    (from === null || compareNumbers(cell, from) >= 0) &&
    (to === null || compareNumbers(cell, to) <= 0);
}
