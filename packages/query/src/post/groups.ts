import { compareCells } from '@tessera/core/cell-order';
import { printExactJson } from '@tessera/core/exact-json';
import type { ColumnKind } from '@tessera/core/table';
import { cellOf, type Values } from './frame.ts';

/** What rows are grouped or sorted by; numbers are ordered by size, however they travel. */
export type Key = { readonly kind: ColumnKind; readonly values: Values };

/** Rows put together by equal keys, groups in the order of their keys. */
export type Groups = {
  /** Group of each row; -1 for rows that are dropped. */
  readonly ids: Int32Array;
  readonly count: number;
  /** One row of each group, to read its key from. */
  readonly first: Int32Array;
};

/** Group rows by the values of one or more columns. @param keepNulls whether a null is a key like any other */
export function groupRows(columns: readonly Key[], rowCount: number, keepNulls: boolean): Groups {
  const ids = new Int32Array(rowCount);
  const firsts: number[] = [];
  const known = new Map<unknown, number>();
  // Results mostly come in order, so the next row often has the key of the last one.
  let lastKey: unknown = DROPPED;
  let lastId = -1;
  const readKey = keyReader(columns, keepNulls);
  for (let row = 0; row < rowCount; row += 1) {
    const key = readKey(row);
    if (key !== lastKey) {
      lastKey = key;
      lastId = key === DROPPED ? -1 : (known.get(key) ?? -1);
      if (lastId < 0 && key !== DROPPED) {
        lastId = firsts.length;
        known.set(key, lastId);
        firsts.push(row);
      }
    }
    ids[row] = lastId;
  }
  return sorted(columns, ids, firsts);
}

const DROPPED = Symbol('dropped');

function keyReader(columns: readonly Key[], keepNulls: boolean): (row: number) => unknown {
  const only = columns[0]?.values;
  const ofNull = keepNulls ? null : DROPPED;
  if (only === undefined || columns.length > 1) return (row) => composedKey(columns, row, keepNulls);
  if (only instanceof Float64Array) {
    return (row) => {
      const value = only[row] ?? Number.NaN;
      return Number.isNaN(value) ? ofNull : value;
    };
  }
  return (row) => {
    const cell = cellOf(only, row);
    if (cell === null) return ofNull;
    return typeof cell === 'object' ? printExactJson(cell) : cell;
  };
}

function composedKey(columns: readonly Key[], row: number, keepNulls: boolean): unknown {
  let key = '';
  for (const { values } of columns) {
    const cell = cellOf(values, row);
    if (cell === null && !keepNulls) return DROPPED;
    key += `${typeof cell}${printExactJson(cell)}\u0000`;
  }
  return key;
}

function sorted(columns: readonly Key[], ids: Int32Array, firsts: readonly number[]): Groups {
  const order = firsts.map((_, id) => id);
  order.sort((a, b) => compareRows(columns, firsts[a] ?? 0, firsts[b] ?? 0));
  const rank = new Int32Array(order.length);
  order.forEach((id, place) => {
    rank[id] = place;
  });
  for (let row = 0; row < ids.length; row += 1) {
    const id = ids[row] ?? -1;
    if (id >= 0) ids[row] = rank[id] ?? 0;
  }
  return { ids, count: order.length, first: Int32Array.from(order, (id) => firsts[id] ?? 0) };
}

function compareRows(columns: readonly Key[], a: number, b: number): number {
  for (const { kind, values } of columns) {
    const order = compareCells(cellOf(values, a), cellOf(values, b), kind);
    if (order !== 0) return order;
  }
  return 0;
}

/** Rows by the groups of some columns; without columns all rows are one group, if there are any. */
export function membersBy(
  keys: readonly Key[],
  rowCount: number,
  keepNulls = false,
): { readonly members: readonly Int32Array[]; readonly first: Int32Array } {
  if (keys.length === 0)
    return {
      members: rowCount === 0 ? [] : [Int32Array.from({ length: rowCount }, (_, row) => row)],
      first: new Int32Array(0),
    };
  const groups = groupRows(keys, rowCount, keepNulls);
  return { members: rowsOfGroups(groups), first: groups.first };
}

/** Row numbers of each group, in row order; views of one buffer. */
export function rowsOfGroups({ ids, count }: Groups): readonly Int32Array[] {
  const ends = new Int32Array(count + 1);
  for (const id of ids) if (id >= 0) ends[id + 1] = (ends[id + 1] ?? 0) + 1;
  for (let id = 0; id < count; id += 1) ends[id + 1] = (ends[id + 1] ?? 0) + (ends[id] ?? 0);
  const rows = new Int32Array(ends[count] ?? 0);
  const next = ends.slice();
  ids.forEach((id, row) => {
    if (id < 0) return;
    const place = next[id] ?? 0;
    rows[place] = row;
    next[id] = place + 1;
  });
  return Array.from({ length: count }, (_, id) => rows.subarray(ends[id], ends[id + 1]));
}
