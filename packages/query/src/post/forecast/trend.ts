/** Level and slope of a line at place 0. */
type Line = { readonly level: number; readonly slope: number };
/** How fast level and slope follow what is new: 0 keeps the line, 1 forgets everything before. */
type Smoothing = { readonly alpha: number; readonly beta: number };

/** A trend as it stands after the last number. */
type Trend = {
  /** What each row was expected to be from the rows before it. */
  readonly expected: Float64Array;
  readonly level: number;
  readonly slope: number;
  readonly lastPlace: number;
  readonly smoothing: Smoothing;
  /** Sum of the squared differences between the numbers and what was expected, and their count. */
  readonly squares: number;
  readonly count: number;
};

const ALPHAS = [0.005, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99];
const BETAS = [0, 0.01, 0.03, 0.1, 0.2, 0.4];
/** A smoothing that follows faster must be this much better: what is only luck is not followed. */
const WORTH = 0.995;
const SHORT = 12;

/**
 * Holt's exponential smoothing: a level and a slope that each new number corrects. The two rates and where the line
 * begins are those that would have predicted the numbers best, one step ahead. Rows without a number are passed over.
 * @param places where rows stand, in steps; ascending
 * @param from the rates are chosen by the rows from here on
 */
export function fitTrend(numbers: Float64Array, places: Float64Array, from: number): Trend {
  const known = Array.from(numbers.keys()).filter((row) => !Number.isNaN(numbers[row]));
  const lines = [lineThrough(numbers, places, known), lineThrough(numbers, places, known.slice(0, SHORT))];
  const learned =
    from === 0
      ? { numbers, places, lines }
      : {
          numbers: numbers.subarray(from),
          places: places.subarray(from),
          lines: [
            lineThrough(
              numbers,
              places,
              known.filter((row) => row >= from),
            ),
          ],
        };
  let best: { readonly line: number; readonly smoothing: Smoothing; readonly squares: number } | null = null;
  for (const [line, start] of learned.lines.entries()) {
    for (const beta of BETAS) {
      for (const alpha of ALPHAS) {
        const smoothing = { alpha, beta };
        const { squares } = follow(learned.numbers, learned.places, start, smoothing, null);
        if (best === null || squares < best.squares * WORTH) best = { line, smoothing, squares };
      }
    }
  }
  const start = lines[best?.line ?? 0] ?? { level: 0, slope: 0 };
  const smoothing = best?.smoothing ?? { alpha: 0, beta: 0 };
  const expected = new Float64Array(numbers.length);
  return { ...follow(numbers, places, start, smoothing, expected), expected, smoothing };
}

/** The line through the numbers with the least squares; flat through one number. */
function lineThrough(numbers: Float64Array, places: Float64Array, rows: readonly number[]): Line {
  const count = rows.length;
  if (count === 0) return { level: 0, slope: 0 };
  let [sumX, sumY] = [0, 0];
  for (const row of rows) {
    sumX += places[row] ?? 0;
    sumY += numbers[row] ?? 0;
  }
  const [meanX, meanY] = [sumX / count, sumY / count];
  let [xx, xy] = [0, 0];
  for (const row of rows) {
    const x = (places[row] ?? 0) - meanX;
    xx += x * x;
    xy += x * ((numbers[row] ?? 0) - meanY);
  }
  const slope = xx > 0 ? xy / xx : 0;
  return { slope, level: meanY - slope * meanX };
}

function follow(
  numbers: Float64Array,
  places: Float64Array,
  start: Line,
  { alpha, beta }: Smoothing,
  expected: Float64Array | null,
) {
  let { slope } = start;
  let lastPlace = places[0] ?? 0;
  let level = start.level + slope * lastPlace;
  let [squares, count] = [0, 0];
  for (let row = 0; row < numbers.length; row += 1) {
    const place = places[row] ?? 0;
    const ahead = level + slope * (place - lastPlace);
    if (expected) expected[row] = ahead;
    const number = numbers[row] ?? Number.NaN;
    if (Number.isNaN(number)) continue;
    const wrong = number - ahead;
    squares += wrong * wrong;
    count += 1;
    level = ahead + alpha * wrong;
    slope += (alpha * beta * wrong) / Math.max(place - lastPlace, 1);
    lastPlace = place;
  }
  return { level, slope, lastPlace, squares, count };
}

/** How much wider than one step ahead the variance is `steps` ahead: what corrections to come may add. */
export function growth({ alpha, beta }: Smoothing, steps: number): number {
  const more = Math.max(0, steps - 1);
  const gamma = alpha * beta;
  return 1 + more * (alpha * alpha + alpha * gamma * (more + 1) + (gamma * gamma * (more + 1) * (2 * more + 1)) / 6);
}
