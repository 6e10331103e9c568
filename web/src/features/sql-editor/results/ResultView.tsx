import { t } from '@tessera/core/messages';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import type { Run, StatementResult } from '../runs/run.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import { ResultGrid } from './ResultGrid.tsx';
import { affectedWords } from './result-words.ts';

export type ResultViewProps = {
  readonly tab: EditorTab;
  readonly run: Run;
  readonly result: StatementResult;
};

/** What one statement gave. */
export function ResultView({ tab, run, result }: ResultViewProps) {
  const affected = affectedWords(result.tail?.affected ?? null);
  if (result.columns.length === 0)
    return <EmptyState title={affected ?? t('The statement ran and gives no rows.')} drawing="none" small />;
  if (result.table.rowCount === 0 && result.isDone)
    return <EmptyState title={t('The query returned no data')} drawing="none" small />;
  return <ResultGrid tab={tab} run={run} result={result} />;
}
