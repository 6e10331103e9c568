import { cellAt, type Cell, type Column } from '@tessera/core/table';
import { foldText, type CellClass } from './cells.ts';

export type SortKey = { readonly column: Column; readonly cellClass: CellClass; readonly ascending: boolean };

/** Sort row numbers as the database would, nulls last. @returns null where only the database knows the order */
export function sortRows(rows: readonly number[], keys: readonly SortKey[], ordersTextByBytes: boolean): readonly number[] | null {
  const texts = ordersTextByBytes ? textOrder() : () => null;
  let isKnown = true;
  const order = (left: number, right: number): number => {
    for (const key of keys) {
      const sign = compareCells(cellAt(key.column, left), cellAt(key.column, right), key, texts);
      if (sign === null) isKnown = false;
      else if (sign !== 0) return sign;
    }
    return 0;
  };
  const sorted = [...rows].sort(order);
  return isKnown ? sorted : null;
}

/** The sign of an order, `null` where it is not known. */
function compareCells(left: Cell, right: Cell, { column, cellClass, ascending }: SortKey, texts: (left: string, right: string) => number | null): number | null {
  if (left === null || right === null) {
    // Null or NaN, which do not sort alike.
    if (cellClass.kind === 'double' || cellClass.kind === 'decimal' || cellClass.kind === 'opaque') return null;
    return left === right ? 0 : left === null ? 1 : -1;
  }
  if (left === right) return cellClass.kind === 'opaque' && column.kind === 'temporal' ? null : 0;
  if (typeof left === 'string' && typeof right === 'string') {
    const sign = cellClass.kind === 'text' ? texts(left, right) : null;
    return sign === null || ascending ? sign : -sign;
  }
  if (typeof left === 'object' || typeof right === 'object' || typeof left === 'string' || typeof right === 'string') return null;
  return left < right === ascending ? -1 : 1;
}

/** Texts by their bytes, where a collation that a column may declare would not put them the other way round. */
function textOrder(): (left: string, right: string) => number | null {
  const folds = new Map<string, string>();
  const foldOf = (text: string): string => {
    const folded = folds.get(text) ?? foldText(text);
    folds.set(text, folded);
    return folded;
  };
  return (left, right) => {
    const sign = Math.sign(compareCodePoints(left, right));
    return sign === Math.sign(compareCodePoints(foldOf(left), foldOf(right))) ? sign : null;
  };
}

/** The order of UTF-8 bytes, which is that of code points and not that of JavaScript. */
function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Halves of pairs stand for code points beyond all single ones. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
