import type { Column, Table } from '@tessera/core/table';

/**
 * A table in parts of about so many cells, in their order, so that work on it can pause in between. One without rows is
 * one part.
 */
export function* slices(table: Table, cells: number): Generator<Table, void> {
  const rows = Math.max(1, Math.floor(cells / Math.max(1, table.columns.size)));
  if (table.rowCount <= rows) return yield table;
  for (let from = 0; from < table.rowCount; from += rows) {
    const to = Math.min(table.rowCount, from + rows);
    yield {
      rowCount: to - from,
      columns: new Map([...table.columns].map(([name, column]) => [name, part(column, from, to)])),
    };
  }
}

function part(column: Column, from: number, to: number): Column {
  const { values } = column;
  return { ...column, values: values instanceof Float64Array ? values.subarray(from, to) : values.slice(from, to) };
}
