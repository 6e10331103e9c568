import { t } from '@tessera/core/messages';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { PanelErrorBoundary } from '../../../ui/feedback/PanelErrorBoundary.tsx';
import { Loading } from '../../../ui/feedback/Spinner.tsx';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { usePreviousRun } from './previous-runs.ts';
import { ResultGrid } from './ResultGrid.tsx';
import { useResultMode, type ResultMode } from './result-modes.ts';
import type { ResultOf } from './result-of.ts';
import { affectedWords } from './result-words.ts';

const wait = () => <Loading />;
const ChartTab = onDemand(async () => (await import('./chart/ChartTab.tsx')).ChartTab, wait);
const PivotPane = onDemand(async () => (await import('./pivot/PivotPane.tsx')).PivotPane, wait);
const QueryPane = onDemand(async () => (await import('./over/QueryPane.tsx')).QueryPane, wait);
const DiffPane = onDemand(async () => (await import('./diff/DiffPane.tsx')).DiffPane, wait);

/** What one statement gave, as rows or as what is made of them. */
export function ResultView(props: ResultOf) {
  const { tab, run, result } = props;
  const [mode, setMode] = useResultMode(tab.id);
  const previous = usePreviousRun(tab.id);
  const before =
    previous === run ? undefined : previous?.results.find(({ statement }) => statement === result.statement);
  const storedBefore = before && { result: before, resultsKey: previous?.query.resultsKey ?? null };
  const affected = affectedWords(result.tail?.affected ?? null);
  if (result.columns.length === 0)
    return <EmptyState title={affected ?? t('The statement ran and gives no rows.')} drawing="none" small />;
  if (result.table.rowCount === 0 && result.isDone)
    return <EmptyState title={t('The query returned no data')} drawing="none" small />;
  const shown: ResultMode = mode === 'diff' && before === undefined ? 'rows' : mode;
  return (
    <>
      <ModeSwitch mode={shown} onChange={setMode} canCompare={before !== undefined} />
      <PanelErrorBoundary resetKey={shown}>
        {shown === 'rows' && <ResultGrid {...props} />}
        {shown === 'chart' && <ChartTab {...props} />}
        {shown === 'pivot' && <PivotPane {...props} />}
        {shown === 'query' && <QueryPane {...props} />}
        {shown === 'diff' && storedBefore && (
          <DiffPane before={storedBefore} after={{ result, resultsKey: run.query.resultsKey }} />
        )}
      </PanelErrorBoundary>
    </>
  );
}
