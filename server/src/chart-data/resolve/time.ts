import { epochOfText, namesZone } from '@tessera/core/epoch-of-text';
import { fromWall, toWall } from '@tessera/core/time-range/zone';

/** Half-open instants in UTC epoch milliseconds; `null` is open. */
export type Range = { readonly since: number | null; readonly until: number | null };

const MONTH = /^\s*\d{4}-\d\d\s*$/;

/**
 * An instant that a filter compares with: a number of milliseconds or ISO text, read as UTC where it names no zone;
 * null for what is none.
 */
export function instantOf(value: string | number | boolean): number | null {
  if (typeof value === 'number') return Number.isNaN(new Date(value).getTime()) ? null : value;
  if (typeof value === 'boolean') return null;
  // A month alone is a value of a text column more often than an instant.
  const epochMs = MONTH.test(value) ? Number.NaN : epochOfText(value);
  return Number.isNaN(epochMs) ? null : epochMs;
}

/**
 * The same where text that names no zone is of the clock of one: two instants, in order, of an hour that comes twice.
 */
export function instantsIn(zone: string | null, value: string | number | boolean): readonly number[] {
  const instant = instantOf(value);
  if (instant === null) return [];
  if (zone === null || typeof value !== 'string' || namesZone(value)) return [instant];
  const first = fromWall(instant, zone);
  // The clocks of no zone go back by more than a few hours.
  const turned = [0.5, 1, 2, 3].map((hours) => first + hours * HOUR_MS).find((at) => toWall(at, zone) === instant);
  return turned === undefined ? [first] : [first, turned];
}

const HOUR_MS = 3_600_000;
