import { componentOf, ROOT_ID, type LayoutComponent } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../../../ui/common/cx.ts';
import classes from '../Dashboard.module.css';
import tabStyles from './Tabs.module.css';
import { useDashboard, useDashboardStore, useLayout } from '../DashboardProvider.tsx';
import { newComponentId } from '../../../api/component-id.ts';
import { applyChange, presentLayout } from '../edit/apply-change.ts';
import { TabDrag, TabTools } from '../edit/on-demand.ts';
import { useWantsTabs } from './chart-board.tsx';

type TabsViewProps = {
  readonly component: LayoutComponent;
  readonly hidesBar: boolean;
  readonly renderTab: (tabId: string) => ReactNode;
};

/**
 * A set of tabs. Only the chosen one is mounted, so only its charts ask for data; while a file of the whole dashboard
 * is made all are, each below its name.
 */
export function TabsView({ component, hidesBar, renderTab }: TabsViewProps) {
  const layout = useLayout();
  const wanted = useDashboard((state) => state.activeTabs[component.id]);
  const panelId = useId();
  const wantsTabs = useWantsTabs();
  const tabs = component.children.flatMap((id) => componentOf(layout, id) ?? []);
  const active = tabs.find((tab) => tab.id === wanted) ?? tabs[0];

  if (!active) return null;
  return (
    <>
      {!hidesBar && <TabBar component={component} tabs={tabs} active={active} panelId={panelId} />}
      {(wantsTabs ? tabs : [active]).map((tab) => (
        <div
          role="tabpanel"
          id={tab === active ? panelId : undefined}
          aria-labelledby={hidesBar ? undefined : `${panelId}-${tab.id}`}
          aria-label={hidesBar ? tabName(tab) : undefined}
          key={tab.id}
        >
          {wantsTabs && (
            <h2 className={tabStyles['heading']} data-tab-heading>
              {tabName(tab)}
            </h2>
          )}
          {renderTab(tab.id)}
        </div>
      ))}
    </>
  );
}

type TabBarProps = {
  readonly component: LayoutComponent;
  readonly tabs: readonly LayoutComponent[];
  readonly active: LayoutComponent;
  /** Id of the panel, of which the ids of the tabs are made. */
  readonly panelId: string;
};

function TabBar({ component, tabs, active, panelId }: TabBarProps) {
  const store = useDashboardStore();
  const editMode = useDashboard((state) => state.editMode);
  const dispatch = useDashboard((state) => state.dispatch);
  const list = useRef<HTMLDivElement>(null);
  const choose = (tabId: string) => dispatch({ type: 'tab_chosen', tabsId: component.id, tabId });

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next || to === undefined) return;
    event.preventDefault();
    // With shift the tab itself moves; the keyboard's way of dragging it.
    if (event.shiftKey && editMode && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      const { key } = event;
      void import('../keyboard-move.ts').then(({ moveByKey }) =>
        applyChange(store, moveByKey(presentLayout(store), tabs[at]?.id ?? '', key, newComponentId)),
      );
      return;
    }
    choose(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus();
  };

  return (
    <div className={cx(classes['tabBar'], component.parents.at(-1) === ROOT_ID && classes['topTabs'])}>
      <div ref={list} role="tablist" aria-label={t('Tabs')} className={tabStyles['tabList']}>
        {tabs.map((tab, at) => (
          <TabButton
            key={tab.id}
            tab={tab}
            panelId={panelId}
            isActive={tab === active}
            editMode={editMode}
            onChoose={choose}
            onKeyDown={(event) => onKeyDown(event, at)}
          />
        ))}
      </div>
      {editMode && <TabTools component={component} active={active} name={tabName(active)} onChoose={choose} />}
    </div>
  );
}

type TabButtonProps = {
  readonly tab: LayoutComponent;
  readonly panelId: string;
  readonly isActive: boolean;
  readonly editMode: boolean;
  readonly onChoose: (tabId: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

function TabButton({ tab, panelId, isActive, editMode, onChoose, onKeyDown }: TabButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <button
      ref={button}
      type="button"
      role="tab"
      id={`${panelId}-${tab.id}`}
      aria-selected={isActive}
      aria-controls={panelId}
      tabIndex={isActive ? 0 : -1}
      className={classes['tabButton']}
      onClick={() => onChoose(tab.id)}
      onKeyDown={onKeyDown}
    >
      {tabName(tab)}
      {editMode && <TabDrag tabId={tab.id} button={button} isActive={isActive} onChoose={onChoose} />}
    </button>
  );
}

function tabName(tab: LayoutComponent): string {
  const text = tab.meta.text ?? '';
  return text === '' ? t('Tab title') : text;
}
