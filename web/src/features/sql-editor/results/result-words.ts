import { numberText, t, tn } from '@tessera/core/messages';
import type { Run, StatementResult } from '../runs/run.ts';

/** How far a run is, in words; of its state alone nothing where that stands beside them. */
export function progressWords({ state, progress }: Pick<Run, 'state' | 'progress'>, hasState = false): string {
  const { place, share, rows } = progress;
  if (place !== null) return place <= 1 ? t('Next in the queue') : t('Place %s in the queue', numberText(place));
  const parts = [
    hasState ? null : state === 'pending' || state === 'scheduled' ? t('Waiting') : t('Running'),
    share === null ? null : numberText(share, { style: 'percent' }),
    rows === null || rows === 0 ? null : tn('1 row', '%(count)s rows', rows),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** Why there are no more rows; null where all are here. */
export function limitWords({ tail, table }: Pick<StatementResult, 'tail' | 'table'>): string | null {
  if (tail === null) return null;
  const rows = table.rowCount;
  switch (tail.limitingFactor) {
    case 'DROPDOWN':
      return tail.isCut ? tn('Limited to 1 row', 'Limited to %(count)s rows', rows) : null;
    case 'QUERY_AND_DROPDOWN':
      return tn('Limited to 1 row by the query', 'Limited to %(count)s rows by the query', rows);
    case 'QUERY':
      return tn('Limited to 1 row by the query', 'Limited to %(count)s rows by the query', rows);
    default:
      return tail.isCut ? tn('Limited to 1 row', 'Limited to %(count)s rows', rows) : null;
  }
}

/** What a statement without rows did; null where nobody tells. */
export function affectedWords(affected: number | null): string | null {
  return affected === null ? null : tn('1 row changed', '%(count)s rows changed', affected);
}
