/** Decimals of adaptive numbers by unit: as they are, thousands, millions and on. A unit without any stays adaptive. */
export type Precision = readonly (number | undefined)[];

/** Nearer to zero numbers have a suffix of their own. */
export const LEAST_FIXED = 0.001;
/** Where suffixes end (yotta, yocto): a number beyond them would be a row of up to 280 zeros, or nothing but zero. */
export const BEYOND_SUFFIXES = { large: 1e27, small: 1e-24 } as const;

const MAX_UNIT = 8;
const MAX_DECIMALS = 4;

/**
 * The adaptive format with as many decimals for each of these values: what a column of numbers is written by, so that
 * its digits stand below each other. Whole numbers stay without.
 *
 * Beside greater numbers a fraction has two digits (0.33), and beside hundreds of a unit its others have one decimal.
 */
export function adaptiveFormat(values: Iterable<number | null>): string {
  const greatest: number[] = [];
  const needed: number[] = [];
  /** Of numbers below 1: in two digits, and in all decimals that an adaptive number has. */
  const small = { short: 0, whole: 0 };
  let most = 0;
  for (const value of values) {
    const size = Math.abs(value ?? Number.NaN);
    if (Number.isNaN(size) || size >= BEYOND_SUFFIXES.large || (size > 0 && size < LEAST_FIXED)) continue;
    most = Math.max(most, size);
    if (size > 0 && size < 1) {
      small.short = Math.max(small.short, decimalsOf(size, Math.min(MAX_DECIMALS, 1 - Math.floor(Math.log10(size)))));
      small.whole = Math.max(small.whole, decimalsOf(size, MAX_DECIMALS));
    }
    const unit = unitOf(size);
    const scaled = size / 1000 ** unit;
    greatest[unit] = Math.max(greatest[unit] ?? 0, scaled);
    if (size >= 1 || size === 0)
      needed[unit] = Math.max(needed[unit] ?? 0, decimalsOf(scaled, allowedIn(unit, scaled)));
  }
  const decimals = greatest.map((top, unit) => {
    if (unit === 0) return Math.max(needed[0] ?? 0, most >= 1 ? small.short : small.whole);
    return Math.min(needed[unit] ?? 0, top >= 100 ? 1 : 2);
  });
  return printPrecision(decimals);
}

/** What `adaptiveFormat` says; null for any other format. */
export function readPrecision(format: string): Precision | null {
  const stored = /^SMART_NUMBER:([0-4]?(?:,[0-4]?){0,8})$/.exec(format)?.[1];
  return stored === undefined ? null : stored.split(',').map((digit) => (digit === '' ? undefined : Number(digit)));
}

/** Of which power of a thousand a number is written: 0 for itself. */
export function unitOf(size: number): number {
  return size < 1000 ? 0 : Math.min(MAX_UNIT, Math.floor(Math.log10(size) / 3));
}

function printPrecision(decimals: readonly (number | undefined)[]): string {
  return `SMART_NUMBER:${Array.from(decimals, (digits) => digits ?? '').join(',')}`;
}

/** As adaptive numbers have: three digits of a unit, two decimals of a number as it is. */
function allowedIn(unit: number, scaled: number): number {
  if (unit === 0) return 2;
  return scaled >= 100 ? 0 : scaled >= 10 ? 1 : 2;
}

/** Decimals that are not zero, of so many. */
function decimalsOf(value: number, allowed: number): number {
  let rounded = Math.round(value * 10 ** allowed);
  let decimals = allowed;
  while (decimals > 0 && rounded % 10 === 0) {
    rounded /= 10;
    decimals -= 1;
  }
  return decimals;
}
