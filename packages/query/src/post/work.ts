import type { PostStep } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import { namesIn, record, texts } from './options.ts';

/** Numbers of a window that are looked at in the time of one cell that is made. */
const WINDOW_SHARE = 10;

/**
 * The most cells that steps go through on their way to a result, so that whoever has little time can leave them to
 * somebody else. Infinity for steps that make much of few rows.
 * @throws AppError post_processing for options that a step refuses too
 */
export function workOf(table: Table, steps: readonly PostStep[]): number {
  let rows = table.rowCount;
  let columns = table.columns.size;
  let work = rows * columns;
  for (const { operation, options = {} } of steps) {
    if (operation === 'resample' || operation === 'prophet') return Infinity;
    if (operation === 'rolling') work += (rows * columns * Math.min(rows, Number(options?.['window']) || rows)) / WINDOW_SHARE;
    if (operation === 'histogram') columns += Number(options?.['bins']) || 0;
    if (operation === 'pivot') {
      columns = combinations(table, rows, texts(options ?? {}, 'columns')) * Object.keys(record(options ?? {}, 'aggregates')).length;
      rows = combinations(table, rows, texts(options ?? {}, 'index'));
    } else columns += namesIn(options ?? {});
    work += rows * columns;
  }
  return work;
}

/** How many combinations of values of these columns there are at most, in so many rows. */
function combinations(table: Table, rows: number, names: readonly string[]): number {
  return names.reduce((most, name) => Math.min(rows, most * distinct(table, rows, name)), 1);
}

function distinct(table: Table, rows: number, name: string): number {
  const column = table.columns.get(name);
  // A column that an earlier step made.
  return column ? new Set(column.values).size : rows;
}
