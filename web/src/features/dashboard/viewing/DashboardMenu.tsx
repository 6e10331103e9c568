import {
  IconBraces,
  IconClockPlay,
  IconCopy,
  IconDeviceTv,
  IconDots,
  IconDownload,
  IconEraser,
  IconFilterCog,
  IconHistory,
  IconLink,
  IconMail,
  IconMaximize,
  IconPalette,
  IconPrinter,
  IconRefresh,
  IconSettings,
  IconTableOptions,
  IconTargetArrow,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { DashboardItem } from '../../../api/dashboards.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../ui/overlays/Menu.tsx';
import type { DashboardActions, Rights } from '../dashboard-actions.ts';
import { useDashboard } from '../DashboardProvider.tsx';
import { useFilters } from '../filters/FilterProvider.tsx';
import { usePrint } from './use-print.ts';

type DashboardMenuProps = {
  readonly item: DashboardItem;
  readonly may: Rights;
  readonly actions: DashboardActions;
};

const icon = { size: 16, stroke: 1.5 } as const;

/** Everything that can be done with a dashboard ([2.4-01]); what this user may not do is not there. */
export function DashboardMenu({ item, may, actions }: DashboardMenuProps) {
  const editMode = useDashboard((state) => state.editMode);
  return (
    <Menu
      label={t('More actions')}
      trigger={<IconButton label={t('More actions')} icon={<IconDots size={18} stroke={1.5} />} />}
    >
      {!editMode && <ViewItems may={may} actions={actions} />}
      {!editMode && (item.can_edit || may.copy) && <MenuDivider />}
      {item.can_edit && !editMode && (
        <MenuItem icon={<IconUsers {...icon} />} onClick={actions.onPeople}>
          {t('Share with people')}
        </MenuItem>
      )}
      {item.can_edit && <EditItems actions={actions} />}
      {may.copy && (
        <MenuItem icon={<IconCopy {...icon} />} onClick={actions.onCopy}>
          {t('Save as a copy')}
        </MenuItem>
      )}
      {item.can_edit && (
        <>
          <MenuDivider />
          {editMode && (
            <MenuItem danger icon={<IconEraser {...icon} />} onClick={actions.onClear}>
              {t('Clear the layout')}
            </MenuItem>
          )}
          <MenuItem danger icon={<IconTrash {...icon} />} onClick={actions.onDelete}>
            {t('Delete dashboard')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function ViewItems({ may, actions }: Pick<DashboardMenuProps, 'may' | 'actions'>) {
  const printAll = usePrint();
  return (
    <>
      <MenuItem icon={<IconRefresh {...icon} />} onClick={actions.onRefresh}>
        {t('Refresh dashboard')}
      </MenuItem>
      <MenuItem icon={<IconClockPlay {...icon} />} onClick={actions.onAutoRefresh}>
        {t('Set auto-refresh')}
      </MenuItem>
      <MenuItem icon={<IconMaximize {...icon} />} onClick={actions.onFullscreen}>
        {t('Toggle fullscreen')}
      </MenuItem>
      <MenuItem icon={<IconDeviceTv {...icon} />} onClick={actions.onTv}>
        {t('Show on a wall')}
      </MenuItem>
      <MenuDivider />
      <MenuItem icon={<IconDownload {...icon} />} onClick={actions.onDownload}>
        {t('Download')}
      </MenuItem>
      <MenuItem icon={<IconPrinter {...icon} />} onClick={printAll}>
        {t('Print')}
      </MenuItem>
      {may.share && (
        <>
          <MenuItem icon={<IconLink {...icon} />} onClick={actions.onShareAsOpens}>
            {t('Copy link without my filters')}
          </MenuItem>
          <MenuItem icon={<IconMail {...icon} />} onClick={actions.onMail}>
            {t('Share permalink by email')}
          </MenuItem>
        </>
      )}
    </>
  );
}

function EditItems({ actions }: Pick<DashboardMenuProps, 'actions'>) {
  const { filters } = useFilters();
  const hasFilters = filters.length > 0;
  return (
    <>
      <MenuItem icon={<IconSettings {...icon} />} onClick={actions.onProperties}>
        {t('Edit properties')}
      </MenuItem>
      <MenuItem icon={<IconFilterCog {...icon} />} onClick={actions.onFilters}>
        {t('Add or edit filters')}
      </MenuItem>
      <MenuItem
        icon={<IconTableOptions {...icon} />}
        disabledReason={hasFilters ? null : t('This dashboard has no filters.')}
        onClick={actions.onFilterMapping}
      >
        {t('Set filter mapping')}
      </MenuItem>
      <MenuItem icon={<IconTargetArrow {...icon} />} onClick={actions.onCrossFilters}>
        {t('Cross-filter scoping')}
      </MenuItem>
      <MenuItem icon={<IconPalette {...icon} />} onClick={actions.onStyle}>
        {t('Edit CSS')}
      </MenuItem>
      <MenuItem icon={<IconBraces {...icon} />} onClick={actions.onMetadata}>
        {t('Edit JSON metadata')}
      </MenuItem>
      <MenuItem icon={<IconHistory {...icon} />} onClick={actions.onVersions}>
        {t('Version history')}
      </MenuItem>
    </>
  );
}
