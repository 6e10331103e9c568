import { toWall } from './zone.ts';

/**
 * What a zone's clocks show ahead of UTC over a stretch of time, in seconds: from its beginning, and from each change
 * on.
 */
export type ZoneOffsets = {
  readonly first: number;
  readonly changes: readonly { /** UTC epoch milliseconds. */ readonly at: number; readonly offset: number }[];
};

const DAY_MS = 86_400_000;
/** No zone has changed its clocks there and back within so few days. */
const STEP_MS = 5 * DAY_MS;
/** Ranges that are searched as a whole and cached. */
const STRETCH_MS = 730 * STEP_MS;

const searched = new Map<string, ZoneOffsets['changes']>();

/**
 * The offsets of an IANA zone between two instants.
 *
 * @throws RangeError if the zone is not known
 */
export function zoneOffsets(zone: string, sinceMs: number, untilMs: number): ZoneOffsets {
  const changes: { readonly at: number; readonly offset: number }[] = [];
  for (let stretch = Math.floor(sinceMs / STRETCH_MS); stretch * STRETCH_MS < untilMs; stretch += 1) {
    changes.push(...changesIn(zone, stretch).filter(({ at }) => at > sinceMs && at < untilMs));
  }
  return { first: offsetAt(sinceMs, zone), changes };
}

function changesIn(zone: string, stretch: number): ZoneOffsets['changes'] {
  const key = `${zone} ${stretch}`;
  const known = searched.get(key);
  if (known) return known;
  const changes: { readonly at: number; readonly offset: number }[] = [];
  const begin = stretch * STRETCH_MS;
  let offset = offsetAt(begin - 1, zone);
  for (let left = begin - 1; left < begin + STRETCH_MS - 1; left += STEP_MS) {
    const next = offsetAt(left + STEP_MS, zone);
    if (next === offset) continue;
    changes.push({ at: firstWith(left, left + STEP_MS, (at) => offsetAt(at, zone) !== offset), offset: next });
    offset = next;
  }
  searched.set(key, changes);
  return changes;
}

/** The first millisecond after `from`, up to `to`, from which on a condition holds. */
function firstWith(from: number, to: number, holds: (at: number) => boolean): number {
  let [no, yes] = [from, to];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

function offsetAt(epochMs: number, zone: string): number {
  const whole = Math.floor(epochMs / 1000) * 1000;
  return (toWall(whole, zone) - whole) / 1000;
}
