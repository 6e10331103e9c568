import { useQuery } from '@tanstack/react-query';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { numberText, t } from '@tessera/core/messages';
import { labelIn, type VerboseNames } from '@tessera/core/label-in';
import { verboseNamesOf } from '@tessera/core/verbose-names';
import { isCut } from '@tessera/viz/layer/limit';
import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { holds, me } from '../../../api/me.ts';
import { SAMPLE_ROWS, samples } from '../../../chart/samples.ts';
import type { ChartControl, Shown } from '../../../chart/use-chart.ts';
import type { DatasetFields } from '../../../controls/fields.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { DataGrid } from '../../../ui/data-grid/DataGrid.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { PanelErrorBoundary } from '../../../ui/feedback/PanelErrorBoundary.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Switch } from '../../../ui/fields/Checkbox.tsx';
import { Tabs, type TabItem } from '../../../ui/layout/Tabs.tsx';
import type { FormatOf } from '../../../ui/data-grid/cell-text.ts';
import type { EditedChart } from '../../../chart-editor/use-edited-chart.ts';
import { QueryPane } from './QueryPane.tsx';
import { queryNames, resultFormats } from './result-formats.ts';
import classes from '../Explore.module.css';

type ResultsPaneProps = {
  readonly explored: EditedChart;
  readonly dataset: DatasetFields;
  readonly name: string;
  readonly verboseNames: VerboseNames;
  readonly initial: 'results' | 'samples' | null;
  /** Null where the user may not take data out; the sentence why. */
  readonly noDownload: string | null;
};

type Tab = `results-${number}` | 'samples' | 'query';

const HEIGHT = { start: 300, least: 120, step: 24 } as const;

/** What came out, rows of the dataset as they are, and the SQL that asked. Closed until somebody looks. */
export function ResultsPane({ explored, dataset, name, verboseNames, initial, noDownload }: ResultsPaneProps) {
  const { chart } = explored;
  const seesSql = useSeesSql();
  const [isOpen, setOpen] = useState(initial !== null);
  const [tab, setTab] = useState<Tab>(initial === 'samples' ? 'samples' : 'results-0');
  const [height, setHeight] = useState<number>(HEIGHT.start);
  const label = useMemo(() => labelIn(verboseNames), [verboseNames]);
  const tabs = tabsOf(chart.shown, seesSql, label);
  const shown: Tab = tabs.some((one) => one.value === tab) ? tab : 'results-0';

  return (
    <section className={classes['results']} aria-label={t('Data')} style={isOpen ? { height } : undefined}>
      {isOpen && <Resizer height={height} onChange={setHeight} />}
      <Tabs
        label={t('Data')}
        value={shown}
        onChange={(next) => {
          setTab(next);
          setOpen(true);
        }}
        tabs={tabs}
        className={classes['resultTabs'] ?? ''}
        panelClassName={classes['resultPanel'] ?? ''}
      >
        {isOpen && (
          <PanelErrorBoundary resetKey={shown}>
            <Pane
              tab={shown}
              explored={explored}
              dataset={dataset}
              verboseNames={verboseNames}
              fileName={noDownload === null ? name || dataset.name : null}
            />
          </PanelErrorBoundary>
        )}
      </Tabs>
      <span className={classes['resultsToggle']}>
        <IconButton
          size="small"
          label={isOpen ? t('Close the data') : t('Open the data')}
          aria-expanded={isOpen}
          icon={isOpen ? <IconChevronDown size={16} stroke={1.5} /> : <IconChevronUp size={16} stroke={1.5} />}
          onClick={() => setOpen(!isOpen)}
        />
      </span>
    </section>
  );
}

type PaneProps = Pick<ResultsPaneProps, 'explored' | 'dataset' | 'verboseNames'> & {
  readonly tab: Tab;
  /** Null where nothing may be taken out. */
  readonly fileName: string | null;
};

function Pane({ tab, explored, dataset, verboseNames, fileName }: PaneProps) {
  const columnLabel = useMemo(() => labelIn(verboseNames), [verboseNames]);
  if (tab === 'query') return <QueryPane explored={explored} dataset={dataset} columnLabel={columnLabel} />;
  if (tab === 'samples') {
    const file = fileName === null ? {} : { fileName: t('%s samples', dataset.name) };
    return <Samples dataset={dataset} columnLabel={columnLabel} {...file} />;
  }
  return (
    <Results
      chart={explored.chart}
      dataset={dataset}
      index={Number(tab.slice('results-'.length))}
      verboseNames={verboseNames}
      {...(fileName === null ? {} : { fileName })}
    />
  );
}

