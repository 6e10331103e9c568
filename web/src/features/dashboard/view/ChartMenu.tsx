import {
  IconChartBar,
  IconCode,
  IconDotsVertical,
  IconDownload,
  IconMaximize,
  IconMinimize,
  IconQuestionMark,
  IconRefresh,
  IconShare,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { EffectiveQuery } from '@tessera/core/effective-query/effective-query';
import { t } from '@tessera/core/messages';
import { stableJson } from '@tessera/core/stable-json';
import { memo, useMemo, useState } from 'react';
import type { ChartItem } from '../../../api/dashboards.ts';
import { holds, me } from '../../../api/me.ts';
import { asShown, chartRequest, exportRequest, type ChartRequest } from '../../../chart/chart-actions.ts';
import { linkedForm, makePermalink } from '../../../chart/chart-link.ts';
import type { ChartControl } from '../../../chart/use-chart.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Menu, MenuDivider, MenuItem, MenuLink } from '../../../ui/overlays/Menu.tsx';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import cardStyles from './Card.module.css';
import { useDatasetNames } from '../dashboard-data.tsx';
import { useDashboard } from '../DashboardProvider.tsx';
import { chartHref } from './chart-href.ts';
import { readDatasource } from './datasource.ts';

const QueryDialog = onDemand(async () => (await import('./QueryDialog.tsx')).QueryDialog);
const DownloadDialog = onDemand(async () => (await import('../../../chart/files/DownloadDialog.tsx')).DownloadDialog);
const ShareDialog = onDemand(async () => (await import('../../../chart/files/ShareDialog.tsx')).ShareDialog);
const WhyDialog = onDemand(async () => (await import('../../../chart/WhyDialog.tsx')).WhyDialog);

/** What of a chart's life the menu acts on; it stays the same while a chart merely loads. */
type Shown = Pick<ChartControl, 'loaded' | 'shown' | 'effective' | 'refresh'>;
type ChartMenuProps = Shown & {
  readonly chart: ChartItem;
  /** The component of the layout that shows the chart here. */
  readonly placementId: string;
  readonly dashboardId: number | null;
  /** Whether this user may ask the dataset for something else. */
  readonly readsDataset: boolean;
  readonly isFull: boolean;
  readonly title: string;
  /** The line under it. */
  readonly subtitle: string;
};

/** What can be done with one chart of a dashboard ([2.4-01]). */
export const ChartMenu = memo(function ChartMenu(props: ChartMenuProps) {
  const { chart, shown, effective, dashboardId, readsDataset, title } = props;
  const user = useQuery(me);
  const [dialog, setDialog] = useState<MenuDialog | null>(null);
  const allowed = (permission: string) => user.data !== undefined && holds(user.data, permission, 'Tessera');
  const asked = useRequest(effective, chart, dashboardId);

  return (
    <>
      <Menu
        label={t('Actions for %(name)s', { name: title })}
        trigger={
          <IconButton
            size="small"
            className={cardStyles['menuButton']}
            label={t('Actions for %(name)s', { name: title })}
            icon={<IconDotsVertical size={16} stroke={1.5} />}
          />
        }
      >
        <ViewItems {...props} />
        <MenuDivider />
        {readsDataset && allowed('can_explore') && (
          <MenuLink icon={<IconChartBar size={16} stroke={1.5} />} to={chartHref(chart.id, dashboardId, effective)}>
            {t('Explore chart')}
          </MenuLink>
        )}
        {allowed('can_view_query') && asked && (
          <MenuItem icon={<IconCode size={16} stroke={1.5} />} onClick={() => setDialog('query')}>
            {t('View query')}
          </MenuItem>
        )}
        <MenuItem
          icon={<IconQuestionMark size={16} stroke={1.5} />}
          disabledReason={shown === null ? t('The chart has no answer yet.') : null}
          onClick={() => setDialog('why')}
        >
          {t('Why this number?')}
        </MenuItem>
        <MenuItem icon={<IconDownload size={16} stroke={1.5} />} onClick={() => setDialog('download')}>
          {t('Download')}
        </MenuItem>
        {readsDataset && effective && (
          <MenuItem icon={<IconShare size={16} stroke={1.5} />} onClick={() => setDialog('share')}>
            {t('Share')}
          </MenuItem>
        )}
      </Menu>
      {dialog && (
        <OpenDialog
          {...props}
          dialog={dialog}
          asked={asked}
          mayTake={allowed('can_csv')}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
});

type MenuDialog = 'query' | 'download' | 'share' | 'why';

type OpenDialogProps = ChartMenuProps & {
  readonly dialog: MenuDialog;
  readonly asked: ChartRequest | null;
  /** Whether this user may take rows out. */
  readonly mayTake: boolean;
  readonly onClose: () => void;
};

function OpenDialog({ dialog, asked, mayTake, onClose, ...props }: OpenDialogProps) {
  const { chart, loaded, shown, effective, refresh, dashboardId, readsDataset, title, subtitle } = props;
  const verboseNames = useDatasetNames(chart.datasource_id)?.verbose_map ?? noNames;
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
    case 'share':
      return (
        effective && (
          <ShareDialog
            title={title}
            stateKey={stableJson([chart.id, effective.form])}
            makeLink={() => makePermalink(linkedForm(effective.form, chart))}
            onClose={onClose}
          />
        )
      );
  }
}

function ViewItems({ refresh, isFull, placementId }: ChartMenuProps) {
  const dispatch = useDashboard((state) => state.dispatch);
  return (
    <>
      <MenuItem icon={<IconRefresh size={16} stroke={1.5} />} onClick={() => refresh(true)}>
        {t('Force refresh')}
      </MenuItem>
      <MenuItem
        icon={isFull ? <IconMinimize size={16} stroke={1.5} /> : <IconMaximize size={16} stroke={1.5} />}
        onClick={() => dispatch({ type: 'full_size_set', id: isFull ? null : placementId })}
      >
        {isFull ? t('Exit full screen') : t('Enter full screen')}
      </MenuItem>
    </>
  );
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
