/** Half-open instants in UTC epoch milliseconds; `null` is open. */
export type Range = { readonly since: number | null; readonly until: number | null };

/** An instant that a filter compares with: a number of milliseconds or ISO text, read as UTC where it names no zone. */
export function instantOf(value: string | number | boolean): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return null;
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?\s?(Z|[+-]\d{2}:?\d{2})?$/.exec(value.trim());
  if (!match) return null;
  const [, date, time = '00:00', zone = 'Z'] = match;
  const epochMs = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(epochMs) ? null : epochMs;
}
