import { printExactJson } from '@tessera/core/exact-json';
import { compareNumbers } from '@tessera/core/numeric-cell';
import { cellAt, type Cell, type Column, type Table } from '@tessera/core/table';

/** What became of the rows of one result in another one. */
export type TableDiff = {
  /** Columns by which rows are the same; none compares whole rows, of which none is changed. */
  readonly key: readonly string[];
  readonly columns: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /**
   * Every row of both in one order, those that are gone behind the row that they stood behind: `n` for row n of the new
   * result, `-1 - n` for row n of the one before.
   */
  readonly order: Int32Array;
  /** By the rows of the new result: the row that it was before, -1 for one that is new. */
  readonly was: Int32Array;
  /** By the rows of the new result: 1 where a cell differs from what it was. */
  readonly isChanged: Uint8Array;
  readonly counts: {
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
    readonly same: number;
  };
  /** Changed cells by column, the most first. */
  readonly changes: readonly { readonly column: string; readonly cells: number }[];
};

/**
 * Compare two results row by row. Rows that share a key are distinguished by their order: the second of one is compared
 * with the second of the other. A table may hold more room than rows.
 */
export function diffTables(before: Table, after: Table, key: readonly string[]): TableDiff {
  const common = [...after.columns.keys()].filter((name) => before.columns.has(name));
  const by = key.filter((name) => common.includes(name));
  const { was, isGone } = matchRows(before, after, by.length > 0 ? by : common);
  const compared = pairsOf(before, after, by.length > 0 ? common.filter((name) => !by.includes(name)) : []);
  const isChanged = new Uint8Array(after.rowCount);
  const cells = new Map<string, number>();
  let [added, changed] = [0, 0];
  for (let row = 0; row < after.rowCount; row += 1) {
    const old = was[row] ?? -1;
    if (old < 0) {
      added += 1;
      continue;
    }
    for (const { name, left, right } of compared) {
      if (isSameCell(cellAt(left, old), cellAt(right, row))) continue;
      cells.set(name, (cells.get(name) ?? 0) + 1);
      isChanged[row] = 1;
    }
    changed += isChanged[row] ?? 0;
  }
  const removed = before.rowCount - (after.rowCount - added);
  return {
    key: by,
    columns: {
      added: [...after.columns.keys()].filter((name) => !before.columns.has(name)),
      removed: [...before.columns.keys()].filter((name) => !after.columns.has(name)),
    },
    order: orderOf(was, isGone, removed),
    was,
    isChanged,
    counts: { added, removed, changed, same: after.rowCount - added - changed },
    changes: Array.from(cells, ([column, count]) => ({ column, cells: count })).sort((a, b) => b.cells - a.cells),
  };
}

/** A cell that is here in part, by its place. */
type CutPlace = { readonly column: string; readonly row: number };

/** How many rows count as the same, but hold cells that were compared in part alone. */
export function countUnsure(
  { was, isChanged, columns }: TableDiff,
  before: readonly CutPlace[],
  after: readonly CutPlace[],
): number {
  if (before.length === 0 && after.length === 0) return 0;
  const isCompared = ({ column }: CutPlace) => !columns.added.includes(column) && !columns.removed.includes(column);
  const cutBefore = new Set(before.filter(isCompared).map(({ row }) => row));
  const cutAfter = new Set(after.filter(isCompared).map(({ row }) => row));
  return was.reduce((count, old, row) => {
    const isSame = old >= 0 && isChanged[row] !== 1;
    return isSame && (cutBefore.has(old) || cutAfter.has(row)) ? count + 1 : count;
  }, 0);
}

/** Which row of the one before each row is, and which rows of it are no more. */
function matchRows(before: Table, after: Table, names: readonly string[]) {
  const places = new Map<string, number[]>();
  const keyBefore = keyReader(before, names);
  for (let row = before.rowCount - 1; row >= 0; row -= 1) {
    const key = keyBefore(row);
    const rows = places.get(key);
    if (rows === undefined) places.set(key, [row]);
    else rows.push(row);
  }
  const was = new Int32Array(after.rowCount).fill(-1);
  const isGone = new Uint8Array(before.rowCount).fill(1);
  const keyAfter = keyReader(after, names);
  for (let row = 0; row < after.rowCount; row += 1) {
    // Rows of one key wait from the last to the first.
    const old = places.get(keyAfter(row))?.pop();
    if (old === undefined) continue;
    was[row] = old;
    isGone[old] = 0;
  }
  return { was, isGone };
}

