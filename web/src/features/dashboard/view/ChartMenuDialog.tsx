import type { EffectiveQuery } from '@tessera/core/effective-query/effective-query';
import { t } from '@tessera/core/messages';
import { stableJson } from '@tessera/core/stable-json';
import { NO_INPUTS } from '@tessera/viz/inputs';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChartItem, DatasetNames } from '../../../api/dashboards.ts';
import { mayChange, me } from '../../../api/me.ts';
import { asShown, chartRequest, exportRequest, type ChartRequest } from '../../../chart/chart-actions.ts';
import { ChartDataTable } from '../../../chart/ChartDataTable.tsx';
import { ChartView } from '../../../chart/ChartView.tsx';
import { linkedForm, makePermalink } from '../../../chart/chart-link.ts';
import type { MarkQuestion } from '../../../chart/drill/mark-host.ts';
import type { Shown as ShownPicture } from '../../../chart/use-chart.ts';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useDatasetNames } from '../dashboard-data.tsx';
import type { ChartMenuProps, MenuDialog, Shown } from './chart-menu-props.ts';
import { readDatasource } from './datasource.ts';
import classes from './ChartMenuDialog.module.css';

const QueryDialog = onDemand(async () => (await import('./QueryDialog.tsx')).QueryDialog);
const DownloadDialog = onDemand(async () => (await import('../../../chart/files/DownloadDialog.tsx')).DownloadDialog);
const ShareDialog = onDemand(async () => (await import('../../../chart/files/ShareDialog.tsx')).ShareDialog);
const WhyDialog = onDemand(async () => (await import('../../../chart/WhyDialog.tsx')).WhyDialog);
const DetailDialog = onDemand(async () => (await import('../../../chart/drill/DetailDialog.tsx')).DetailDialog);
const DrillByDialog = onDemand(async () => (await import('../../../chart/drill/DrillByDialog.tsx')).DrillByDialog);
const CrossFilterDialog = onDemand(
  async () => (await import('../filter-config/CrossFilterDialog.tsx')).CrossFilterDialog,
);

type ChartMenuDialogProps = ChartMenuProps & {
  readonly dialog: MenuDialog;
  /** Whether this user may take rows out. */
  readonly mayTake: boolean;
  readonly onClose: () => void;
};

/** What a menu of a chart opens. */
export function ChartMenuDialog({ dialog, mayTake, onClose, ...props }: ChartMenuDialogProps) {
  const { chart, loaded, shown, effective, refresh, dashboardId, readsDataset, title, subtitle } = props;
  const dataset = useDatasetNames(chart.datasource_id);
  const verboseNames = dataset?.verbose_map ?? noNames;
  const user = useQuery(me).data;
  const asked = useRequest(effective, chart, dashboardId);
  const why = useRequest(shown?.effective ?? null, chart, dashboardId);
  const rows = useRows({ loaded, shown, effective, refresh }, asked, mayTake);
  switch (dialog) {
    case 'query':
      return asked && <QueryDialog title={title} asked={asked} onClose={onClose} />;
    case 'why':
      return why && <WhyDialog title={title} asked={why} verboseNames={verboseNames} onClose={onClose} />;
    case 'download':
      return (
        <DownloadDialog
          title={title}
          subtitle={subtitle}
          shown={shown}
          rows={rows}
          mayAskMore={readsDataset}
          onClose={onClose}
        />
      );
    case 'table':
      return shown && <TableDialog title={title} shown={shown} onClose={onClose} />;
    case 'detail':
    case 'by':
      return (
        <DrillDialog
          {...props}
          kind={dialog}
          onClose={onClose}
          verboseNames={verboseNames}
          metrics={dataset?.metrics}
        />
      );
    case 'scoping':
      return <CrossFilterDialog chartId={chart.id} onClose={onClose} />;
    case 'share':
      return (
        effective && (
          <ShareDialog
            title={title}
            chartId={mayChange(user, 'Chart', chart) ? chart.id : null}
            stateKey={stableJson([chart.id, effective.form])}
            makeLink={() => makePermalink(linkedForm(effective.form, chart))}
            onClose={onClose}
          />
        )
      );
  }
}

type DrillDialogProps = ChartMenuProps & {
  readonly kind: 'detail' | 'by';
  readonly verboseNames: Readonly<Record<string, string>>;
  readonly metrics: DatasetNames['metrics'] | undefined;
  readonly onClose: () => void;
};

/** What stands behind all of a chart: its rows, or its parts by a dimension. */
function DrillDialog({ kind, chart, shown, drill, title, verboseNames, metrics, onClose }: DrillDialogProps) {
  const question = useMemo(() => shown && wholeChart(title, shown), [title, shown]);
  if (question === null || drill === null) return null;
  const shared = { question, host: drill, chartId: chart.id, title, onClose };
  if (kind === 'detail') return <DetailDialog {...shared} verboseNames={verboseNames} />;
  return (
    <DrillByDialog
      {...shared}
      drawLevel={(level) => (
        <ChartView
          vizType={chart.viz_type}
          chartId={chart.id}
          verboseNames={verboseNames}
          metrics={metrics}
          {...level}
        />
      )}
    />
  );
}

/** The rows of a chart over the page. */
function TableDialog({
  title,
  shown,
  onClose,
}: {
  readonly title: string;
  readonly shown: ShownPicture;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      opened
      onClose={onClose}
      width="min(1200px, 96vw)"
      title={title}
      subtitle={t('The rows behind the picture')}
    >
      <div className={classes['table']}>
        <ChartDataTable results={shown.results} form={shown.form} title={title} onShown={nothing} />
      </div>
    </Dialog>
  );
}

const nothing = () => undefined;

/** A question about everything that a chart shows. */
function wholeChart(title: string, shown: ShownPicture): MarkQuestion {
  const mark = { key: '', name: title, series: null, datum: {}, filters: [] };
  const { viz } = shown.loaded;
  // Its type knows which of its settings a dimension goes to.
  const outcome = viz.select({ kind: 'menu', mark }, shown.results, shown.form, NO_INPUTS);
  const target =
    outcome?.kind === 'drill_target' ? outcome.target : { mark, toDetail: [], by: null, crossFilter: null };
  return { mark, target, shown };
}

/** The rows of the picture past its pages, or why this user may not take them out. */
function useRows({ loaded, shown, effective }: Shown, asked: ChartRequest | null, mayTake: boolean) {
  return useMemo(() => {
    if (!mayTake) return t('You may not take data out. Ask an administrator for the right to download.');
    if (!effective || !loaded || !asked) return t('The chart has no answer yet.');
    return asShown(exportRequest(effective, loaded.viz, asked), shown?.results ?? []);
  }, [loaded, shown, effective, asked, mayTake]);
}

const noNames: Readonly<Record<string, string>> = {};

function useRequest(
  effective: EffectiveQuery | null,
  chart: ChartItem,
  dashboardId: number | null,
): ChartRequest | null {
  return useMemo(() => {
    const datasource = readDatasource(chart.datasource);
    return effective && datasource && chartRequest(effective, { dashboardId, datasource });
  }, [effective, chart.datasource, dashboardId]);
}
