import {
  IconChartBar,
  IconCode,
  IconDotsVertical,
  IconDownload,
  IconInfoCircle,
  IconListSearch,
  IconMaximize,
  IconMessageCircle,
  IconMinimize,
  IconQuestionMark,
  IconRefresh,
  IconShare,
  IconSitemap,
  IconTable,
  IconTargetArrow,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { memo, useState } from 'react';
import { commentsOn } from '../../../api/comments.ts';
import { holds, me } from '../../../api/me.ts';
import { vizEntry } from '../../../chart/use-viz.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import { Menu, MenuDivider, MenuItem, MenuLink } from '../../../ui/overlays/Menu.tsx';
import cardStyles from './Card.module.css';
import { useDashboard } from '../DashboardProvider.tsx';
import { chartHref } from './chart-href.ts';
import type { ChartMenuProps, MenuDialog } from './chart-menu-props.ts';

const ChartMenuDialog = onDemand(async () => (await import('./ChartMenuDialog.tsx')).ChartMenuDialog);

/** What can be done with one chart of a dashboard ([2.4-01]). */
export const ChartMenu = memo(function ChartMenu(props: ChartMenuProps) {
  const { chart, shown, effective, dashboardId, readsDataset, title } = props;
  const user = useQuery(me);
  const [dialog, setDialog] = useState<MenuDialog | null>(null);
  const allowed = (permission: string) => user.data !== undefined && holds(user.data, permission, 'Tessera');

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
        {allowed('can_view_query') && effective && chart.datasource && (
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
        <RowItems {...props} onOpen={setDialog} />
        <TakeItems {...props} onOpen={setDialog} />
      </Menu>
      {dialog && (
        <ChartMenuDialog {...props} dialog={dialog} mayTake={allowed('can_csv')} onClose={() => setDialog(null)} />
      )}
    </>
  );
});

type ItemsProps = ChartMenuProps & { readonly onOpen: (dialog: MenuDialog) => void };

/** What is taken from it, said about it, and sent. */
function TakeItems({ chart, effective, dashboardId, readsDataset, onOpen }: ItemsProps) {
  const dispatch = useDashboard((state) => state.dispatch);
  // They are read once the charts are there, by who may comment.
  const canComment = useQuery({ ...commentsOn(dashboardId ?? 0), enabled: false }).data !== undefined;
  return (
    <>
      <MenuItem icon={<IconDownload size={16} stroke={1.5} />} onClick={() => onOpen('download')}>
        {t('Download')}
      </MenuItem>
      {canComment && (
        <MenuItem
          icon={<IconMessageCircle size={16} stroke={1.5} />}
          onClick={() => dispatch({ type: 'commenting_set', commenting: { chartId: chart.id, commentId: null } })}
        >
          {t('Comment')}
        </MenuItem>
      )}
      {readsDataset && effective && (
        <MenuItem icon={<IconShare size={16} stroke={1.5} />} onClick={() => onOpen('share')}>
          {t('Share')}
        </MenuItem>
      )}
    </>
  );
}

/** Its rows, and what a selection on it reaches. */
function RowItems({ chart, shown, drill, onOpen }: ItemsProps) {
  const canEdit = useDashboard((state) => state.canEdit);
  const { capabilities } = vizEntry(chart.viz_type) ?? {};
  const reason = shown === null ? t('The chart has no answer yet.') : null;
  return (
    <>
      <MenuItem icon={<IconTable size={16} stroke={1.5} />} disabledReason={reason} onClick={() => onOpen('table')}>
        {t('View as table')}
      </MenuItem>
      {drill !== null && capabilities?.drillsToDetail === true && (
        <MenuItem
          icon={<IconListSearch size={16} stroke={1.5} />}
          disabledReason={reason}
          onClick={() => onOpen('detail')}
        >
          {t('Drill to detail')}
        </MenuItem>
      )}
      {drill !== null && capabilities?.drillsBy === true && (
        <MenuItem icon={<IconSitemap size={16} stroke={1.5} />} disabledReason={reason} onClick={() => onOpen('by')}>
          {t('Drill by')}
        </MenuItem>
      )}
      {canEdit && capabilities?.emitsFilters === true && (
        <MenuItem icon={<IconTargetArrow size={16} stroke={1.5} />} onClick={() => onOpen('scoping')}>
          {t('Cross-filter scoping')}
        </MenuItem>
      )}
    </>
  );
}

function ViewItems({ refresh, isFull, placementId, isDescribed, onDescribe }: ChartMenuProps) {
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
      {isDescribed !== null && (
        <MenuItem icon={<IconInfoCircle size={16} stroke={1.5} />} onClick={() => onDescribe(!isDescribed)}>
          {isDescribed ? t('Hide chart description') : t('Show chart description')}
        </MenuItem>
      )}
    </>
  );
}