function orderOf(was: Int32Array, isGone: Uint8Array, removed: number): Int32Array {
  const order = new Int32Array(was.length + removed);
  let at = 0;
  const putGone = (from: number) => {
    for (let row = from; row < isGone.length && isGone[row] === 1; row += 1) {
      order[at++] = -1 - row;
      isGone[row] = 0;
    }
  };
  putGone(0);
  for (let row = 0; row < was.length; row += 1) {
    order[at++] = row;
    const old = was[row] ?? -1;
    if (old >= 0) putGone(old + 1);
  }
  return order;
}

function pairsOf(before: Table, after: Table, names: readonly string[]) {
  return names.flatMap((name) => {
    const [left, right] = [before.columns.get(name), after.columns.get(name)];
    return left === undefined || right === undefined ? [] : [{ name, left, right }];
  });
}

function keyReader(table: Table, names: readonly string[]): (row: number) => string {
  const columns = names.flatMap((name) => table.columns.get(name) ?? []);
  const [only] = columns;
  if (columns.length === 1 && only !== undefined) return (row) => cellKey(cellAt(only, row));
  return (row) => columns.map((column) => cellKey(cellAt(column, row))).join('\u0001');
}

/** A text that two cells share when they are the same; a text that says null is none of null. */
function cellKey(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `"${cell}`;
  return typeof cell === 'object' ? printExactJson(cell) : String(cell);
}

export function isSameCell(a: Cell, b: Cell): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a === 'object' || typeof b === 'object') return cellKey(a) === cellKey(b);
  // A decimal that travels as text in one result may be a number in another.
  return typeof a !== typeof b && typeof a !== 'boolean' && typeof b !== 'boolean' && compareNumbers(a, b) === 0;
}

/** Columns that go together where none alone is unique. */
const MOST_TOGETHER = 4;
const KEY_NAME = /^(id|uuid|guid|key|code|pk)$|[_.]?(id|uuid|key|code|no)$/i;

/**
 * The columns by which rows are probably the same: one that is unique in both, by its name before others, else
 * dimensions that are unique together. None where nothing is.
 */
export function guessKey(before: Table, after: Table): readonly string[] {
  const common = [...after.columns.values()].filter(({ name }) => before.columns.has(name));
  const isUnique = (names: readonly string[]) => isUniqueIn(before, names) && isUniqueIn(after, names);
  const ranked = common.filter(isKeyLike).toSorted((a, b) => rankOf(a) - rankOf(b));
  const single = ranked.find(({ name }) => isUnique([name]));
  if (single !== undefined) return [single.name];
  const dimensions = common.filter(({ kind }) => kind !== 'numeric').slice(0, MOST_TOGETHER);
  for (let count = 2; count <= dimensions.length; count += 1) {
    const names = dimensions.slice(0, count).map(({ name }) => name);
    if (isUnique(names)) return names;
  }
  return [];
}

/** What is measured is no key, even where no two values are the same. */
function isKeyLike(column: Column): boolean {
  const { values, kind } = column;
  if (kind !== 'numeric' || KEY_NAME.test(column.name)) return true;
  return !(values instanceof Float64Array) || values.every((value) => Number.isNaN(value) || Number.isInteger(value));
}

function rankOf({ name, kind }: Column): number {
  if (KEY_NAME.test(name)) return 0;
  return kind === 'string' || kind === 'temporal' ? 1 : 2;
}

function isUniqueIn(table: Table, names: readonly string[]): boolean {
  const keyOf = keyReader(table, names);
  const seen = new Set<string>();
  for (let row = 0; row < table.rowCount; row += 1) {
    const key = keyOf(row);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}
