import type { Cell } from '@tessera/core/table';

/** An integer as a number while that loses nothing, else as it is. */
export function integerCell(value: bigint): Cell {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** Doubles tell apart all decimals of so many digits. */
const EXACT_DIGITS = 10n ** 15n;

/** `unscaled / 10^scale` as a number where it round-trips, else as exact text; without a scale it is an integer. */
export function decimalCell(unscaled: bigint, scale: number): Cell {
  if (scale === 0) return integerCell(unscaled);
  if (unscaled < EXACT_DIGITS && unscaled > -EXACT_DIGITS && scale <= 22) return Number(unscaled) / 10 ** scale;
  return decimalTextCell(decimalText(unscaled, scale));
}

/**
 * A decimal from its text: an integer where it is written as one, a number where it round-trips, else the text. `NaN`
 * is null.
 */
export function decimalTextCell(text: string): Cell {
  if (/^-?\d+$/.test(text)) return text.length <= 15 ? Number(text) : integerCell(BigInt(text));
  if (text === 'NaN') return null;
  const number = Number(text);
  if (!Number.isFinite(number)) return /^-?Infinity$/.test(text) ? number : text;
  const digits = text.replace(/^-/, '').replace(/e.*$/i, '').replace('.', '').replace(/^0+/, '');
  if (digits.length <= 15) return number;
  return plain(String(number)) === plain(text) ? number : text;
}

/** The shortest decimal that is this number of single precision: 0.1, where its double is 0.10000000149. */
export function shortestSingle(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

function decimalText(unscaled: bigint, scale: number): string {
  const sign = unscaled < 0n ? '-' : '';
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function plain(text: string): string {
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}
