import type { Cell, Column, ColumnKind, Table } from './table.ts';

/**
 * A table that rows are added to while they arrive, in columns.
 *
 * Its states are ordinary tables that share one map of columns: whoever works on a state finds the rows of later ones
 * behind its own, and two states of one result have the same `columns`. A column may hold more room than
 * rows: `rowCount` of a state says how far it is to be read.
 */
export type GrowingTable = {
  readonly columns: ReadonlyMap<string, GrowingColumn>;
  rowCount: number;
};

type GrowingColumn = { readonly name: string; readonly kind: ColumnKind; values: Cell[] | Float64Array };

/** Room of a column of numbers before it grows. */
const FIRST_ROOM = 1024;

/** @param columns in the order of the result, with unique names */
export function createGrowingTable(columns: readonly Pick<Column, 'name' | 'kind'>[]): GrowingTable {
  const empty = columns.map(({ name, kind }): [string, GrowingColumn] => [
    name,
    { name, kind, values: kind === 'numeric' || kind === 'temporal' ? new Float64Array(FIRST_ROOM) : [] },
  ]);
  return { columns: new Map(empty), rowCount: 0 };
}

/** Add rows; `batch` holds the cells of each column. @returns the table as it is now */
export function appendRows(growing: GrowingTable, batch: readonly (readonly Cell[])[]): Table {
  const added = batch[0]?.length ?? 0;
  let at = 0;
  for (const column of growing.columns.values()) appendCells(column, growing.rowCount, batch[at++] ?? [], added);
  growing.rowCount += added;
  return stateOf(growing);
}

/** The table as it is now. */
export function stateOf({ columns, rowCount }: GrowingTable): Table {
  return { columns, rowCount };
}

/** Whether both are states of one result: places of rows and names of columns mean the same in either. */
export function isSameResult(a: Table, b: Table): boolean {
  return a === b || a.columns === b.columns;
}

function appendCells(column: GrowingColumn, from: number, cells: readonly Cell[], added: number): void {
  if (column.values instanceof Float64Array && !cells.every((cell) => cell === null || typeof cell === 'number'))
    column.values = unpacked(column.values, from);
  const { values } = column;
  if (values instanceof Float64Array) {
    const roomy = withRoom(values, from, from + added);
    for (let row = 0; row < added; row += 1) {
      const cell = cells[row];
      roomy[from + row] = typeof cell === 'number' ? cell : Number.NaN;
    }
    column.values = roomy;
  } else for (let row = 0; row < added; row += 1) values.push(cells[row] ?? null);
}

function withRoom(values: Float64Array, used: number, needed: number): Float64Array {
  if (needed <= values.length) return values;
  const roomy = new Float64Array(Math.max(needed, values.length * 2));
  roomy.set(values.subarray(0, used));
  return roomy;
}

function unpacked(values: Float64Array, used: number): Cell[] {
  return Array.from(values.subarray(0, used), (number) => (Number.isNaN(number) ? null : number));
}
