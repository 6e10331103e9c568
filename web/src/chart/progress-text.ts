import { readerLocale, tn } from '@tessera/core/messages';
import type { QueryProgress } from './queue-progress.ts';

/** How far a query is, as users read it: `38 %, 4.1 M rows read`; what its database does not tell is left out. */
export function progressText({ share, rows }: Pick<QueryProgress, 'share' | 'rows'>): string {
  const parts = [
    share === null ? null : `${percentOf(share)}\u00A0%`,
    rows === null ? null : tn('1 row read', '%(count)s rows read', rows, { count: countText(rows) }),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** Whole percent. A query that still runs is never done. */
export function percentOf(share: number): number {
  return Math.min(99, Math.max(0, Math.floor(share * 100)));
}

/** `4.1 M`, as axes write it, with the unit apart. */
function countText(rows: number): string {
  return new Intl.NumberFormat(readerLocale(), { notation: 'compact', maximumFractionDigits: 1 })
    .formatToParts(rows)
    .map(({ type, value }) => (type === 'compact' ? `\u00A0${value.replace('K', 'k')}` : value))
    .join('');
}
