/** A decimal number as databases and users write it; hexadecimal and empty text are none. */
const decimal = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i;

/**
 * The one reading of a numeric cell: numbers, integers beyond 2^53 and decimals that travel as text.
 *
 * @returns the nearest double; NaN for null and for whatever is no number
 */
export function readNumber(cell: unknown): number {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'bigint') return Number(cell);
  return typeof cell === 'string' && isDecimal(cell) ? Number(cell) : Number.NaN;
}

/** Whether a text is a number. */
export function isDecimal(text: string): boolean {
  const [, , whole = '', fraction = ''] = decimal.exec(text.trim()) ?? [];
  return whole !== '' || fraction !== '';
}

/**
 * The one order of numeric cells by size, to the last digit, however they travel. What is no number
 * comes behind all numbers, in the order of its text.
 */
export function compareNumbers(a: string | number | bigint, b: string | number | bigint): number {
  if (isPlain(a) && isPlain(b)) return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [readNumber(a), readNumber(b)];
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || compareTexts(String(a), String(b));
  if (left !== right) return left < right ? -1 : 1;
  // Doubles do not tell them apart; an infinity of a text is only a number too long for a double.
  return compareDigits(digitsOf(String(a)), digitsOf(String(b)));
}

function isPlain(cell: unknown): cell is number | bigint {
  return typeof cell === 'number' || typeof cell === 'bigint';
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** 0.`digits` × 10^`exponent`, without zeros at either end of the digits. */
type Digits = { readonly sign: -1 | 0 | 1; readonly exponent: number; readonly digits: string };

function digitsOf(text: string): Digits {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = decimal.exec(text.trim()) ?? [];
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '').replace(/0+$/, '');
  if (digits === '') return { sign: 0, exponent: 0, digits };
  return {
    sign: sign === '-' ? -1 : 1,
    exponent: whole.length + Number(exponent) - (all.length - all.replace(/^0+/, '').length),
    digits,
  };
}

function compareDigits(a: Digits, b: Digits): number {
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.exponent !== b.exponent) return (a.exponent < b.exponent ? -1 : 1) * a.sign;
  return compareTexts(a.digits, b.digits) * a.sign;
}
