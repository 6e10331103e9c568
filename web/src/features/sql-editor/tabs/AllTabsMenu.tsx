import { IconChevronDown, IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Menu, MenuDivider, MenuItem, MenuLabel } from '../../../ui/overlays/Menu.tsx';
import { useRuns } from '../runs/runs-store.ts';
import { StateDot } from '../runs/StateDot.tsx';
import { duplicateTab } from './new-tab.ts';
import { actOnTabs, useTabs } from './tabs-store.ts';
import { activeTab } from './tabs.ts';
import classes from './TabBar.module.css';

/** More of the closed ones are in the history. */
const MAX_SHOWN = 10;

/** All tabs by name, and those that were closed of late; on a phone it is the bar of tabs itself. */
export function AllTabsMenu({ isNarrow = false }: { readonly isNarrow?: boolean }) {
  const tabs = useTabs((state) => state.tabs);
  const closed = useTabs((state) => state.closed);
  const active = useTabs(activeTab);
  const runs = useRuns();
  const trigger = isNarrow ? (
    <Button variant="quiet" className={classes['narrow']} icon={<IconChevronDown size={16} stroke={1.5} />}>
      <span className={classes['name']}>{active?.name ?? t('Queries')}</span>
    </Button>
  ) : (
    <IconButton size="small" label={t('All tabs')} icon={<IconChevronDown size={16} stroke={1.5} />} />
  );
  return (
    <Menu label={t('All tabs')} width={320} position={isNarrow ? 'bottom-start' : 'bottom-end'} trigger={trigger}>
      <MenuLabel>{t('Open tabs')}</MenuLabel>
      {tabs.map(({ id, name }) => (
        <MenuItem
          key={id}
          icon={runs[id] ? <StateDot state={runs[id].state} /> : <span className={classes['noDot']} />}
          end={id === active?.id ? t('shown') : undefined}
          onClick={() => actOnTabs({ type: 'activate', id })}
        >
          {name}
        </MenuItem>
      ))}
      {isNarrow && active && (
        <>
          <MenuDivider />
          <MenuItem onClick={() => duplicateTab(active.id)}>{t('Duplicate')}</MenuItem>
          <MenuItem icon={<IconX size={14} stroke={1.5} />} onClick={() => actOnTabs({ type: 'close', id: active.id })}>
            {t('Close %s', active.name)}
          </MenuItem>
        </>
      )}
      {closed.length > 0 && (
        <>
          <MenuDivider />
          <MenuLabel>{t('Closed of late')}</MenuLabel>
          {closed
            .toReversed()
            .slice(0, MAX_SHOWN)
            .map(({ id, name, sql }) => (
              <MenuItem key={id} end={sql.slice(0, 24)} onClick={() => actOnTabs({ type: 'reopen', id })}>
                {name}
              </MenuItem>
            ))}
        </>
      )}
    </Menu>
  );
}
