import { t } from '@tessera/core/messages';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ResultGrid } from './ResultGrid.tsx';
import type { ResultOf } from './result-of.ts';
import { affectedWords } from './result-words.ts';

/** What one statement gave. */
export function ResultView({ tab, run, result }: ResultOf) {
  const affected = affectedWords(result.tail?.affected ?? null);
  if (result.columns.length === 0)
    return <EmptyState title={affected ?? t('The statement ran and gives no rows.')} drawing="none" small />;
  if (result.table.rowCount === 0 && result.isDone)
    return <EmptyState title={t('The query returned no data')} drawing="none" small />;
  return <ResultGrid tab={tab} run={run} result={result} />;
}