/** A tab for each answer, by its name; a chart that has none yet has one for what will come. */
function tabsOf(shown: Shown | null, seesSql: boolean, label: (name: string) => string): readonly TabItem<Tab>[] {
  const results = shown?.results ?? [];
  const queries = results.map((_, index) => shown?.effective.queries[index]);
  const names = queryNames(queries, label);
  const several = results.map(({ table }, index): TabItem<Tab> => {
    const name = names[index];
    return {
      value: `results-${index}`,
      label: name ? t('Results: %(name)s', { name }) : t('Results %s', index + 1),
      count: table.rowCount,
    };
  });
  return [
    ...(several.length > 1 ? several : [{ value: 'results-0', label: t('Results') } as const]),
    { value: 'samples', label: t('Samples') },
    ...(seesSql ? [{ value: 'query', label: t('View query') } as const] : []),
  ];
}

function useSeesSql(): boolean {
  const user = useQuery(me).data;
  return user !== undefined && holds(user, 'can_view_query', 'Tessera');
}

type GridProps = { readonly columnLabel: (name: string) => string; readonly fileName?: string };

type ResultsProps = Omit<GridProps, 'columnLabel'> & {
  readonly chart: ChartControl;
  readonly verboseNames: VerboseNames;
  readonly dataset: DatasetFields;
  readonly index: number;
};

function Results({ chart: { shown }, dataset, index, verboseNames, fileName }: ResultsProps) {
  const [isRaw, setRaw] = useState(false);
  const formatOf = useMemo(
    () => (shown === null || isRaw ? undefined : formatsOf(shown, index, dataset)),
    [shown, index, dataset, isRaw],
  );
  const columnLabel = useMemo(
    () => labelIn(verboseNamesOf(shown?.effective.queries[index] ?? {}, verboseNames)),
    [shown, index, verboseNames],
  );
  const result = shown?.results[index];
  if (!result) return <EmptyState title={t('Run the chart to see its rows.')} drawing="none" small />;
  if (result.table.rowCount === 0)
    return <EmptyState title={t('No results were returned for this query')} drawing="none" small />;
  const isLess = isCut(result, shown.form);
  return (
    <DataGrid
      table={result.table}
      label={t('Results')}
      columnLabel={columnLabel}
      cutAt={isLess ? result.table.rowCount : null}
      {...(fileName === undefined ? {} : { fileName })}
      {...(formatOf === undefined ? {} : { formatOf })}
      note={
        <>
          {isLess && (
            <Badge tone="warning">{t('limit of %(limit)s reached', { limit: numberText(result.rowLimit ?? 0) })}</Badge>
          )}
          <Switch label={t('Raw values')} checked={isRaw} onChange={setRaw} />
        </>
      }
    />
  );
}

/** How numbers are written wherever the answer is shown; the formats came with the picture. */
function formatsOf({ loaded, effective, form }: Shown, index: number, dataset: DatasetFields): FormatOf {
  const { formatNumber } = loaded.createContext({ width: 0, height: 0, mode: 'light' });
  return resultFormats({ query: effective.queries[index], form, dataset, formatNumber });
}

function Samples({ dataset, columnLabel, fileName }: GridProps & { readonly dataset: DatasetFields }) {
  const rows = useQuery(samples(dataset));
  if (rows.isPending)
    return (
      <div className={classes['resultWait']}>
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} height={24} />
        ))}
      </div>
    );
  if (rows.isError)
    return (
      <ErrorCard error={rows.error} title={t('Sorry, an error occurred')} onRetry={() => void rows.refetch()} small />
    );
  if (rows.data.rowCount === 0)
    return <EmptyState title={t('No samples were returned for this dataset')} drawing="none" small />;
  return (
    <DataGrid
      table={rows.data}
      label={t('Samples')}
      columnLabel={columnLabel}
      cutAt={rows.data.rowCount >= SAMPLE_ROWS ? SAMPLE_ROWS : null}
      {...(fileName === undefined ? {} : { fileName })}
    />
  );
}

/** Drag it, or press the arrows on it. */
function Resizer({ height, onChange }: { readonly height: number; readonly onChange: (height: number) => void }) {
  const most = () => Math.max(HEIGHT.least, window.innerHeight - 260);
  const set = (next: number) => onChange(Math.min(most(), Math.max(HEIGHT.least, next)));
  const onPointerDown = (start: PointerEvent<HTMLElement>) => {
    const handle = start.currentTarget;
    handle.setPointerCapture(start.pointerId);
    const onMove = (move: globalThis.PointerEvent) => set(height + start.clientY - move.clientY);
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', onMove), {
      once: true,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: HEIGHT.step, ArrowDown: -HEIGHT.step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set(height + by);
  };
  return (
    // A separator that can be moved takes the focus and the arrows, as ARIA has it.
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('Height of the data')}
      aria-valuenow={height}
      aria-valuemin={HEIGHT.least}
      aria-valuemax={Math.max(height, HEIGHT.least)}
      tabIndex={0}
      className={classes['resizer']}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
