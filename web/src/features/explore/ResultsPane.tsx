import { useQuery } from '@tanstack/react-query';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { numberText, t } from '@tessera/core/messages';
import { useCallback, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { SAMPLE_ROWS, samples } from '../../chart/samples.ts';
import type { ChartControl } from '../../chart/use-chart.ts';
import type { DatasetFields } from '../../controls/fields.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { DataGrid } from '../../ui/data-grid/DataGrid.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { PanelErrorBoundary } from '../../ui/feedback/PanelErrorBoundary.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import classes from './Explore.module.css';

type ResultsPaneProps = {
  readonly chart: ChartControl;
  readonly dataset: DatasetFields;
  readonly name: string;
  readonly verboseNames: Readonly<Record<string, string>>;
  readonly initial: 'results' | 'samples' | null;
  /** Null where the user may not take data out; the sentence why. */
  readonly noDownload: string | null;
};

type Tab = `results-${number}` | 'samples';

const HEIGHT = { start: 300, least: 120, step: 24 } as const;

/** The rows behind the picture, and rows of the dataset as they are. Closed until somebody looks. */
export function ResultsPane({ chart, dataset, name, verboseNames, initial, noDownload }: ResultsPaneProps) {
  const [isOpen, setOpen] = useState(initial !== null);
  const [tab, setTab] = useState<Tab>(initial === 'samples' ? 'samples' : 'results-0');
  const [height, setHeight] = useState<number>(HEIGHT.start);
  const results = chart.shown?.results ?? [];
  const resultTabs = (results.length > 1 ? results : [null]).map((result, index) => ({
    value: `results-${index}` as const,
    label: results.length > 1 ? t('Results %s', index + 1) : t('Results'),
    ...(result === null ? {} : { count: result.table.rowCount }),
  }));
  const shown: Tab = tab === 'samples' || resultTabs.some((one) => one.value === tab) ? tab : 'results-0';
  const label = useCallback(
    (column: string) => (Object.hasOwn(verboseNames, column) ? (verboseNames[column] ?? column) : column),
    [verboseNames],
  );
  const fileName = noDownload === null ? { fileName: name || dataset.name } : {};

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
        tabs={[...resultTabs, { value: 'samples', label: t('Samples') }]}
        className={classes['resultTabs'] ?? ''}
        panelClassName={classes['resultPanel'] ?? ''}
      >
        {isOpen && (
          <PanelErrorBoundary resetKey={shown}>
            {shown === 'samples' ? (
              <Samples
                dataset={dataset}
                columnLabel={label}
                {...(noDownload === null ? { fileName: t('%s samples', dataset.name) } : {})}
              />
            ) : (
              <Results chart={chart} index={Number(shown.slice('results-'.length))} columnLabel={label} {...fileName} />
            )}
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

type GridProps = { readonly columnLabel: (name: string) => string; readonly fileName?: string };

function Results({
  chart,
  index,
  columnLabel,
  fileName,
}: GridProps & { readonly chart: ChartControl; readonly index: number }) {
  const result = chart.shown?.results[index];
  if (!result) return <EmptyState title={t('Run the chart to see its rows.')} drawing="none" small />;
  if (result.table.rowCount === 0)
    return <EmptyState title={t('No results were returned for this query')} drawing="none" small />;
  const isCut = result.rowLimit !== null && result.rowLimit > 0 && result.sqlRowCount >= result.rowLimit;
  return (
    <DataGrid
      table={result.table}
      label={t('Results')}
      columnLabel={columnLabel}
      cutAt={isCut ? result.table.rowCount : null}
      {...(fileName === undefined ? {} : { fileName })}
      note={
        isCut ? (
          <Badge tone="warning">{t('limit of %(limit)s reached', { limit: numberText(result.rowLimit ?? 0) })}</Badge>
        ) : undefined
      }
    />
  );
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
