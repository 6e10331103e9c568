import type { Series } from './data.ts';

export type StackKind = 'Stack' | 'Stream' | 'Expand' | null;

/** Sum of the series at each x; null where none has a value. */
export function totalsOf(series: readonly Pick<Series, 'values'>[], length: number): readonly (number | null)[] {
  return Array.from({ length }, (_, index) => {
    const values = series.map((one) => one.values[index] ?? null).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
  });
}

/**
 * Each value as its share of the total of magnitudes at its x, so that negative parts keep their sign and the stack
 * fills one unit.
 */
export function toShares(series: readonly Series[], length: number): readonly (readonly (number | null)[])[] {
  const magnitudes = Array.from({ length }, (_, index) =>
    series.reduce((total, one) => total + Math.abs(one.values[index] ?? 0), 0),
  );
  return series.map((one) =>
    Array.from({ length }, (_, index) => {
      const value = one.values[index] ?? null;
      const whole = magnitudes[index] ?? 0;
      return value === null || whole === 0 ? null : roundDown(value / whole);
    }),
  );
}

/** Where a stream begins at each x, so that the whole lies around one middle line. */
export function streamBaseline(series: readonly Series[], length: number): readonly number[] {
  const totals = totalsOf(series, length).map((total) => total ?? 0);
  return totals.map((total) => (total === 0 ? 0 : -total / 2));
}

/** Rounded towards zero, so that the shares of a whole never add up to a hair more than one. */
function roundDown(share: number): number {
  return Math.trunc(share * 1e9) / 1e9;
}
