import { DAY_MS } from '@tessera/core/time-range/calendar';
import { emptyNormal, observe, solve } from './least-squares.ts';

type SeasonName = 'yearly' | 'weekly' | 'daily';
/** Asked for (`true`), with so many waves (a number), not (`false`), or as the data lets it (`null`). */
export type SeasonChoice = number | boolean | null;
/** A rhythm: so many waves, the slowest as long as the period. */
export type Season = { readonly periodMs: number; readonly waves: number };

const RHYTHMS: Readonly<Record<SeasonName, { readonly periodMs: number; readonly waves: number }>> = {
  yearly: { periodMs: 365.25 * DAY_MS, waves: 10 },
  weekly: { periodMs: 7 * DAY_MS, waves: 3 },
  daily: { periodMs: DAY_MS, waves: 4 },
};

/** Places at which the trend may bend while the seasons are distinguished from it. */
const BENDS = 8;
/** How strongly bends and waves are drawn to zero, in observations. */
const BEND_PENALTY = 0.5;
const WAVE_PENALTY = 0.05;

/**
 * The rhythms to look for in rows at these instants (ascending). Left open, a rhythm counts when the data covers it
 * twice and is finer than it. Waves shorter than two steps cannot be seen, and few rows carry few waves.
 */
export function seasonsFor(
  instants: Float64Array,
  stepMs: number,
  choices: Readonly<Record<SeasonName, SeasonChoice>>,
): readonly Season[] {
  const covered = (instants.at(-1) ?? 0) - (instants[0] ?? 0) + stepMs;
  return (['yearly', 'weekly', 'daily'] as const).flatMap((name) => {
    const { periodMs, waves } = RHYTHMS[name];
    const choice = choices[name];
    // Whole years have 365 days as often as not; a day may be missing at either end.
    const isSeen = covered >= 2 * periodMs * 0.99 && stepMs < periodMs;
    if (choice === false || choice === 0 || (choice === null && !isSeen)) return [];
    const visible = Math.floor(periodMs / (2 * stepMs) + 1e-6);
    const carried = Math.max(1, Math.floor(instants.length / 6));
    const possible = Math.min(typeof choice === 'number' ? choice : waves, visible, carried);
    return possible < 1 ? [] : [{ periodMs, waves: possible }];
  });
}

/** Numbers that the seasons of a fit consist of. */
export function seasonWidth(seasons: readonly Season[]): number {
  return seasons.reduce((width, { waves }) => width + 2 * waves, 0);
}

/** The waves at every instant, one row after the other. */
export function wavesAt(instants: Float64Array, seasons: readonly Season[]): Float64Array {
  const width = seasonWidth(seasons);
  const rows = new Float64Array(instants.length * width);
  let at = 0;
  for (const instant of instants) {
    for (const { periodMs, waves } of seasons) {
      for (let wave = 1; wave <= waves; wave += 1) {
        const angle = (2 * Math.PI * wave * instant) / periodMs;
        rows[at] = Math.sin(angle);
        rows[at + 1] = Math.cos(angle);
        at += 2;
      }
    }
  }
  return rows;
}

/**
 * How much each wave weighs, from the rows that have a number. A trend of straight segments is fitted along and
 * dropped, so that growth is not taken for a rhythm.
 */
export function fitSeasons(
  numbers: Float64Array,
  places: Float64Array,
  waves: Float64Array,
  width: number,
  from: number,
): Float64Array {
  if (width === 0) return new Float64Array(0);
  const first = places[from] ?? 0;
  const span = Math.max((places.at(-1) ?? 0) - first, 1);
  const fixed = 2 + BENDS;
  const normal = emptyNormal(fixed + width);
  const row = new Float64Array(fixed + width);
  for (let at = from; at < numbers.length; at += 1) {
    const target = numbers[at] ?? Number.NaN;
    if (Number.isNaN(target)) continue;
    const way = ((places[at] ?? 0) - first) / span;
    row[0] = 1;
    row[1] = way;
    for (let bend = 0; bend < BENDS; bend += 1) row[2 + bend] = Math.max(0, way - (0.9 * (bend + 1)) / (BENDS + 1));
    row.set(waves.subarray(at * width, (at + 1) * width), fixed);
    observe(normal, row, target);
  }
  const penalties = new Float64Array(fixed + width)
    .fill(WAVE_PENALTY, fixed)
    .fill(BEND_PENALTY, 2, fixed)
    .fill(1e-6, 0, 2);
  return solve(normal, penalties).subarray(fixed);
}

/** What the seasons add at a row. */
export function seasonAt(waves: Float64Array, weights: Float64Array, at: number): number {
  let total = 0;
  for (let wave = 0; wave < weights.length; wave += 1)
    total += (waves[at * weights.length + wave] ?? 0) * (weights[wave] ?? 0);
  return total;
}
