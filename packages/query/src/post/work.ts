import type { PostStep } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import { namesIn, type Options, record, texts } from './options.ts';

/** Numbers of a window that are looked at in the time of one cell that is made. */
const WINDOW_SHARE = 10;
/** Columns that a box plot makes of one: the most that a name brings by itself. */
const PER_NAME = 8;
/** Larger tables are not looked into: that would be work itself, and what is made of them is much anyway. */
const COUNTED_CELLS = 50_000;

/**
 * The most cells that steps go through on their way to a result, so that whoever has little time can leave them to
 * somebody else. Infinity for steps that make much of few rows.
 * @throws AppError post_processing for options that a step refuses too
 */
export function workOf(table: Table, steps: readonly PostStep[]): number {
  let rows = table.rowCount;
  let columns = table.columns.size;
  let work = rows * columns;
  const counts = rows * columns <= COUNTED_CELLS ? counterOf(table) : null;
  for (const [at, { operation, options: given }] of steps.entries()) {
    const options = given ?? {};
    if (operation === 'resample' || operation === 'prophet') return Infinity;
    // Each name is looked for among the columns, and is read in each row.
    work += namesIn(options) * (rows + columns);
    if (operation === 'rolling')
      work += (rows * columns * Math.min(rows, Number(options['window']) || rows)) / WINDOW_SHARE;
    if (operation === 'pivot') {
      const [series, lines] = [texts(options, 'columns'), texts(options, 'index')];
      // Whose values a column has once steps were done only they know.
      const known = at === 0 ? counts : null;
      columns = lines.length + combinations(known, rows, series) * Object.keys(record(options, 'aggregates')).length;
      rows = combinations(known, rows, lines);
    } else columns = columnsAfter(operation, options, columns);
    work += rows * columns;
  }
  return work;
}

/**
 * How many columns there are at most after a step that is no pivot. Columns of a pivot share their names, and a name
 * may come again.
 */
function columnsAfter(operation: string, options: Options, columns: number): number {
  const names = namesIn(options);
  if (operation === 'select' || operation === 'compare' || operation === 'contribution') return columns * (1 + names);
  if (operation === 'cum' || operation === 'diff' || operation === 'rolling')
    return names === 0 ? columns : columns * 2;
  if (operation === 'histogram') {
    const { bins, edges } = options;
    return columns + Math.max(Number(bins) || 0, Array.isArray(edges) ? edges.length : 0);
  }
  return columns + PER_NAME * names;
}

/** How many combinations of values of these columns there are at most, in so many rows. */
function combinations(counts: ((name: string) => number) | null, rows: number, names: readonly string[]): number {
  return names.reduce((most, name) => Math.min(rows, most * (counts?.(name) ?? rows)), 1);
}

/** How many values a column has; a name may come again and again. */
function counterOf({ columns, rowCount }: Table): (name: string) => number {
  const known = new Map<string, number>();
  return (name) => {
    const column = columns.get(name);
    const count = known.get(name) ?? (column ? new Set(column.values).size : rowCount);
    known.set(name, count);
    return count;
  };
}
