import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconCopy,
  IconLayoutBottombar,
  IconLayoutSidebarRight,
} from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { isActive } from '@tessera/core/sql-editor/query-states';
import { useEffect, useState, type ReactNode } from 'react';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { cx } from '../../../ui/common/cx.ts';
import { copyText } from '../../../ui/feedback/copy.ts';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { PanelErrorBoundary } from '../../../ui/feedback/PanelErrorBoundary.tsx';
import { Tabs, type TabItem } from '../../../ui/layout/Tabs.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import type { Run } from '../runs/run.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import { modifierKey } from '../toolbar/modifier-key.ts';
import { Messages } from './Messages.tsx';
import { usePane } from './pane-store.ts';
import { usePreviousRun } from './previous-runs.ts';
import classes from './ResultsPane.module.css';
import { RunEnded } from './RunEnded.tsx';
import { RunWait } from './RunWait.tsx';

/** The grid comes with the first run, or when the page is at rest. */
const ResultView = onDemand(async () => (await import('./ResultView.tsx')).ResultView);

/** It comes with the first error. */
const RunProblem = onDemand(async () => (await import('./RunProblem.tsx')).RunProblem);

/** Fetch what results are shown with ahead. */
export function preloadResults(): void {
  ResultView.preload();
  RunProblem.preload();
}

export type ResultsPaneProps = {
  readonly tab: EditorTab;
  /** What ran last in the tab; null before anything did. */
  readonly run: Run | null;
  /** What ran before. */
  readonly history?: ReactNode;
};

type Shown = `result-${number}` | 'problem' | 'messages' | 'history' | 'waiting';

/** What the statements of the last run gave. */
export function ResultsPane({ tab, run, history }: ResultsPaneProps) {
  const { isFull, setFull } = usePane();
  const [chosen, setChosen] = useState<{ readonly of: string | null; readonly shown: Shown } | null>(null);
  const runId = run?.query.id ?? null;
  const tabs = tabsOf(run, history !== undefined);
  const wanted = chosen !== null && chosen.of === runId ? chosen.shown : null;
  const shown = tabs.find(({ value }) => value === wanted)?.value ?? firstShown(run, tabs);
  useEffect(() => () => setFull(false), [setFull]);
  useEffect(() => {
    // While the database works.
    if (runId !== null) preloadResults();
  }, [runId]);
  return (
    <section
      aria-label={t('Results')}
      className={cx(classes['pane'], isFull && classes['full'])}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isFull || event.defaultPrevented) return;
        event.preventDefault();
        setFull(false);
      }}
    >
      <Tabs
        label={t('Results')}
        value={shown}
        onChange={(next) => setChosen({ of: runId, shown: next })}
        tabs={tabs}
        className={classes['tabs'] ?? ''}
        panelClassName={classes['panel'] ?? ''}
      >
        <PanelErrorBoundary resetKey={`${runId ?? ''} ${shown}`}>
          <Panel shown={shown} tab={tab} run={run} history={history} />
        </PanelErrorBoundary>
      </Tabs>
      <PaneTools run={run} />
    </section>
  );
}

function tabsOf(run: Run | null, hasHistory: boolean): readonly TabItem<Shown>[] {
  const results = run?.results ?? [];
  const several = results.map(({ statement, table }): TabItem<Shown> => ({
    value: `result-${statement}`,
    label: results.length > 1 ? t('Result %s', statement + 1) : t('Result'),
    count: table.rowCount,
  }));
  const failed: readonly TabItem<Shown>[] =
    run !== null && run.errors.length > 0 ? [{ value: 'problem', label: t('Error') }] : [];
  const waiting: readonly TabItem<Shown>[] =
    several.length + failed.length === 0 ? [{ value: 'waiting', label: t('Result') }] : [];
  return [
    ...several,
    ...failed,
    ...waiting,
    ...(run === null ? [] : [{ value: 'messages', label: t('Messages') } as const]),
    ...(hasHistory ? [{ value: 'history', label: t('Query history') } as const] : []),
  ];
}

/** What went wrong, else the last rows: the ones that a script was written for. */
function firstShown(run: Run | null, tabs: readonly TabItem<Shown>[]): Shown {
  if (run !== null && run.errors.length > 0) return 'problem';
  const last = run?.results.at(-1);
  return last ? `result-${last.statement}` : (tabs[0]?.value ?? 'waiting');
}

type PanelProps = ResultsPaneProps & { readonly shown: Shown };

function Panel({ shown, tab, run, history }: PanelProps) {
  const previous = usePreviousRun(tab.id);
  if (shown === 'history') return history;
  if (run === null)
    return (
      <EmptyState title={t('Run a query to see its rows.')} drawing="none" small>
        {t('%s and Enter in the text run the statement at the cursor, with Shift all of them.', modifierKey())}
      </EmptyState>
    );
  if (shown === 'messages') return <Messages run={run} />;
  if (shown === 'problem') return <RunProblem tab={tab} run={run} />;
  const result = run.results.find(({ statement }) => `result-${statement}` === shown);
  if (result !== undefined) return <ResultView key={result.statement} tab={tab} run={run} result={result} />;
  // The rows from before stay, dimmed, until there are others.
  const before = previous?.results.at(-1);
  if (isActive(run.state))
    return (
      <RunWait tab={tab} run={run}>
        {before && previous && <ResultView key={before.statement} tab={tab} run={previous} result={before} />}
      </RunWait>
    );
  return <RunEnded tab={tab} run={run} />;
}

function PaneTools({ run }: { readonly run: Run | null }) {
  const { place, setPlace, isFull, setFull } = usePane();
  const isNarrow = useNarrow();
  const icon = { size: 16, stroke: 1.5 } as const;
  return (
    <span className={classes['paneTools']}>
      {run !== null && (
        <IconButton
          size="small"
          label={t('Copy the SQL that ran')}
          icon={<IconCopy {...icon} />}
          onClick={() => void copyText(run.query.executedSql ?? run.script.sql, t('SQL copied'))}
        />
      )}
      {!isNarrow && !isFull && (
        <IconButton
          size="small"
          label={place === 'below' ? t('Results beside the query') : t('Results below the query')}
          icon={place === 'below' ? <IconLayoutSidebarRight {...icon} /> : <IconLayoutBottombar {...icon} />}
          onClick={() => setPlace(place === 'below' ? 'beside' : 'below')}
        />
      )}
      <IconButton
        size="small"
        label={isFull ? t('Leave full screen') : t('Full screen')}
        pressed={isFull}
        icon={isFull ? <IconArrowsMinimize {...icon} /> : <IconArrowsMaximize {...icon} />}
        onClick={() => setFull(!isFull)}
      />
    </span>
  );
}
