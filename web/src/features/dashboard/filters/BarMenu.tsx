import { IconCheck, IconFilterCog, IconSettings, IconTargetArrow } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Menu, MenuDivider, MenuItem, MenuLabel } from '../../../ui/overlays/Menu.tsx';
import { useDashboard } from '../DashboardProvider.tsx';
import { useSaveSettings } from '../filter-config/use-save-settings.ts';

/** What an author does with the bar of filters. */
export type ConfigureActions = {
  readonly onFilters: () => void;
  readonly onCrossFilters: () => void;
};

/** Filters, scoping, and where the bar stands. */
export function BarMenu({ configure }: { readonly configure: ConfigureActions }) {
  const orientation = useDashboard((state) => state.history.present.settings['filter_bar_orientation']);
  const save = useSaveSettings(t('Failed to save the orientation of the filter bar'));
  const place = (value: 'VERTICAL' | 'HORIZONTAL', label: string) => {
    const isOn = (orientation === 'HORIZONTAL') === (value === 'HORIZONTAL');
    return (
      <MenuItem
        icon={isOn ? <IconCheck size={16} stroke={1.5} /> : <span style={{ width: 16 }} />}
        onClick={() => void save(() => ({ filter_bar_orientation: value }))}
      >
        {label}
      </MenuItem>
    );
  };
  return (
    <Menu
      label={t('Set up filters')}
      trigger={<IconButton size="small" label={t('Set up filters')} icon={<IconSettings size={16} stroke={1.5} />} />}
    >
      <MenuItem icon={<IconFilterCog size={16} stroke={1.5} />} onClick={configure.onFilters}>
        {t('Add or edit filters')}
      </MenuItem>
      <MenuItem icon={<IconTargetArrow size={16} stroke={1.5} />} onClick={configure.onCrossFilters}>
        {t('Cross-filter scoping')}
      </MenuItem>
      <MenuDivider />
      <MenuLabel>{t('Orientation of filter bar')}</MenuLabel>
      {place('VERTICAL', t('Vertical (Left)'))}
      {place('HORIZONTAL', t('Horizontal (Top)'))}
    </Menu>
  );
}
