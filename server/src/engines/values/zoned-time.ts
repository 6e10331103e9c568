const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Epoch milliseconds of a wall clock in a zone (`UTC`, `+02:00`, `Europe/Paris`); `null` for a zone that is not known.
 * Of two readings, the earlier.
 */
export function epochInZone(wallMs: number, zone: string): number | null {
  if (zone === 'UTC' || zone === 'Z') return wallMs;
  const fixed = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (fixed) return wallMs - (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3])) * 60_000;
  try {
    // The offset before is the one that gives the earlier instant where clocks are set back.
    const before = wallMs - offsetAt(wallMs - 86_400_000, zone);
    if (before + offsetAt(before, zone) === wallMs) return before;
    return wallMs - offsetAt(wallMs + 86_400_000, zone);
  } catch {
    return null;
  }
}

/** What the zone's clock shows at an instant, minus UTC. */
function offsetAt(epochMs: number, zone: string): number {
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
    });
    formats.set(zone, format);
  }
  const whole = Math.floor(epochMs / 1000) * 1000;
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(whole)) parts[type] = Number(value);
  return (
    Date.UTC(
      parts['year'] ?? 0,
      (parts['month'] ?? 1) - 1,
      parts['day'],
      parts['hour'],
      parts['minute'],
      parts['second'],
    ) - whole
  );
}
