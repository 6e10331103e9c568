import type { Dialect } from '../dialect.ts';
import type { Expression } from '../structured-query.ts';
import { coarserGrain } from './coarser.ts';

/**
 * Dimensions by which rows are wanted, by number. `isAdditive`: all that is asked of them adds up from finer groups.
 */
export type Grouping = { readonly own: readonly number[]; readonly isAdditive: boolean };

export type GroupingSets = {
  /** What the scan groups by. */
  readonly scanned: readonly (readonly number[])[];
  /** Dimensions of the scan, in the order of GROUPING(). */
  readonly grouped: readonly number[];
  /** Where the rows of a grouping come from: a set of the scan by what GROUPING() says of it, as it is or rolled up. */
  readonly madeFrom: (own: readonly number[]) => {
    readonly from: readonly number[];
    readonly bits: number;
    readonly isRolled: boolean;
  };
  /** Constants that some set of the scan is not grouped by. */
  readonly constants: readonly number[];
  /** A dimension read off the columns of a set; `null` for one that is not to be known from it. */
  readonly readOff: (from: readonly number[], dimension: number, names: readonly string[]) => string | null;
};

/**
 * As few sets for a scan as the groupings need. Those that add up are made from a finer one: from one with more
 * dimensions, or with the days of months. Nothing is grouped by what the filter leaves one value of.
 *
 * @param constants  columns of the scan that hold such values, by dimension
 * @param dialect  says whether sums are additive
 */
export function groupingSets(
  groupings: readonly Grouping[],
  dimensions: readonly Expression[],
  constants: ReadonlyMap<number, string>,
  dialect: Dialect,
): GroupingSets {
  // Without rows there are no groups, but one of no dimensions: something must be grouped by.
  const needed = (own: readonly number[]): readonly number[] => {
    const free = [...new Set(own)].filter((at) => !constants.has(at));
    return free.length === 0 ? own.slice(0, 1) : free;
  };
  const keyOf = (own: readonly number[]) =>
    needed(own)
      .toSorted((a, b) => a - b)
      .join(' ');
  const sets = new Map<string, { readonly own: readonly number[]; readonly isAdditive: boolean }>();
  for (const { own, isAdditive } of groupings) {
    const key = keyOf(own);
    sets.set(key, { own: needed(own), isAdditive: isAdditive && sets.get(key)?.isAdditive !== false });
  }
  const grainOff = grainReader(dimensions, dialect);
  const covers = (fine: readonly number[], coarse: readonly number[]) =>
    coarse.every(
      (one) =>
        fine.includes(one) ||
        (constants.has(one) && fine.length > 0) ||
        fine.some((other) => grainOff(other, one) !== null),
    );
  const all = [...sets.values()];
  const isFiner = (one: readonly number[], other: readonly number[]) => covers(one, other) && !covers(other, one);
  const finestOver = (own: readonly number[]) =>
    all.find((one) => isFiner(one.own, own) && !all.some((other) => isFiner(other.own, one.own)))?.own ?? null;
  const made = new Map(
    [...sets].map(([key, { own, isAdditive }]) => [
      key,
      { own, finer: isAdditive && dialect.sumsKeepTheirType === true ? finestOver(own) : null },
    ]),
  );
  const scanned = [...made.values()].flatMap(({ own, finer }) => (finer === null ? [own] : []));
  const grouped = dimensions.flatMap((_, at) => (scanned.some((own) => own.includes(at)) ? [at] : []));
  // A bit for each dimension that a set is not grouped by, the first the highest.
  const bitsOf = (own: readonly number[]) => grouped.reduce((bits, at) => bits * 2 + (own.includes(at) ? 0 : 1), 0);
  return {
    scanned,
    grouped,
    constants: [...constants.keys()].filter((at) => scanned.some((own) => !own.includes(at))),
    madeFrom: (own) => {
      const finer = made.get(keyOf(own))?.finer ?? null;
      const from = finer ?? needed(own);
      return { from, bits: bitsOf(from), isRolled: finer !== null };
    },
    readOff: (from, dimension, names) => {
      if (from.includes(dimension)) return names[dimension] ?? null;
      const constant = constants.get(dimension);
      if (constant !== undefined) return constant;
      const fine = from.find((other) => grainOff(other, dimension) !== null);
      return fine === undefined ? null : (grainOff(fine, dimension)?.(names[fine] ?? '') ?? null);
    },
  };
}

/** How a dimension is made from a finer one, as days make months; `null` where it is not. */
function grainReader(dimensions: readonly Expression[], dialect: Dialect) {
  return (fine: number, coarse: number) => {
    const [from, to] = [dimensions[fine], dimensions[coarse]];
    const grain = from && to && dialect.sumsKeepTheirType === true ? coarserGrain(from, to) : null;
    return grain === null ? null : (dialect.timeGrain[grain] ?? null);
  };
}
