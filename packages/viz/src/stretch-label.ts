import type { QueryFilter } from '@tessera/core/query-object';
import { numberText } from '@tessera/core/messages';
import { timeRangeLabel } from '@tessera/core/time-range/label';

/** What a brushed stretch is called: its two ends, or what lies in it. */
export function stretchLabel(filters: readonly QueryFilter[]): string {
  const [first, last = first] = filters;
  if (first?.op === 'TEMPORAL_RANGE') return timeRangeLabel(String(first.val), { now: 0 });
  if (first?.op === '>=') return `${textOf(first.val)} – ${textOf(last?.val)}`;
  return Array.isArray(first?.val) ? first.val.map(textOf).join(', ') : '';
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'string' ? value : value === null ? '<NULL>' : JSON.stringify(value);
}
