import { useMemo } from 'react';
import { t, tn } from '@tessera/core/messages';
import { verboseNames, type DatasetFields } from '../../controls/fields.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { PanelErrorBoundary } from '../../ui/feedback/PanelErrorBoundary.tsx';
import { ChartPane } from './ChartPane.tsx';
import type { ExploreAddress } from './explore-address.ts';
import { useExplore } from './explore-store.ts';
import classes from './Explore.module.css';
import { ResultsPane } from './results/ResultsPane.tsx';
import { useExploreColors } from './use-explore-colors.ts';
import type { EditedChart } from '../../chart-editor/use-edited-chart.ts';
import type { Session } from '../../chart-editor/use-session.ts';
import { useMarkHost } from './use-mark-host.ts';

type PictureColumnProps = {
  readonly address: ExploreAddress;
  readonly explored: EditedChart;
  readonly dataset: DatasetFields;
  readonly session: Session;
  /** Why edits are not followed; null where they are. */
  readonly waits: string | null;
  readonly title: string;
  /** Null where the user may take data out; the sentence why not. */
  readonly noDownload: string | null;
};

/** The picture and the rows behind it; the picture alone where the address says so. */
export function PictureColumn({ address, explored, dataset, session, waits, title, noDownload }: PictureColumnProps) {
  const { chart } = explored;
  const host = useMarkHost(session, explored, address.standalone);
  const chartId = useExplore((state) => state.chart?.id ?? 'new');
  const vizType = useExplore((state) => state.draft.vizType);
  const fixedColors = useExplore((state) => state.draft.form['label_colors']);
  const names = useMemo(() => verboseNames(dataset), [dataset]);
  const labelColors = useMemo(() => readColors(fixedColors), [fixedColors]);
  const colors = useExploreColors(address.fromDashboard);
  return (
    <div className={classes['chartColumn']}>
      <PanelErrorBoundary>
        <ChartPane
          chart={chart}
          chartId={chartId}
          vizType={vizType}
          title={title}
          isStale={session.isStale}
          waits={waits ?? (Object.keys(session.errors).length > 0 ? t('The chart shows the settings before.') : null)}
          verboseNames={names}
          labelColors={labelColors}
          colors={colors}
          onSet={session.setControl}
          host={host}
          empty={<NotRunYet problems={Object.keys(session.errors).length} />}
        />
      </PanelErrorBoundary>
      {!address.standalone && (
        <ResultsPane
          explored={explored}
          dataset={dataset}
          name={title}
          verboseNames={names}
          initial={address.open === 'results' || address.open === 'samples' ? address.open : null}
          noDownload={noDownload}
        />
      )}
    </div>
  );
}

/** Before the first run: what is still to do. */
function NotRunYet({ problems }: { readonly problems: number }) {
  if (problems === 0)
    return (
      <EmptyState title={t('Choose what to see, then press Create chart.')} drawing="chart">
        {t('The marked settings on the left are still missing.')}
      </EmptyState>
    );
  return (
    <EmptyState title={t('The chart cannot be made with these settings.')} drawing="chart">
      {tn(
        'One setting is wrong or missing; it says what it needs.',
        '%(count)s settings are wrong or missing; they say what they need.',
        problems,
      )}
    </EmptyState>
  );
}

function readColors(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
