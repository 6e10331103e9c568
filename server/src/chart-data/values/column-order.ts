import type { Table } from '@tessera/core/table';

/** The same table with these columns first, in this order; names that it lacks are passed over. */
export function inOrder(table: Table, names: readonly string[]): Table {
  if (names.length === 0) return table;
  const first = names.flatMap((name) => table.columns.get(name) ?? []);
  return { ...table, columns: new Map([...first, ...table.columns.values()].map((column) => [column.name, column])) };
}
