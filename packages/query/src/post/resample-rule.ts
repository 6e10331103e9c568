import { addUnits, DAY_MS, type TimeUnit, truncate } from '@tessera/core/time-range/calendar';
import { failPost } from './frame.ts';

/**
 * How instants fall into bins: the number of a bin, counted from that of the first instant, and the instant that names
 * it.
 */
export type Binning = { readonly binOf: (instant: number) => number; readonly labelOf: (bin: number) => number };

const FIXED: Readonly<Record<string, number>> = { S: 1000, T: 60_000, MIN: 60_000, H: 3_600_000, D: DAY_MS };
const STARTS: Readonly<Record<string, TimeUnit>> = { MS: 'month', QS: 'quarter', AS: 'year', YS: 'year' };
const ENDS: Readonly<Record<string, TimeUnit>> = {
  W: 'week',
  M: 'month',
  ME: 'month',
  Q: 'quarter',
  QE: 'quarter',
  A: 'year',
  Y: 'year',
  YE: 'year',
};

/**
 * Bins of a rule such as `1D`, `12H`, `1W` (named by its Sunday), `1M` (by the last day), `1MS` (by the first day).
 * Bins of a fixed length are counted from the midnight of the first instant.
 * @throws AppError post_processing
 */
export function binning(rule: string, first: number): Binning {
  const [, digits = '1', unit = ''] = /^(\d{1,4})?([A-Za-z]{1,3})$/.exec(rule.trim()) ?? [];
  const [count, name] = [Number(digits), unit.toUpperCase()];
  if (count === 0) failPost(`Invalid frequency: ${rule}`);
  const fixed = FIXED[name];
  if (fixed !== undefined) {
    const origin = truncate(first, 'day');
    // The first bin is that of the first instant, not that of midnight.
    const skipped = Math.floor((first - origin) / (fixed * count));
    return {
      binOf: (instant) => Math.floor((instant - origin) / (fixed * count)) - skipped,
      labelOf: (bin) => origin + (bin + skipped) * fixed * count,
    };
  }
  const start = STARTS[name];
  if (start) return calendarBins(start, count, first, Math.floor, (from) => from);
  const end = ENDS[name];
  return end
    ? calendarBins(end, count, first, Math.ceil, (from) => addUnits(from, 1, end) - DAY_MS)
    : failPost(`Invalid frequency: ${rule}`);
}

function calendarBins(
  unit: TimeUnit,
  count: number,
  first: number,
  round: (units: number) => number,
  label: (start: number) => number,
): Binning {
  const base = unitNumber(first, unit);
  return {
    binOf: (instant) => round((unitNumber(instant, unit) - base) / count),
    labelOf: (bin) => label(addUnits(truncate(first, unit), bin * count, unit)),
  };
}

/** Weeks, months, quarters or years since some beginning. */
function unitNumber(instant: number, unit: TimeUnit): number {
  if (unit === 'week') return Math.floor(truncate(instant, 'week') / (7 * DAY_MS));
  const date = new Date(instant);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return unit === 'month' ? months : Math.floor(months / (unit === 'quarter' ? 3 : 12));
}
