import { readNumber } from './numeric-cell.ts';

/**
 * A result table, columnar from the driver to the chart.
 *
 * Row objects are made only at the edge that needs them (`rowsOf`).
 */

/** Data kinds as API clients number them (`coltypes`): the index in this list. */
export const columnKinds = ['numeric', 'string', 'temporal', 'boolean'] as const;
export type ColumnKind = (typeof columnKinds)[number];

/**
 * One value. Temporal cells are UTC epoch milliseconds, microseconds their fraction; integers beyond 2^53 and exact
 * decimals are bigint or text.
 */
export type Cell = string | number | bigint | boolean | null | readonly Cell[] | { readonly [key: string]: Cell };

export type Column = {
  readonly name: string;
  readonly kind: ColumnKind;
  /** In a Float64Array, NaN stands for null. */
  readonly values: readonly Cell[] | Float64Array;
};

export type Table = {
  readonly rowCount: number;
  /** In the order of the result. Names are unique. */
  readonly columns: ReadonlyMap<string, Column>;
};

export const emptyTable: Table = { rowCount: 0, columns: new Map() };

/** Build a table; the row count is that of the first column. @throws RangeError on columns of unequal length */
export function tableOf(columns: readonly Column[]): Table {
  const rowCount = columns[0]?.values.length ?? 0;
  for (const column of columns) {
    if (column.values.length !== rowCount)
      throw new RangeError(`column "${column.name}" has ${column.values.length} rows, not ${rowCount}`);
  }
  return { rowCount, columns: new Map(columns.map((column) => [column.name, column])) };
}

/** A column as results have it: numbers alone, nulls among them, are packed. */
export function packedColumn(name: string, kind: ColumnKind, cells: readonly Cell[]): Column {
  const isNumbers =
    (kind === 'numeric' || kind === 'temporal') && cells.every((cell) => cell === null || typeof cell === 'number');
  return {
    name,
    kind,
    values: isNumbers ? Float64Array.from(cells, (cell) => (typeof cell === 'number' ? cell : Number.NaN)) : cells,
  };
}

/** The cell at row `index`, with NaN of typed columns read as null. */
export function cellAt(column: Column, index: number): Cell {
  const value = column.values[index];
  if (value === undefined) return null;
  return typeof value === 'number' && Number.isNaN(value) ? null : value;
}

/** All cells of a column, as `cellAt` reads them; none of a column that is not there. */
export function cellsOf(column: Column | undefined): readonly Cell[] {
  return column ? Array.from(column.values, (_, index) => cellAt(column, index)) : [];
}

/** A numeric cell, or null for whatever is no finite number. */
export function numberAt(column: Column | undefined, index: number): number | null {
  if (!column) return null;
  const number = readNumber(column.values[index]);
  return Number.isFinite(number) ? number : null;
}

export type Row = Readonly<Record<string, Cell>>;

/** Row objects, made with null prototypes so that a column called `__proto__` stays a column. */
export function rowsOf(table: Table): Row[] {
  const columns = [...table.columns.values()];
  return Array.from({ length: table.rowCount }, (_, index) => {
    const row: Record<string, Cell> = Object.create(null);
    for (const column of columns) row[column.name] = cellAt(column, index);
    return row;
  });
}

/** A table from row objects; `names` and `kinds` go together and give the order. */
export function tableFromRows(rows: readonly Row[], names: readonly string[], kinds: readonly ColumnKind[]): Table {
  return {
    rowCount: rows.length,
    columns: new Map(
      names.map((name, index) => [
        name,
        { name, kind: kinds[index] ?? 'string', values: rows.map((row) => row[name] ?? null) },
      ]),
    ),
  };
}
