import { t } from '@tessera/core/messages';
import { ContextMenu, type MenuPoint } from '../../../ui/overlays/ContextMenu.tsx';
import { MenuDivider, MenuItem } from '../../../ui/overlays/Menu.tsx';
import { duplicateTab } from './new-tab.ts';
import { actOnTabs, useTabs } from './tabs-store.ts';
import type { EditorTab } from './tabs.ts';

export type TabMenuAt = { readonly tab: EditorTab; readonly point: MenuPoint };

type TabMenuProps = {
  readonly at: TabMenuAt;
  readonly onClose: () => void;
  readonly onRename: () => void;
};

/** What can be done with one tab. */
export function TabMenu({ at: { tab, point }, onClose, onRename }: TabMenuProps) {
  const tabs = useTabs((state) => state.tabs);
  const hasClosed = useTabs(({ closed }) => closed.length > 0);
  const { id } = tab;
  const place = tabs.findIndex((one) => one.id === id);
  const alone = tabs.length === 1 ? t('There is no other tab.') : null;
  return (
    <ContextMenu at={point} onClose={onClose} label={tab.name}>
      <MenuItem end="F2" onClick={onRename}>
        {t('Rename')}
      </MenuItem>
      <MenuItem onClick={() => duplicateTab(id)}>{t('Duplicate')}</MenuItem>
      <MenuItem
        end="Ctrl ←"
        disabledReason={place === 0 ? t('It is the first.') : null}
        onClick={() => actOnTabs({ type: 'move', id, to: place - 1 })}
      >
        {t('Move left')}
      </MenuItem>
      <MenuItem
        end="Ctrl →"
        disabledReason={place === tabs.length - 1 ? t('It is the last.') : null}
        onClick={() => actOnTabs({ type: 'move', id, to: place + 1 })}
      >
        {t('Move right')}
      </MenuItem>
      <MenuDivider />
      <MenuItem end={t('Delete')} onClick={() => actOnTabs({ type: 'close', id })}>
        {t('Close')}
      </MenuItem>
      <MenuItem disabledReason={alone} onClick={() => actOnTabs({ type: 'close_others', id })}>
        {t('Close others')}
      </MenuItem>
      <MenuItem
        end="Alt ⇧ T"
        disabledReason={hasClosed ? null : t('No tab was closed.')}
        onClick={() => actOnTabs({ type: 'reopen' })}
      >
        {t('Reopen closed tab')}
      </MenuItem>
    </ContextMenu>
  );
}
