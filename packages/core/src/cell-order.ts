import { printExactJson } from './exact-json.ts';
import { formatTime } from './formats/time.ts';
import { compareNumbers } from './numeric-cell.ts';
import type { Cell, ColumnKind } from './table.ts';

const TYPES = ['boolean', 'number', 'string', 'object'];

/**
 * Order of cells: numbers by size, texts by code, unlike kinds apart, nulls last.
 *
 * @param kind of the column: in one of numbers, texts are decimals
 */
export function compareCells(a: Cell, b: Cell, kind: ColumnKind): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (kind === 'numeric' && isNumeric(a) && isNumeric(b)) return compareNumbers(a, b);
  const [kindA, kindB] = [kindOf(a), kindOf(b)];
  if (kindA !== kindB) return TYPES.indexOf(kindA) - TYPES.indexOf(kindB);
  if (typeof a === 'object' || typeof b === 'object') return printExactJson(a) < printExactJson(b) ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function isNumeric(cell: Cell): cell is string | number | bigint {
  return typeof cell === 'number' || typeof cell === 'bigint' || typeof cell === 'string';
}

function kindOf(cell: Cell): string {
  return typeof cell === 'bigint' ? 'number' : typeof cell;
}

/** A dimension value as part of a column name. */
export function partOf(cell: Cell, kind: ColumnKind): string {
  if (kind === 'temporal' && typeof cell === 'number') return formatTime('%Y-%m-%d %H:%M:%S', cell);
  // As category labels have it ([9.0-21]), so that a series and a slice of the same name share a colour.
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (typeof cell === 'object')
    return JSON.stringify(cell, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  return String(cell);
}
