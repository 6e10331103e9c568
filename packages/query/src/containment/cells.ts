import { cellAt, type Cell, type Column } from '@tessera/core/table';
import type { Dialect, Texts } from '../dialect.ts';
import type { Expression } from '../structured-query.ts';

/**
 * What the cells of a column tell about the values in the database. Where they do not tell enough to group, compare or
 * add as the database would, the class is `opaque`.
 *
 * - integer: exact numbers; a missing cell is null
 * - decimal, double: a missing cell may be null or NaN
 * - time: instants that lost nothing on the way, as grains and dates do
 */
export type CellClass =
  | { readonly kind: 'integer' | 'double' | 'time' | 'boolean' | 'opaque' }
  | { readonly kind: 'text'; readonly texts: Texts }
  | { readonly kind: 'decimal'; readonly scale: number };

/** The class of an expression's values by the type that the catalogue gives it. */
export function classOf(expression: Expression, dialect: Dialect): CellClass {
  if (expression.kind === 'grain') return { kind: 'time' };
  if (expression.kind === 'bin') return { kind: 'integer' };
  const type = typeName(expression, dialect);
  if (type === null) return { kind: 'opaque' };
  if (/^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|INT[248]?)$/.test(type))
    return { kind: 'integer' };
  const decimal = /^(?:DECIMAL|NUMERIC)\(\d+,\s*(\d+)\)$/.exec(type);
  if (decimal) return { kind: 'decimal', scale: Number(decimal[1]) };
  if (/^(DOUBLE|DOUBLE PRECISION|FLOAT8)$/.test(type)) return { kind: 'double' };
  if (type === 'DATE') return { kind: 'time' };
  if (/^BOOL(EAN)?$/.test(type)) return { kind: 'boolean' };
  const isText =
    /^(VARCHAR|TEXT|STRING|CHAR|CHARACTER|CHARACTER VARYING)(\(\d+\))?$/.test(type) &&
    dialect.kindOf(type) === 'string';
  return isText && dialect.rollUp ? { kind: 'text', texts: dialect.rollUp.texts } : { kind: 'opaque' };
}

/** The type of a column under the name that most databases have for it, in upper case; `null` where it is not known. */
export function typeName(expression: Expression, dialect: Dialect): string | null {
  if (expression.kind !== 'column' || expression.type === null) return null;
  const type = expression.type.trim();
  return dialect.rollUp?.typeName?.(type) ?? type.toUpperCase();
}

/**
 * Whether the cells of a column are what its class says, so that equal cells are equal values and the other way round.
 */
export function isFaithful(column: Column, cellClass: CellClass): boolean {
  const known = knownFaithful.get(column);
  if (known?.cellClass.kind === cellClass.kind && cellClass.kind !== 'text') return known.isFaithful;
  const faithful = areCellsFaithful(column, cellClass);
  knownFaithful.set(column, { cellClass, isFaithful: faithful });
  return faithful;
}

/** Columns never change, and each is looked at for many queries. */
const knownFaithful = new WeakMap<Column, { readonly cellClass: CellClass; readonly isFaithful: boolean }>();

function areCellsFaithful(column: Column, cellClass: CellClass): boolean {
  switch (cellClass.kind) {
    case 'opaque':
      return false;
    case 'integer':
      return everyCell(column, (cell) => cell === null || typeof cell === 'bigint' || Number.isSafeInteger(cell));
    case 'time':
      return everyCell(column, (cell) => cell === null || (typeof cell === 'number' && Number.isFinite(cell)));
    case 'decimal':
      return everyCell(column, (cell) => typeof cell === 'number' && Number.isFinite(cell));
    case 'double':
      // Zeros of two signs are one value to some and two to others.
      return everyCell(column, (cell) => typeof cell === 'number' && !Object.is(cell, -0));
    case 'boolean':
      return everyCell(column, (cell) => cell === null || typeof cell === 'boolean');
    case 'text':
      return isPlainText(column, cellClass.texts);
  }
}

/** Whether something holds of all cells of a column. */
export function everyCell(column: Column, holds: (cell: Cell) => boolean): boolean {
  for (let row = 0; row < column.values.length; row += 1) if (!holds(cellAt(column, row))) return false;
  return true;
}

const knownPlain = new WeakMap<Column, { readonly texts: Texts; readonly isPlain: boolean }>();

function isPlainText(column: Column, texts: Texts): boolean {
  const known = knownPlain.get(column);
  if (known?.texts === texts) return known.isPlain;
  const isPlain = areTextsApart(column, texts);
  knownPlain.set(column, { texts, isPlain });
  return isPlain;
}

/**
 * Whether no two texts of the column could be one value under a collation that overlooks case, accents, blanks or
 * signs. A column may have one that its type does not tell.
 */
function areTextsApart(column: Column, { plain, fold }: Texts): boolean {
  const texts = new Set<Cell>();
  const folds = new Set<string>();
  return everyCell(column, (cell) => {
    if (cell === null || texts.has(cell)) return true;
    if (typeof cell !== 'string' || !plain.test(cell)) return false;
    texts.add(cell);
    return folds.add(fold(cell)).size === texts.size;
  });
}
