import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { msg, t, tMarked } from '@tessera/core/messages';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { Menu, MenuDivider, MenuItem, MenuLabel } from '../ui/overlays/Menu.tsx';
import { themeMode, usePreferences, type Density, type ThemeChoice } from '../ui/common/preferences.ts';

const themes: readonly { readonly value: ThemeChoice; readonly label: string; readonly Icon: typeof IconSun }[] = [
  { value: 'light', label: msg('Light'), Icon: IconSun },
  { value: 'dark', label: msg('Dark'), Icon: IconMoon },
  { value: 'system', label: msg('As the system'), Icon: IconDeviceDesktop },
];
const densities: readonly { readonly value: Density; readonly label: string }[] = [
  { value: 'comfortable', label: msg('Comfortable') },
  { value: 'compact', label: msg('Compact') },
];

export function ThemeMenu() {
  const { theme, density, setTheme, setDensity } = usePreferences();
  const mode = usePreferences(themeMode);
  const tick = <IconCheck size={16} stroke={1.5} aria-label={t('chosen')} />;
  return (
    <Menu
      label={t('Theme')}
      width={190}
      trigger={
        <IconButton
          label={t('Theme')}
          icon={mode === 'dark' ? <IconMoon size={20} stroke={1.5} /> : <IconSun size={20} stroke={1.5} />}
        />
      }
    >
      <MenuLabel>{t('Theme')}</MenuLabel>
      {themes.map(({ value, label, Icon }) => (
        <MenuItem
          key={value}
          icon={<Icon size={16} stroke={1.5} />}
          end={theme === value ? tick : undefined}
          onClick={() => setTheme(value)}
        >
          {tMarked(label)}
        </MenuItem>
      ))}
      <MenuDivider />
      <MenuLabel>{t('Density')}</MenuLabel>
      {densities.map(({ value, label }) => (
        <MenuItem key={value} end={density === value ? tick : undefined} onClick={() => setDensity(value)}>
          {tMarked(label)}
        </MenuItem>
      ))}
    </Menu>
  );
}
