import { mean, sum } from './aggregators.ts';

/** Sample statistics of numbers without nulls, as spreadsheets and pandas have them; NaN where there are too few. */

/** Sample variance; two numbers at least. */
export function sampleVariance(numbers: Float64Array): number {
  const centre = mean(numbers);
  return centre === null || numbers.length < 2
    ? Number.NaN
    : sum(numbers.map((value) => (value - centre) ** 2)) / (numbers.length - 1);
}

/** Unbiased skewness; three numbers at least. */
export function skewness(numbers: Float64Array): number {
  const n = numbers.length;
  const [second, third] = [centralMoment(numbers, 2), centralMoment(numbers, 3)];
  if (n < 3) return Number.NaN;
  return second === 0 ? 0 : ((Math.sqrt(n * (n - 1)) / (n - 2)) * third) / second ** 1.5;
}

/** Unbiased excess kurtosis; four numbers at least. */
export function kurtosis(numbers: Float64Array): number {
  const n = numbers.length;
  const [second, fourth] = [centralMoment(numbers, 2), centralMoment(numbers, 4)];
  if (n < 4) return Number.NaN;
  return second === 0 ? -3 : ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * (fourth / second ** 2) - 3 * (n - 1));
}

function centralMoment(numbers: Float64Array, power: number): number {
  const centre = mean(numbers) ?? 0;
  return sum(numbers.map((value) => (value - centre) ** power)) / numbers.length;
}
