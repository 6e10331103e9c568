import { AppError } from '@tessera/core/errors/app-error';
import { groupBy } from '@tessera/core/group-by';
import { cellAt, type Cell, type Column, type Table } from '@tessera/core/table';
import { compareCells, partOf } from '@tessera/core/cell-order';
import { message } from '@tessera/core/messages';

/** Stands for all values: as the whole key for a total, behind some parts for the subtotal of what begins with them. */
export const ALL = Symbol('all');
/** One combination of the values of some dimensions. */
export type Key = readonly (string | typeof ALL)[];
export const TOTAL: Key = [ALL];

export type Order = 'key_a_to_z' | 'key_z_to_a' | 'value_a_to_z' | 'value_z_to_a';
/** `first` puts a subtotal before what it sums up. */
export type Subtotals = 'none' | 'first' | 'last';

export type Keys = {
  /** The combination of a row. */
  readonly of: (row: number) => Key;
  /** The subtotals that a row counts towards. */
  readonly above: (row: number) => readonly Key[];
  /** All combinations and subtotals in order. `worth` is what an order by value goes by. */
  readonly ordered: (order: Order, worth: (key: Key) => Cell) => readonly Key[];
  /** The exact values of a combination; of a subtotal those that its rows share. */
  readonly cells: (key: Key) => readonly Cell[];
};

export function columnOf(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (!column)
    throw new AppError('post_processing', {
      reason: message('The pivot table needs "%(name)s", which is not in the result.', { name }),
    });
  return column;
}

/** The combination that a row of a table has in some of its columns, as text. */
export function keyAt(columns: readonly Column[], row: number): Key {
  return columns.map((column) => {
    const cell = cellAt(column, row);
    return cell === null ? '<NULL>' : partOf(cell, column.kind);
  });
}

type Known = { readonly key: Key; readonly cells: readonly Cell[]; readonly above: readonly Key[] };

/**
 * The combinations of some dimensions, and where it is asked for the subtotals of all but the last one.
 * @throws
 * AppError post_processing for a name that the table lacks
 */
export function keysOf(table: Table, names: readonly string[], subtotals: Subtotals): Keys {
  const columns = names.map((name) => columnOf(table, name));
  const known = new Map<string, Known>();
  const rows: Known[] = [];
  const above = (key: Key): readonly Key[] =>
    subtotals === 'none' ? [] : key.slice(1).map((_, index) => [...key.slice(0, index + 1), ALL]);
  for (let row = 0; row < table.rowCount; row += 1) {
    const key = keyAt(columns, row);
    const id = JSON.stringify(key);
    const one = known.get(id) ?? { key, cells: columns.map((column) => cellAt(column, row)), above: above(key) };
    known.set(id, one);
    rows.push(one);
  }
  const prefixes = lazily(() => {
    const found = new Map<string, readonly Cell[]>();
    for (const { key, cells } of known.values())
      for (let length = 1; length < key.length; length += 1) {
        const id = JSON.stringify(key.slice(0, length));
        if (!found.has(id)) found.set(id, cells.slice(0, length));
      }
    return found;
  });
  return {
    of: (row) => rows[row]?.key ?? [],
    above: (row) => rows[row]?.above ?? [],
    cells: (key) => {
      const id = JSON.stringify(key.filter((part) => part !== ALL));
      return (key.includes(ALL) ? prefixes().get(id) : known.get(id)?.cells) ?? [];
    },
    ordered: (order, worth) => {
      const down = order.endsWith('z_to_a') ? -1 : 1;
      const worths = new Map<Key, Cell>();
      if (order.startsWith('value')) for (const { key } of known.values()) worths.set(key, worth(key));
      const keys = [...known.values()]
        .toSorted((a, b) => {
          if (worths.size > 0)
            return down * compareCells(worths.get(a.key) ?? null, worths.get(b.key) ?? null, 'numeric');
          const orders = columns.map(({ kind }, index) =>
            compareCells(a.cells[index] ?? null, b.cells[index] ?? null, kind),
          );
          return down * (orders.find((order) => order !== 0) ?? 0);
        })
        .map(({ key }) => key);
      return subtotals === 'none' || names.length < 2 ? keys : withSubtotals(keys, 0, subtotals);
    },
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Keys by their part at a depth, each group with its subtotal; groups stand in the order of their first key. */
function withSubtotals(keys: readonly Key[], depth: number, place: Subtotals): readonly Key[] {
  const [some] = keys;
  if (!some || depth >= some.length - 1) return keys;
  return [...groupBy(keys, (key) => key[depth]).values()].flatMap((group) => {
    const subtotal: Key = [...(group[0] ?? []).slice(0, depth + 1), ALL];
    const inside = withSubtotals(group, depth + 1, place);
    return place === 'first' ? [subtotal, ...inside] : [...inside, subtotal];
  });
}

/** A name for the cell where two keys meet. */
export function cellName(row: Key, column: Key): string {
  return `${keyName(row)}|${keyName(column)}`;
}

/** A key's own name, written once per key. */
export function keyName(key: Key): string {
  let name = keyNames.get(key);
  if (name === undefined) {
    name = key.map((part) => (part === ALL ? 'all' : `${part.length}:${part}`)).join(',');
    keyNames.set(key, name);
  }
  return name;
}

const keyNames = new WeakMap<Key, string>();
