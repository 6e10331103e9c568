const formats = new Map<string, Intl.DateTimeFormat>();

/** What a clock on the wall shows in an IANA zone at an instant, as milliseconds counted as if it were UTC. */
export function toWall(epochMs: number, zone: string): number {
  return zone === 'UTC' ? epochMs : epochMs + offsetMs(epochMs, zone);
}

/**
 * The instant at which the wall shows this; in the hour that clocks skip, the moment after, and when it comes twice,
 * the first.
 */
export function fromWall(wall: number, zone: string): number {
  if (zone === 'UTC') return wall;
  const early = wall - offsetMs(wall - DAY_MS, zone);
  if (toWall(early, zone) === wall) return early;
  const late = wall - offsetMs(wall + DAY_MS, zone);
  return toWall(late, zone) === wall ? late : Math.max(early, late);
}

const DAY_MS = 86_400_000;

/** @throws RangeError if the zone is not known */
function offsetMs(epochMs: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(epochMs).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name) ?? 0);
  const wall = new Date(0).setUTCFullYear(
    parts.get('era') === 'BC' ? 1 - part('year') : part('year'),
    part('month') - 1,
    part('day'),
  );
  return (
    wall +
    part('hour') * 3_600_000 +
    part('minute') * 60_000 +
    part('second') * 1000 -
    Math.floor(epochMs / 1000) * 1000
  );
}
