import type { Column } from '@tessera/core/table';
import { codesOf } from './column-codes.ts';

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
  const [leading] = columns;
  if (!leading) return { rows, groupOf, first: rows.slice(0, 1), count: 1 };
  const whole = wholeGroups(leading, columns);
  const numbers = new Int32Array(whole.count).fill(-1);
  const first: number[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    const group = whole.groupOf[row] ?? 0;
    if (numbers[group] === -1) {
      numbers[group] = first.length;
      first.push(row);
    }
    groupOf[index] = numbers[group] ?? 0;
  }
  return { rows, groupOf, first, count: first.length };
}

type WholeGroups = { readonly columns: readonly Column[]; readonly groupOf: Int32Array; readonly count: number };

/** Of all rows; columns never change, and a brush asks for the same groups of other rows at every step. */
const known = new WeakMap<Column, readonly WholeGroups[]>();
const MOST_KNOWN = 4;

function wholeGroups(leading: Column, columns: readonly Column[]): WholeGroups {
  const present = known.get(leading) ?? [];
  const found = present.find(
    (one) => one.columns.length === columns.length && one.columns.every((column, at) => column === columns[at]),
  );
  if (found) return found;
  const groupOf = new Int32Array(leading.values.length);
  let count = 1;
  for (const column of columns) count = refine(groupOf, column);
  const made = { columns, groupOf, count };
  known.set(leading, [made, ...present].slice(0, MOST_KNOWN));
  return made;
}

/** Split the groups by one more column. @returns their number */
function refine(groupOf: Int32Array, column: Column): number {
  const { codeOf } = codesOf(column);
  const pairs = new Map<number, number>();
  // Room for as many values as there can be, so that each pair has a number of its own.
  const width = groupOf.length + 1;
  for (let index = 0; index < groupOf.length; index += 1) {
    const pair = (groupOf[index] ?? 0) * width + (codeOf[index] ?? 0);
    let group = pairs.get(pair);
    if (group === undefined) {
      group = pairs.size;
      pairs.set(pair, group);
    }
    groupOf[index] = group;
  }
  return pairs.size;
}
