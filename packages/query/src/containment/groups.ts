import { cellAt, type Cell, type Column } from '@tessera/core/table';

/** Rows of a table by group. `groupOf[i]` is the group of `rows[i]`; `first` has one row of each group. */
export type Groups = {
  readonly rows: readonly number[];
  readonly groupOf: Int32Array;
  readonly first: readonly number[];
  readonly count: number;
};

/**
 * Group rows by columns in linear time, groups in the order in which they come. Without columns all rows are one group,
 * even if there are none.
 */
export function groupRows(columns: readonly Column[], rows: readonly number[]): Groups {
  const groupOf = new Int32Array(rows.length);
  let count = 1;
  for (const column of columns) count = refine(groupOf, column, rows);
  if (columns.length === 0) return { rows, groupOf, first: rows.slice(0, 1), count: 1 };
  const first: number[] = [];
  for (let index = 0; index < rows.length; index += 1) first[groupOf[index] ?? 0] ??= rows[index] ?? 0;
  return { rows, groupOf, first, count: rows.length === 0 ? 0 : count };
}

/** Split the groups by one more column. @returns their number */
function refine(groupOf: Int32Array, column: Column, rows: readonly number[]): number {
  const codes = new Map<Cell, number>();
  const pairs = new Map<number, number>();
  // Room for as many values as there can be, so that each pair has a number of its own.
  const width = rows.length + 1;
  for (let index = 0; index < rows.length; index += 1) {
    const cell = cellAt(column, rows[index] ?? 0);
    let code = codes.get(cell);
    if (code === undefined) {
      code = codes.size;
      codes.set(cell, code);
    }
    const pair = (groupOf[index] ?? 0) * width + code;
    let group = pairs.get(pair);
    if (group === undefined) {
      group = pairs.size;
      pairs.set(pair, group);
    }
    groupOf[index] = group;
  }
  return pairs.size;
}
