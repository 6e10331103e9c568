import { printExactJson } from '@tessera/core/exact-json';
import { cellAt, numberAt, type Cell, type Column } from '@tessera/core/table';
import { compareCells, partOf } from '@tessera/core/cell-order';

type Reduce = (numbers: readonly number[]) => number | null;

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);

/** Sample variance; one value has none. */
function variance(numbers: readonly number[]): number | null {
  if (numbers.length < 2) return null;
  const centre = sum(numbers) / numbers.length;
  return numbers.reduce((total, value) => total + (value - centre) ** 2, 0) / (numbers.length - 1);
}

const orNull =
  (reduce: (numbers: readonly number[]) => number): Reduce =>
  (numbers) =>
    numbers.length === 0 ? null : reduce(numbers);

const reducers: Readonly<Record<string, Reduce>> = {
  Sum: orNull(sum),
  Average: orNull((numbers) => sum(numbers) / numbers.length),
  Median: orNull((numbers) => {
    const ascending = numbers.toSorted((a, b) => a - b);
    const middle = (ascending.length - 1) / 2;
    return ((ascending[Math.floor(middle)] ?? 0) + (ascending[Math.ceil(middle)] ?? 0)) / 2;
  }),
  'Sample Variance': variance,
  'Sample Standard Deviation': (numbers) => {
    const squared = variance(numbers);
    return squared === null ? null : Math.sqrt(squared);
  },
  Minimum: orNull((numbers) => numbers.reduce((a, b) => Math.min(a, b))),
  Maximum: orNull((numbers) => numbers.reduce((a, b) => Math.max(a, b))),
};

const OTHERS: ReadonlySet<string> = new Set([
  ...Object.keys(reducers).filter((name) => name !== 'Sum'),
  'Count',
  'Count Unique Values',
  'List Unique Values',
  'First',
  'Last',
]);

/** The parts of "Sum as Fraction of Rows" and its like; `null` for plain aggregates. */
export function pivotFraction(
  name: string,
): { readonly aggregate: string; readonly of: 'total' | 'rows' | 'columns' } | null {
  const match = /^(Sum|Count) as Fraction of (Total|Rows|Columns)$/.exec(name);
  return match
    ? { aggregate: match[1] ?? 'Sum', of: (match[2] ?? 'Total').toLowerCase() as 'total' | 'rows' | 'columns' }
    : null;
}

/** Whether a total of the aggregate is a sum of the values below it. A name that is not known sums. */
export function sumsUp(name: string): boolean {
  return !OTHERS.has(name) && !name.startsWith('Count as Fraction of ');
}

/**
 * One cell of a pivot table from the result rows that fall into it. A name that is not known sums, as the default does.
 */
export function pivotAggregate(name: string, column: Column, rows: readonly number[]): Cell {
  const cells = rows.map((row) => cellAt(column, row)).filter((cell) => cell !== null);
  if (name === 'Count') return cells.length;
  if (name === 'First') return cells[0] ?? null;
  if (name === 'Last') return cells.at(-1) ?? null;
  if (name === 'Count Unique Values') return distinctOf(cells, column).length;
  if (name === 'List Unique Values')
    return distinctOf(cells, column)
      .map((cell) => partOf(cell, column.kind))
      .join(', ');
  const reduce = Object.hasOwn(reducers, name) ? reducers[name] : reducers['Sum'];
  const numbers = rows.map((row) => numberAt(column, row)).filter((value) => value !== null);
  // One integer beyond 2^53 stays what it is.
  if (cells.length === 1 && name !== 'Sample Variance' && name !== 'Sample Standard Deviation') return cells[0] ?? null;
  return reduce?.(numbers) ?? null;
}

function distinctOf(cells: readonly Cell[], { kind }: Column): readonly Cell[] {
  return [
    ...new Map(cells.map((cell) => [typeof cell === 'object' ? printExactJson(cell) : cell, cell])).values(),
  ].toSorted((a, b) => compareCells(a, b, kind));
}
