import type { Cell } from '@tessera/core/table';
import type { TypedColumn } from './exact-type.ts';

/** The embedded engine holds decimals of so many digits. */
const MOST_DIGITS = 38;
const decimalText = /^-?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** Whether the database says no more of a column than that its values are decimals. */
export function isOpenDecimal({ kind, type }: TypedColumn): boolean {
  return kind === 'numeric' && /^(NUMERIC|DECIMAL)( UNSIGNED)?$/i.test(type ?? '');
}

/** The type that holds all values of such a column without loss, found from the values one by one. */
export type DecimalShape = { readonly add: (cell: Cell) => void; readonly type: () => string };

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
    type: () => {
      // Numbers that are no text are doubles without loss.
      if (!isDecimal || whole + scale > MOST_DIGITS) return hasTexts ? 'VARCHAR' : 'DOUBLE';
      if (scale > 0) return `DECIMAL(${whole + scale}, ${scale})`;
      if (whole === 0) return 'DOUBLE';
      return whole <= 18 ? 'BIGINT' : `DECIMAL(${MOST_DIGITS}, 0)`;
    },
  };
}

/** Digits before and behind the point; `null` for what is no decimal. */
function digitsOf(text: string): { readonly whole: number; readonly scale: number } | null {
  const [match, before = '', behind = '', exponent = '0'] = decimalText.exec(text) ?? [];
  if (match === undefined) return null;
  const significant = before.replace(/^0+/, '').length;
  return { whole: Math.max(1, significant + Number(exponent)), scale: Math.max(0, behind.length - Number(exponent)) };
}
