import { componentOf } from '@tessera/core/layout/types';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLatest } from '../../../ui/common/use-latest.ts';
import { useOnPop } from '../../../ui/common/use-on-pop.ts';
import type { DashboardStore } from '../dashboard-store.ts';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { SAME_DASHBOARD } from '../use-unsaved-guard.ts';
import { namesOfTabs, tabsNamed } from './named-tabs.ts';

const TABS = 'tabs';

/** The address says which tabs are open; going back opens those of before. */
export function useTabAddress(): void {
  const store = useDashboardStore();
  const navigate = useNavigate();
  const location = useLocation();
  const activeTabs = useDashboard((state) => state.activeTabs);
  const layout = useDashboard((state) => state.history.present.layout);
  const text = namesOfTabs(layout, activeTabs).join(',');
  const addressed = tabsIn(location.search);
  const said = useRef<string | null>(null);
  const latest = useLatest(location);
  // The page chose: the address follows.
  useEffect(() => {
    if (said.current === null || said.current === text) {
      said.current = text;
      return;
    }
    said.current = text;
    const { pathname, search } = latest.current;
    const parameters = new URLSearchParams(search);
    if (tabsIn(search) === text) return;
    if (text === '') parameters.delete(TABS);
    else parameters.set(TABS, text);
    const rest = parameters.toString();
    void navigate(
      { pathname, search: rest === '' ? '' : `?${rest}` },
      { state: SAME_DASHBOARD, preventScrollReset: true },
    );
  }, [text, navigate, latest]);
  // The address changed: the page follows.
  const follow = useCallback(
    (named: string) => {
      if (said.current === null || named === said.current) return;
      said.current = named;
      openTabs(store, named === '' ? null : named);
    },
    [store],
  );
  useEffect(() => follow(addressed), [addressed, follow]);
  useOnPop((search) => follow(tabsIn(search)));
}

function tabsIn(search: string): string {
  return new URLSearchParams(search).get(TABS) ?? '';
}

/** Open the tabs that an address names; without any the first ones. */
export function openTabs(store: DashboardStore, text: string | null): void {
  const { history, activeTabs, dispatch } = store.getState();
  const { layout } = history.present;
  const named = tabsNamed(layout, (text ?? '').split(','));
  for (const tabsId of Object.keys({ ...activeTabs, ...named })) {
    const tabId = named[tabsId] ?? componentOf(layout, tabsId)?.children[0];
    if (tabId !== undefined && activeTabs[tabsId] !== tabId) dispatch({ type: 'tab_chosen', tabsId, tabId });
  }
}
