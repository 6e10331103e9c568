import { t } from '@tessera/core/messages';
import type { QueryProgress } from './queue-progress.ts';

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** How far a query is, as users read it: `38 %, 4.1 M rows read`; what its database does not tell is left out. */
export function progressText({ share, rows }: Pick<QueryProgress, 'share' | 'rows'>): string {
  const parts = [
    share === null ? null : `${percentOf(share)}\u00A0%`,
    rows === null ? null : rows === 1 ? t('1 row read') : t('%s rows read', countText(rows)),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** Whole percent. A query that still runs is never done. */
export function percentOf(share: number): number {
  return Math.min(99, Math.max(0, Math.floor(share * 100)));
}

/** `4.1 M`, as axes write it, with the unit apart. */
function countText(rows: number): string {
  return short
    .formatToParts(rows)
    .map(({ type, value }) => (type === 'compact' ? `\u00A0${value.replace('K', 'k')}` : value))
    .join('');
}
