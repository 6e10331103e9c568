import { AppError } from '@tessera/core/errors/app-error';
import { zoneOffsets, type ZoneOffsets } from '@tessera/core/time-range/zone-offsets';
import type { Dialect } from '../dialect.ts';
import type { Span } from '../structured-query.ts';

/** Where offsets are written out while rows may be of any time; beyond, the database's own rules are asked. */
const USUAL: readonly [number, number] = [Date.UTC(1970, 0, 1), Date.UTC(2040, 0, 1)];
/** The same for databases without rules of their own. */
const WHOLE: readonly [number, number] = [Date.UTC(1850, 0, 1), Date.UTC(2100, 0, 1)];
/** A text that holds a long expression so often is longer than its conversions are slow. */
const MAX_TEXT = 60_000;

/**
 * The wall clock of a zone from a naive UTC timestamp. Offsets are written out as they change over the span, which a
 * database adds for all its rows faster than it converts some; zones with half hours, quarters and seconds are as
 * exact.
 *
 * @throws AppError unsupported_grain for a zone that nobody knows
 */
export function wallClock(naive: string, zone: string, span: Span, dialect: Dialect): string {
  const { offsets, inZone } = dialect;
  if (!offsets) {
    if (!inZone) throw new AppError('unsupported_grain', { grain: zone, dialect: dialect.name });
    return inZone(naive, zone);
  }
  const [begin, end] = inZone ? USUAL : WHOLE;
  const since = Math.max(span.since ?? begin, begin);
  const until = Math.min(span.until ?? end, end);
  // Nothing but what is outside.
  if (since >= until && inZone) return inZone(naive, zone);
  const known = offsetsOf(zone, Math.min(since, until), until, dialect);
  if (inZone && naive.length * known.changes.length > MAX_TEXT) return inZone(naive, zone);
  const moved = offsets.moved(naive, known);
  if (!inZone) return moved;
  const within = [
    ...(span.since === null || span.since < begin ? [`NOT (${offsets.before(naive, begin)})`] : []),
    ...(span.until === null || span.until > end ? [offsets.before(naive, end)] : []),
  ];
  return within.length === 0
    ? moved
    : `CASE WHEN ${within.join(' AND ')} THEN ${moved} ELSE ${inZone(naive, zone)} END`;
}

function offsetsOf(zone: string, since: number, until: number, dialect: Dialect): ZoneOffsets {
  try {
    return zoneOffsets(zone, since, until);
  } catch (error) {
    throw new AppError('unsupported_grain', { grain: zone, dialect: dialect.name }, { cause: error });
  }
}
