import { onDemand } from '../../../ui/common/on-demand.tsx';
import { IconDeviceFloppy, IconPlus } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useRef, useState } from 'react';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { Tooltip } from '../../../ui/overlays/Tooltip.tsx';
import { AllTabsMenu } from './AllTabsMenu.tsx';
import { openNewTab } from './new-tab.ts';
import { Tab } from './Tab.tsx';
import type { TabMenuAt } from './TabMenu.tsx';
import { activeTab } from './tabs.ts';
import { actOnTabs, useTabs } from './tabs-store.ts';
import classes from './TabBar.module.css';
import { useTabDrag } from './use-tab-drag.ts';

const TabMenu = onDemand(async () => (await import('./TabMenu.tsx')).TabMenu);

/** The tabs of the editor: beside each other, or on a phone behind a button. */
export function TabBar() {
  const isNarrow = useNarrow();
  const isStored = useTabs((state) => state.isStored);
  return (
    <div className={classes['bar']}>
      {isNarrow ? <AllTabsMenu isNarrow /> : <TabList />}
      <span className={classes['tools']}>
        <IconButton
          size="small"
          label={t('New query')}
          shortcut="Alt ⇧ N"
          icon={<IconPlus size={16} stroke={1.5} />}
          onClick={() => openNewTab()}
        />
        {!isNarrow && <AllTabsMenu />}
      </span>
      {!isStored && (
        <Tooltip
          label={t(
            'This browser has no room to store your queries. They last as long as this page, and on the server.',
          )}
        >
          <span className={classes['notStored']}>
            <Badge tone="warning" icon={<IconDeviceFloppy size={12} stroke={1.5} aria-hidden />}>
              {t('Not stored here')}
            </Badge>
          </span>
        </Tooltip>
      )}
    </div>
  );
}

function TabList() {
  const tabs = useTabs((state) => state.tabs);
  const active = useTabs(activeTab);
  const [menu, setMenu] = useState<TabMenuAt | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const drag = useTabDrag(list);
  const focus = (id: string) =>
    requestAnimationFrame(() => document.getElementById(`sql-tab-${id}`)?.focus({ preventScroll: false }));
  const goTo = (id: string) => {
    actOnTabs({ type: 'activate', id });
    focus(id);
  };
  const onKey = (id: string, key: string, isMove: boolean): boolean => {
    const at = tabs.findIndex((tab) => tab.id === id);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[key];
    if (key === 'Delete') {
      actOnTabs({ type: 'close', id });
      const next = activeTab(useTabs.getState());
      if (next) focus(next.id);
      return true;
    }
    if (key === 'F2') setRenamed(id);
    if (to === undefined) return key === 'F2';
    if (isMove) {
      actOnTabs({ type: 'move', id, to });
      focus(id);
      return true;
    }
    const next = tabs[(to + tabs.length) % tabs.length];
    if (next) goTo(next.id);
    return true;
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={t('Queries')} className={classes['list']}>
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            tab={tab}
            isActive={tab.id === active?.id}
            isRenamed={renamed === tab.id}
            isDragged={drag.id === tab.id}
            onRename={(isOn) => {
              setRenamed(isOn ? tab.id : null);
              if (!isOn) focus(tab.id);
            }}
            onKey={onKey}
            onMenu={(point) => setMenu({ tab, point })}
            onPointerDown={(event) => drag.begin(tab.id, event)}
          />
        ))}
      </div>
      {menu && <TabMenu at={menu} onClose={() => setMenu(null)} onRename={() => setRenamed(menu.tab.id)} />}
    </>
  );
}
