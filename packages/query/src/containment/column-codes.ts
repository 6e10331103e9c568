import { cellAt, type Cell, type Column } from '@tessera/core/table';

/** The values of a column by number: `values[codeOf[row]]` is the cell of a row. */
export type ColumnCodes = { readonly codeOf: Uint8Array | Int32Array; readonly values: readonly Cell[] };

/** Columns never change, and a brush asks the same of them at every step. */
const known = new WeakMap<Column, ColumnCodes>();
/** So many values have numbers of one byte. */
const BYTE = 256;

/** The cells of a column numbered in the order in which they come; the column is read once. */
export function codesOf(column: Column): ColumnCodes {
  const found = known.get(column);
  if (found) return found;
  const codes = new Map<Cell, number>();
  const codeOf = new Int32Array(column.values.length);
  for (let row = 0; row < codeOf.length; row += 1) {
    const cell = cellAt(column, row);
    let code = codes.get(cell);
    if (code === undefined) {
      code = codes.size;
      codes.set(cell, code);
    }
    codeOf[row] = code;
  }
  const made = { codeOf: codes.size <= BYTE ? Uint8Array.from(codeOf) : codeOf, values: [...codes.keys()] };
  known.set(column, made);
  return made;
}
