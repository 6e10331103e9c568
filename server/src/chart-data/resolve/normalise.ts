import { packedColumn, tableOf, type Cell, type Column, type Table } from '@tessera/core/table';
import { everyCell } from '@tessera/query/containment/cells';
import { instantOf } from './time.ts';

/**
 * What the query knows of its result columns, by label: instants, those of them that count seconds, and numbers where
 * no value says so.
 */
export type KnownKinds = {
  readonly temporal: ReadonlySet<string>;
  readonly epochSeconds: ReadonlySet<string>;
  readonly numeric: ReadonlySet<string>;
};

/**
 * The driver's table under the labels of the query, by position, with the columns that the query knows to be instants
 * as epoch milliseconds (SQLite gives text, numbers may count seconds).
 */
export function normalise(
  table: Table,
  labels: readonly string[],
  { temporal, epochSeconds, numeric }: KnownKinds,
): Table {
  const columns = [...table.columns.values()].map((column, index): Column => {
    const name = labels[index] ?? column.name;
    const named = column.name === name ? column : { ...column, name };
    if (temporal.has(name)) return asInstants(named, epochSeconds.has(name));
    return numeric.has(name) && named.kind === 'string' && everyCell(named, (cell) => cell === null)
      ? packedColumn(name, 'numeric', Array.from(named.values))
      : named;
  });
  return columns.length === 0 ? { rowCount: table.rowCount, columns: new Map() } : tableOf(columns);
}

function asInstants(column: Column, isSeconds: boolean): Column {
  if (column.kind === 'temporal') return column;
  const { values } = column;
  const read = (cell: Cell): Cell => {
    if (typeof cell === 'number') return isSeconds ? cell * 1000 : cell;
    return typeof cell === 'string' ? (instantOf(cell) ?? cell) : cell;
  };
  if (values instanceof Float64Array)
    return { ...column, kind: 'temporal', values: isSeconds ? values.map((value) => value * 1000) : values };
  return packedColumn(column.name, 'temporal', values.map(read));
}
