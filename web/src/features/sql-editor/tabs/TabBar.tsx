import { IconPlus, IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { activeTab } from './tabs.ts';
import { actOnTabs, useTabs } from './tabs-store.ts';
import classes from './TabBar.module.css';

/** The tabs of the editor. */
export function TabBar({ onNew }: { readonly onNew: () => void }) {
  const tabs = useTabs((state) => state.tabs);
  const active = useTabs(activeTab);
  return (
    <div className={classes['bar']}>
      <div role="tablist" aria-label={t('Queries')} className={classes['list']}>
        {tabs.map(({ id, name }) => (
          <div key={id} className={classes['item']}>
            <button
              type="button"
              role="tab"
              aria-selected={id === active?.id}
              className={classes['tab']}
              onClick={() => actOnTabs({ type: 'activate', id })}
            >
              {name}
            </button>
            <IconButton
              size="small"
              label={t('Close %s', name)}
              icon={<IconX size={14} stroke={1.5} />}
              onClick={() => actOnTabs({ type: 'close', id })}
            />
          </div>
        ))}
      </div>
      <IconButton size="small" label={t('New query')} icon={<IconPlus size={16} stroke={1.5} />} onClick={onNew} />
    </div>
  );
}
