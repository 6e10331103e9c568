import { parseExactJson } from '@tessera/core/exact-json';
import { cellAt, packedColumn, type Cell, type Column, type ColumnKind, type Table } from '@tessera/core/table';

/** More fields of a structure than these stay in it. */
export const MAX_FIELDS = 100;
/** More members of a list than these stay in it. */
export const MAX_MEMBERS = 20;
/** Rows that are looked at to tell whether a column holds structures. */
const LOOKED_AT = 50;
const MAX_JSON_CHARS = 100_000;

/** Whether a column holds structures or lists, as such or as JSON text. */
export function isNested(column: Column, rowCount: number): boolean {
  if (column.values instanceof Float64Array) return false;
  for (let row = 0; row < Math.min(LOOKED_AT, rowCount); row += 1) {
    const cell = cellAt(column, row);
    if (cell !== null) return structureOf(cell) !== null;
  }
  return false;
}

/** The table with the fields of these columns as columns of their own, each behind the one that it is from. */
export function expandTable(table: Table, names: ReadonlySet<string>): Table {
  if (names.size === 0) return table;
  const taken = new Set(table.columns.keys());
  const columns = [...table.columns.values()].flatMap((column) => expanded(column, table.rowCount, names, taken));
  return { rowCount: table.rowCount, columns: new Map(columns.map((column) => [column.name, column])) };
}

function expanded(column: Column, rowCount: number, names: ReadonlySet<string>, taken: Set<string>): readonly Column[] {
  if (!names.has(column.name)) return [column];
  const inside = fieldsOf(column, rowCount).map(([label, cells]) => {
    const name = freeName(`${column.name}${label}`, taken);
    taken.add(name);
    return packedColumn(name, kindOf(cells), cells);
  });
  return [column, ...inside.flatMap((field) => expanded(field, rowCount, names, taken))];
}

/** The fields that any of the structures has, in the order in which they come; members of lists by their place. */
function fieldsOf(column: Column, rowCount: number): readonly (readonly [label: string, cells: readonly Cell[]])[] {
  const fields = new Map<string, Cell[]>();
  for (let row = 0; row < rowCount; row += 1) {
    const structure = structureOf(cellAt(column, row));
    if (structure === null) continue;
    for (const [label, cell] of partsOf(structure)) {
      let cells = fields.get(label);
      if (cells === undefined) {
        if (fields.size >= MAX_FIELDS) continue;
        cells = Array.from({ length: rowCount }, () => null);
        fields.set(label, cells);
      }
      cells[row] = cell;
    }
  }
  return [...fields];
}

type Structure = readonly Cell[] | { readonly [key: string]: Cell };

function partsOf(structure: Structure): readonly (readonly [label: string, cell: Cell])[] {
  if (isList(structure)) return structure.slice(0, MAX_MEMBERS).map((cell, at) => [`[${at + 1}]`, cell]);
  return Object.entries(structure).map(([key, cell]) => [`.${key}`, cell]);
}

function structureOf(cell: Cell): Structure | null {
  if (typeof cell === 'object') return cell;
  if (typeof cell !== 'string' || cell.length > MAX_JSON_CHARS || !/^\s*[[{]/.test(cell)) return null;
  try {
    const value = parseExactJson(cell);
    return typeof value === 'object' ? (value as Structure | null) : null;
  } catch {
    return null;
  }
}

function isList(structure: Structure): structure is readonly Cell[] {
  return Array.isArray(structure);
}

function kindOf(cells: readonly Cell[]): ColumnKind {
  const types = new Set(cells.filter((cell) => cell !== null).map((cell) => typeof cell));
  if ([...types].every((type) => type === 'number' || type === 'bigint') && types.size > 0) return 'numeric';
  return types.size === 1 && types.has('boolean') ? 'boolean' : 'string';
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let count = 2;
  while (taken.has(`${wanted} (${count})`)) count += 1;
  return `${wanted} (${count})`;
}
