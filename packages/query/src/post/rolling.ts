import { percentile, product, sum } from './aggregators.ts';
import { failPost, type Frame, mapColumns, numbersOf, takeRows } from './frame.ts';
import { kurtosis, sampleVariance, skewness } from './moments.ts';
import { columnMap, flag, numberOr, type Options, record, text, textOr } from './options.ts';

type Statistic = (numbers: Float64Array, options: Options) => number;

const statistics: Readonly<Record<string, Statistic>> = {
  count: (numbers) => numbers.length,
  sum,
  prod: product,
  mean: (numbers) => sum(numbers) / numbers.length,
  median: (numbers) => percentile(numbers, 50) ?? Number.NaN,
  min: (numbers) => (numbers.length === 0 ? Number.NaN : numbers.reduce((a, b) => Math.min(a, b))),
  max: (numbers) => (numbers.length === 0 ? Number.NaN : numbers.reduce((a, b) => Math.max(a, b))),
  std: (numbers) => Math.sqrt(sampleVariance(numbers)),
  var: sampleVariance,
  // Of a column with itself, which is all that one column has.
  cov: sampleVariance,
  corr: (numbers) => (sampleVariance(numbers) > 0 ? 1 : Number.NaN),
  skew: skewness,
  kurt: kurtosis,
  quantile: (numbers, options) => percentile(numbers, 100 * quantileOf(options)) ?? Number.NaN,
};

function quantileOf(options: Options): number {
  const quantile = numberOr(options, 'quantile', null) ?? failPost('`quantile` is missing in `rolling_type_options`.');
  return quantile >= 0 && quantile <= 1 ? quantile : failPost('`quantile` must be between 0 and 1.');
}

/**
 * Replace columns by a statistic over the last `window` rows, nulls skipped.
 *
 * Without `min_periods` a window must be full; with 0 it may be partial; with k > 0 it needs k numbers, and the first
 * k − 1 rows are cut off the result. Standard deviation and variance are those of samples.
 * @throws AppError post_processing
 */
export function rolling(frame: Frame, options: Options): Frame {
  const type = text(options, 'rolling_type');
  const window = numberOr(options, 'window', 0);
  const minPeriods = numberOr(options, 'min_periods', null);
  const winType = textOr(options, 'win_type', null);
  if (window <= 0 || !Number.isInteger(window)) failPost('Window must be > 0');
  if (minPeriods !== null && minPeriods > window) failPost('`min_periods` must not be larger than the window.');
  if (winType !== null && winType !== 'boxcar') failPost(`Unsupported window type: ${winType}`);
  const statistic =
    (Object.hasOwn(statistics, type) ? statistics[type] : undefined) ?? failPost(`Invalid rolling_type: ${type}`);
  const statisticOptions = record(options, 'rolling_type_options');
  const needed = minPeriods ?? window;
  const ahead = flag(options, 'center', false) ? Math.floor((window - 1) / 2) : 0;

  const rolled = mapColumns(frame, columnMap(options), ({ values }) => {
    const numbers = numbersOf(values);
    return numbers.map((_, row) => {
      const rows = numbers.subarray(Math.max(0, row + ahead - window + 1), row + ahead + 1);
      const inWindow = rows.filter((value) => !Number.isNaN(value));
      // What is counted may be none: rows suffice.
      return (type === 'count' ? rows : inWindow).length < needed ? Number.NaN : statistic(inWindow, statisticOptions);
    });
  });
  const cut = Math.max(0, (minPeriods ?? 0) - 1);
  return cut === 0
    ? rolled
    : takeRows(
        rolled,
        Array.from({ length: Math.max(0, rolled.rowCount - cut) }, (_, row) => row + cut),
      );
}
