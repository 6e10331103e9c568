import { studentQuantile } from './normal.ts';
import { fitSeasons, type Season, seasonAt, seasonWidth, wavesAt } from './seasons.ts';
import { fitTrend, growth } from './trend.ts';

/**
 * What is expected at each row, past and future, and the band that numbers fall into. NaN where nothing was learned.
 */
type Forecast = { readonly expected: Float64Array; readonly lower: Float64Array; readonly upper: Float64Array };

type ForecastRows = {
  /** Past and future rows, ascending. */
  readonly instants: Float64Array;
  /** The same in steps of the grain. */
  readonly places: Float64Array;
  readonly seasons: readonly Season[];
};

/** A model learns from the newest rows: more change nothing but the time it takes. */
const LEARNED = 5000;
/** One wave of each rhythm less must leave more freedom than this, or the band says nothing. */
const LEAST_FREEDOM = 1;

/**
 * A forecaster for series over the same rows. Each series is a level with a slope that exponential smoothing corrects,
 * plus waves of the rhythms found; the band comes from what the model got wrong one step ahead, and widens with the
 * corrections that may still come.
 * @param confidence share of numbers that should fall into the band, in (0, 1)
 */
export function forecaster(
  { instants, places, seasons }: ForecastRows,
  confidence: number,
): (past: Float64Array) => Forecast {
  const width = seasonWidth(seasons);
  const waves = wavesAt(instants, seasons);
  return (past) => {
    const total = instants.length;
    const nothing = () => new Float64Array(total).fill(Number.NaN);
    const count = past.reduce((known, number) => known + (Number.isNaN(number) ? 0 : 1), 0);
    if (count < 2) return { expected: nothing(), lower: nothing(), upper: nothing() };

    const from = Math.max(0, past.length - LEARNED);
    const pastPlaces = places.subarray(0, past.length);
    const weights = fitSeasons(past, pastPlaces, waves, width, from);
    const trend = fitTrend(
      past.map((number, row) => number - seasonAt(waves, weights, row)),
      pastPlaces,
      from,
    );

    const freedom = Math.max(LEAST_FREEDOM, trend.count - 2 - width);
    const variance = trend.squares / freedom;
    const reach = studentQuantile((1 + confidence) / 2, freedom);
    const result: Forecast = {
      expected: new Float64Array(total),
      lower: new Float64Array(total),
      upper: new Float64Array(total),
    };
    for (let row = 0; row < total; row += 1) {
      const steps = row < past.length ? 1 : Math.max(1, (places[row] ?? 0) - trend.lastPlace);
      const line =
        row < past.length
          ? (trend.expected[row] ?? 0)
          : trend.level + trend.slope * ((places[row] ?? 0) - trend.lastPlace);
      const expected = line + seasonAt(waves, weights, row);
      const band =
        reach *
        Math.sqrt(
          variance * (growth(trend.smoothing, steps) + (row < past.length ? 0 : lineDoubt(trend.count, steps))),
        );
      result.expected[row] = expected;
      result.lower[row] = expected - band;
      result.upper[row] = expected + band;
    }
    return result;
  };
}

/** How unsure a line through `count` numbers is, `steps` after the last: part of the variance of one number. */
function lineDoubt(count: number, steps: number): number {
  return 1 / count + (12 * (steps + count / 2) ** 2) / count ** 3;
}
