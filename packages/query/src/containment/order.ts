import { cellAt, type Cell, type Column } from '@tessera/core/table';
import type { Texts } from '../dialect.ts';
import type { CellClass } from './cells.ts';

export type SortKey = { readonly column: Column; readonly cellClass: CellClass; readonly ascending: boolean };

/** Sort row numbers as the database would, nulls last. @returns null where only the database knows the order */
export function sortRows(rows: readonly number[], keys: readonly SortKey[]): readonly number[] | null {
  const texts = textOrder();
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
function compareCells(
  left: Cell,
  right: Cell,
  { column, cellClass, ascending }: SortKey,
  texts: (left: string, right: string, facts: Texts) => number | null,
): number | null {
  if (left === null || right === null) {
    // Null or NaN, which do not sort alike.
    if (cellClass.kind === 'double' || cellClass.kind === 'decimal' || cellClass.kind === 'opaque') return null;
    return left === right ? 0 : left === null ? 1 : -1;
  }
  if (left === right) return cellClass.kind === 'opaque' && column.kind === 'temporal' ? null : 0;
  if (typeof left === 'string' && typeof right === 'string') {
    const sign = cellClass.kind === 'text' ? texts(left, right, cellClass.texts) : null;
    return sign === null || ascending ? sign : -sign;
  }
  if (typeof left === 'object' || typeof right === 'object' || typeof left === 'string' || typeof right === 'string')
    return null;
  return left < right === ascending ? -1 : 1;
}

/** Texts by their bytes, where a collation that a column may declare would not put them the other way round. */
function textOrder(): (left: string, right: string, texts: Texts) => number | null {
  const folds = new Map<string, string | null>();
  const foldOf = (text: string, { plain, ordered, fold }: Texts): string | null => {
    const known = folds.get(text);
    if (known !== undefined) return known;
    const folded = ordered?.test(text) === true && plain.test(text) ? fold(text) : null;
    folds.set(text, folded);
    return folded;
  };
  return (left, right, texts) => {
    const [one, other] = [foldOf(left, texts), foldOf(right, texts)];
    if (one === null || other === null) return null;
    const sign = Math.sign(compareCodePoints(left, right));
    return sign === Math.sign(compareCodePoints(one, other)) ? sign : null;
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
