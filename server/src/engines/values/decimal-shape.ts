import type { Cell } from '@tessera/core/table';
import type { TypedColumn } from './exact-type.ts';

/** The embedded engine holds decimals of so many digits. */
const MOST_DIGITS = 38;
const decimalText = /^-?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** Whether a column is of decimals whose type says nothing that the embedded engine could hold them by. */
export function isOpenDecimal({ kind, type }: TypedColumn): boolean {
  if (kind !== 'numeric') return false;
  const [, precision] = /(?:DECIMAL|NUMERIC)\((\d+)/i.exec(type ?? '') ?? [];
  return precision === undefined
    ? /^(NUMERIC|DECIMAL)( UNSIGNED)?$/i.test(type ?? '')
    : Number(precision) > MOST_DIGITS;
}

/** The type of such a column, found from its values one by one. */
export type DecimalShape = {
  readonly add: (cell: Cell) => void;
  /** One that holds all values without loss: text where no number does. */
  readonly exactType: () => string;
  /** One that counts and sorts by value: what a number cannot hold of the last digits is rounded. */
  readonly numericType: () => string;
};

/** A shape of no values yet. */
export function createDecimalShape(): DecimalShape {
  let [whole, scale] = [0, 0];
  let hasTexts = false;
  let isDecimal = true;
  return {
    add: (cell) => {
      if (cell === null || (typeof cell === 'number' && Number.isNaN(cell))) return;
      if (typeof cell === 'string') hasTexts = true;
      const digits = typeof cell === 'object' ? null : digitsOf(String(cell));
      if (digits === null) isDecimal = false;
      whole = Math.max(whole, digits?.whole ?? 0);
      scale = Math.max(scale, digits?.scale ?? 0);
    },
    exactType: () => {
      // Numbers that are no text are doubles without loss.
      if (!isDecimal || whole + scale > MOST_DIGITS) return hasTexts ? 'VARCHAR' : 'DOUBLE';
      return decimalType(whole, scale);
    },
    numericType: () => {
      if (!isDecimal) return hasTexts ? 'VARCHAR' : 'DOUBLE';
      if (whole <= MOST_DIGITS) return decimalType(whole, Math.min(scale, MOST_DIGITS - whole));
      return scale === 0 ? 'BIGNUM' : 'DOUBLE';
    },
  };
}

/** @param whole Digits before the point; with those behind it at most as many as the embedded engine holds */
function decimalType(whole: number, scale: number): string {
  if (scale > 0) return `DECIMAL(${whole + scale}, ${scale})`;
  if (whole === 0) return 'DOUBLE';
  return whole <= 18 ? 'BIGINT' : `DECIMAL(${MOST_DIGITS}, 0)`;
}

/** Digits before and behind the point; `null` for what is no decimal. */
function digitsOf(text: string): { readonly whole: number; readonly scale: number } | null {
  const [match, before = '', behind = '', exponent = '0'] = decimalText.exec(text) ?? [];
  if (match === undefined) return null;
  const significant = before.replace(/^0+/, '').length;
  return { whole: Math.max(1, significant + Number(exponent)), scale: Math.max(0, behind.length - Number(exponent)) };
}
