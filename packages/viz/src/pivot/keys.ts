import { AppError } from '@tessera/core/errors/app-error';
import { groupBy } from '@tessera/core/group-by';
import { cellAt, type Cell, type Column, type Table } from '@tessera/core/table';
import { compareCells, partOf } from '@tessera/core/cell-order';

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
};

export function columnOf(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (!column)
    throw new AppError('post_processing', { reason: `The pivot table needs "${name}", which is not in the result.` });
  return column;
}

/**
 * The combinations of some dimensions, and where it is asked for the subtotals of all but the last one.
 * @throws
 * AppError post_processing for a name that the table lacks
 */
export function keysOf(table: Table, names: readonly string[], subtotals: Subtotals): Keys {
  const columns = names.map((name) => columnOf(table, name));
  const known = new Map<string, { readonly key: Key; readonly cells: readonly Cell[] }>();
  const ids: string[] = [];
  for (let row = 0; row < table.rowCount; row += 1) {
    const cells = columns.map((column) => cellAt(column, row));
    const key = columns.map((column, index) =>
      cells[index] === null ? '<NULL>' : partOf(cells[index] ?? null, column.kind),
    );
    const id = JSON.stringify(key);
    ids.push(id);
    if (!known.has(id)) known.set(id, { key, cells });
  }
  const of = (row: number): Key => known.get(ids[row] ?? '')?.key ?? [];
  const above = (key: Key): readonly Key[] =>
    subtotals === 'none' ? [] : key.slice(1).map((_, index) => [...key.slice(0, index + 1), ALL]);
  return {
    of,
    above: (row) => above(of(row)),
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
  const text = (key: Key) => key.map((part) => (part === ALL ? 'all' : `${part.length}:${part}`)).join(',');
  return `${text(row)}|${text(column)}`;
}
