import { epochOfText } from '@tessera/core/epoch-of-text';

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
