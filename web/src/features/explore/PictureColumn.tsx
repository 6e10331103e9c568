import { useMemo } from 'react';
import { t } from '@tessera/core/messages';
import { storedMetrics, verboseNames, type DatasetFields } from '../../controls/fields.ts';
import { PanelErrorBoundary } from '../../ui/feedback/PanelErrorBoundary.tsx';
import { ChartPane } from './ChartPane.tsx';
import type { ExploreAddress } from './explore-address.ts';
import { useExplore } from './explore-store.ts';
import classes from './Explore.module.css';
import { NotRunYet } from './NotRunYet.tsx';
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
  const form = useExplore((state) => state.draft.form);
  const { label_colors: fixedColors } = form;
  const names = useMemo(() => verboseNames(dataset), [dataset]);
  const metrics = useMemo(() => storedMetrics(dataset), [dataset]);
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
          metrics={metrics}
          labelColors={labelColors}
          colors={colors}
          onSet={session.setControl}
          host={host}
          empty={<NotRunYet errors={session.errors} viz={session.viz} form={form} isAlone={address.standalone} />}
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

function readColors(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
