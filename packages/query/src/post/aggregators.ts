import { compareCells } from '@tessera/core/cell-order';
import type { Cell, ColumnKind } from '@tessera/core/table';
import { cellOf, failPost, numbersOf, type Values } from './frame.ts';
import { numberOr, type Options } from './options.ts';

/** One value for the rows of a group. */
export type Aggregator = (rows: ArrayLike<number>) => Cell;
type Reduce = (numbers: Float64Array, options: Options) => number | null;

const isNumber = (value: number) => !Number.isNaN(value);

/** Skip nulls, or answer null as soon as there is one. */
const skipping =
  (reduce: (numbers: Float64Array, options: Options) => number | null): Reduce =>
  (numbers, options) =>
    reduce(numbers.filter(isNumber), options);
const strict =
  (reduce: (numbers: Float64Array, options: Options) => number | null): Reduce =>
  (numbers, options) =>
    numbers.every(isNumber) ? reduce(numbers, options) : null;

export const sum = (numbers: Float64Array): number => numbers.reduce((total, value) => total + value, 0);
export const product = (numbers: Float64Array): number => numbers.reduce((total, value) => total * value, 1);
export const mean = (numbers: Float64Array): number | null =>
  numbers.length === 0 ? null : sum(numbers) / numbers.length;
const least = (numbers: Float64Array): number | null =>
  numbers.length === 0 ? null : numbers.reduce((a, b) => Math.min(a, b));
const greatest = (numbers: Float64Array): number | null =>
  numbers.length === 0 ? null : numbers.reduce((a, b) => Math.max(a, b));

/** Population variance, as numpy has it. */
function variance(numbers: Float64Array): number | null {
  const centre = mean(numbers);
  return centre === null ? null : sum(numbers.map((value) => (value - centre) ** 2)) / numbers.length;
}

const deviation = (numbers: Float64Array): number | null => {
  const squared = variance(numbers);
  return squared === null ? null : Math.sqrt(squared);
};

/** Percentile of numbers without nulls, `q` from 0 to 100; between two values linear, or their midpoint. */
export function percentile(numbers: Float64Array, q: number, between: 'linear' | 'midpoint' = 'linear'): number | null {
  const ascending = numbers.toSorted();
  const place = (q / 100) * (ascending.length - 1);
  const low = ascending[Math.floor(place)];
  const high = ascending[Math.ceil(place)];
  if (low === undefined || high === undefined) return null;
  const share = place - Math.floor(place);
  return low + (high - low) * (between === 'midpoint' && share > 0 ? 0.5 : share);
}

const median = (numbers: Float64Array): number | null => percentile(numbers, 50);

function atPercentile(numbers: Float64Array, options: Options): number | null {
  const q = numberOr(options, 'q', null) ?? failPost('`q` is missing for the percentile.');
  if (q < 0 || q > 100) failPost('Percentiles must be in the range [0, 100]');
  return percentile(numbers, q);
}

/** Place of the extreme in its group; -1 when there are only nulls. */
function placeOf(numbers: Float64Array, extreme: number | null): number {
  return extreme === null ? -1 : numbers.indexOf(extreme);
}

const reducers: Readonly<Record<string, Reduce>> = {
  average: strict(mean),
  argmin: (numbers) => placeOf(numbers, least(numbers.filter(isNumber))),
  argmax: (numbers) => placeOf(numbers, greatest(numbers.filter(isNumber))),
  count: (numbers) => numbers.length,
  count_nonzero: (numbers) => numbers.filter((value) => value !== 0).length,
  cumsum: skipping(sum),
  cumprod: skipping(product),
  max: skipping(greatest),
  mean: skipping(mean),
  median: strict(median),
  min: skipping(least),
  nanmax: skipping(greatest),
  nanmean: skipping(mean),
  nanmedian: skipping(median),
  nanmin: skipping(least),
  nanpercentile: skipping(atPercentile),
  nansum: skipping(sum),
  percentile: strict(atPercentile),
  prod: skipping(product),
  product: skipping(product),
  std: skipping(deviation),
  sum: skipping(sum),
  var: skipping(variance),
};

const KEEPS_KIND: ReadonlySet<string> = new Set(['min', 'max', 'nanmin', 'nanmax']);

/** Kind of what an operator makes of a column. */
export function aggregatedKind(operator: string, kind: ColumnKind): ColumnKind {
  return KEEPS_KIND.has(operator) ? kind : 'numeric';
}

/** @throws AppError post_processing for an unknown operator */
export function aggregator(operator: string, kind: ColumnKind, values: Values, options: Options): Aggregator {
  const reduce = Object.hasOwn(reducers, operator) ? reducers[operator] : undefined;
  if (!reduce) return failPost(`Unsupported numpy function: ${operator}`);
  // Packed numbers are doubles; others are texts, flags, and numbers that doubles would round.
  if (KEEPS_KIND.has(operator) && !(values instanceof Float64Array))
    return extremeCell(kind, values, operator.endsWith('max') ? 1 : -1);
  const numbers = numbersOf(values);
  return (rows) =>
    reduce(
      Float64Array.from(rows, (row) => numbers[row] ?? Number.NaN),
      options,
    );
}

/** Smallest or greatest cell, as it is. */
function extremeCell(kind: ColumnKind, values: Values, direction: 1 | -1): Aggregator {
  return (rows) =>
    Array.from(rows, (row) => cellOf(values, row)).reduce<Cell>(
      (best, cell) =>
        cell !== null && (best === null || compareCells(cell, best, kind) * direction > 0) ? cell : best,
      null,
    );
}
