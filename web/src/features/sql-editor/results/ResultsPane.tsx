import { t } from '@tessera/core/messages';
import { isActive } from '@tessera/core/sql-editor/query-states';
import { useState } from 'react';
import { DataGrid } from '../../../ui/data-grid/DataGrid.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import type { Run, StatementResult } from '../runs/run.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './ResultsPane.module.css';

export type ResultsPaneProps = {
  readonly tab: EditorTab;
  /** What ran last in the tab; null before anything did. */
  readonly run: Run | null;
};

/** What the statements of the last run gave. */
export function ResultsPane({ tab, run }: ResultsPaneProps) {
  if (run === null) return <EmptyState title={t('Run a query to see its rows.')} drawing="none" small />;
  return (
    <div className={classes['pane']}>
      {run.errors.length > 0 && (
        <ErrorCard error={new Error(run.errors.map(({ message }) => message).join('\n'))} small />
      )}
      <Results key={run.query.id} tab={tab} run={run} />
    </div>
  );
}

function Results({ tab, run }: { readonly tab: EditorTab; readonly run: Run }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const last = run.results.at(-1);
  if (!last) return isActive(run.state) ? <Skeleton height={120} /> : null;
  const shown = run.results.find(({ statement }) => String(statement) === chosen) ?? last;
  if (run.results.length === 1) return <Result tab={tab} result={shown} />;
  return (
    <Tabs
      label={t('Results')}
      value={String(shown.statement)}
      onChange={setChosen}
      tabs={run.results.map(({ statement, table }) => ({
        value: String(statement),
        label: t('Result %s', statement + 1),
        count: table.rowCount,
      }))}
      className={classes['pane'] ?? ''}
      panelClassName={classes['pane'] ?? ''}
    >
      <Result tab={tab} result={shown} />
    </Tabs>
  );
}

function Result({ tab, result }: { readonly tab: EditorTab; readonly result: StatementResult }) {
  const { table } = result;
  if (table.rowCount === 0 && result.isDone)
    return <EmptyState title={t('The query returned no data')} drawing="none" small />;
  return (
    <DataGrid
      table={table}
      label={t('Results')}
      cutAt={result.tail?.isCut === true ? table.rowCount : null}
      fileName={tab.name}
    />
  );
}
