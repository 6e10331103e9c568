import type { Expression } from '../structured-query.ts';
import { readGrain, type Grain } from '../time-grains.ts';

/** Seconds of the grains that divide a day. */
const widths: Readonly<Partial<Record<Grain, number>>> = {
  PT1S: 1,
  PT5S: 5,
  PT30S: 30,
  PT1M: 60,
  PT5M: 300,
  PT10M: 600,
  PT15M: 900,
  PT30M: 1800,
  PT1H: 3600,
  PT6H: 21_600,
  P1D: 86_400,
};
const within: Readonly<Partial<Record<Grain, readonly Grain[]>>> = { P1M: ['P3M', 'P1Y'], P3M: ['P1Y'] };

/**
 * The grain of a time that can be read off a finer grain of the same time: a month off its days. `null` where it
 * cannot.
 */
export function coarserGrain(fine: Expression, coarse: Expression): Grain | null {
  if (
    fine.kind !== 'grain' ||
    coarse.kind !== 'grain' ||
    fine.zone !== coarse.zone ||
    JSON.stringify(fine.of) !== JSON.stringify(coarse.of)
  )
    return null;
  const [from, to] = [readGrain(fine.grain), readGrain(coarse.grain)];
  if (from === null || to === null) return null;
  const [narrow, wide] = [widths[from], widths[to]];
  const holds =
    narrow === undefined
      ? within[from]?.includes(to) === true
      : wide === undefined || (wide > narrow && wide % narrow === 0);
  return holds ? to : null;
}
