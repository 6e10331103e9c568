export type PairedTest = {
  /** Moments at which both have a value. */
  readonly pairs: number;
  /** Two-sided; null with fewer than two pairs. */
  readonly p: number | null;
  /** How much more the mean is than that of the control, in percent; null without a control to compare with. */
  readonly lift: number | null;
};

/** A paired t-test of values with those of a control at the same places. */
export function pairedTest(values: readonly (number | null)[], control: readonly (number | null)[]): PairedTest {
  const pairs = values.flatMap((value, at) => {
    const other = control[at] ?? null;
    return value === null || other === null ? [] : [{ value, other }];
  });
  const sum = pairs.reduce((total, { value }) => total + value, 0);
  const base = pairs.reduce((total, { other }) => total + other, 0);
  return {
    pairs: pairs.length,
    p: pValue(pairs.map(({ value, other }) => value - other)),
    lift: base === 0 || pairs.length === 0 ? null : ((sum - base) / Math.abs(base)) * 100,
  };
}

/** How probable differences at least as far from zero are where there is none. */
function pValue(differences: readonly number[]): number | null {
  const count = differences.length;
  if (count < 2) return null;
  const mean = differences.reduce((total, one) => total + one, 0) / count;
  const variance = differences.reduce((total, one) => total + (one - mean) ** 2, 0) / (count - 1);
  // Differences that are all alike leave nothing to chance.
  if (variance === 0) return mean === 0 ? 1 : 0;
  return twoSided(mean / Math.sqrt(variance / count), count - 1);
}

/** Both tails of Student's distribution beyond t. */
export function twoSided(t: number, freedom: number): number {
  return Math.min(1, Math.max(0, incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t))));
}

/** The regularized incomplete beta function, by its continued fraction on the side where that converges. */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * fraction(a, b, x)) / a : 1 - (front * fraction(b, a, 1 - x)) / b;
}

const MOST_STEPS = 1000;
const TINY = 1e-300;

/** Lentz's method. */
function fraction(a: number, b: number, x: number): number {
  const away = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let step = 1; step <= MOST_STEPS; step += 1) {
    const twice = 2 * step;
    const even = (step * (b - step) * x) / ((a + twice - 1) * (a + twice));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const odd = (-(a + step) * (a + b + step) * x) / ((a + twice) * (a + twice + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return result;
}

// Lanczos coefficients for g = 7.
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** The logarithm of the gamma function of a positive number. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const sum = LANCZOS.reduce(
    (total, coefficient, at) => (at === 0 ? coefficient : total + coefficient / (x - 1 + at)),
    0,
  );
  const base = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}
