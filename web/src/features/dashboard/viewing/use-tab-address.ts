import { componentOf, type Layout } from '@tessera/core/layout/types';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { tabsTowards, type DashboardStore } from '../dashboard-store.ts';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { SAME_DASHBOARD } from '../use-unsaved-guard.ts';

const TABS = 'tabs';

/** The address says which tabs are open; going back opens those of before. */
export function useTabAddress(): void {
  const store = useDashboardStore();
  const navigate = useNavigate();
  const location = useLocation();
  const activeTabs = useDashboard((state) => state.activeTabs);
  const layout = useDashboard((state) => state.history.present.layout);
  const text = textOf(layout, activeTabs);
  const addressed = new URLSearchParams(location.search).get(TABS) ?? '';
  const said = useRef<string | null>(null);
  const latest = useRef(location);
  useLayoutEffect(() => {
    latest.current = location;
  });
  // The page chose: the address follows.
  useEffect(() => {
    if (said.current === null || said.current === text) {
      said.current = text;
      return;
    }
    said.current = text;
    const { pathname, search } = latest.current;
    const parameters = new URLSearchParams(search);
    if ((parameters.get(TABS) ?? '') === text) return;
    if (text === '') parameters.delete(TABS);
    else parameters.set(TABS, text);
    const rest = parameters.toString();
    void navigate(
      { pathname, search: rest === '' ? '' : `?${rest}` },
      { state: SAME_DASHBOARD, preventScrollReset: true },
    );
  }, [text, navigate]);
  // The address changed: the page follows.
  useEffect(() => {
    if (said.current === null || addressed === said.current) return;
    said.current = addressed;
    openTabs(store, addressed === '' ? null : addressed);
  }, [addressed, store]);
}

/** Open the tabs that an address names; without any the first ones. */
export function openTabs(store: DashboardStore, text: string | null): void {
  const { history, activeTabs, dispatch } = store.getState();
  const { layout } = history.present;
  const wanted = (text ?? '').split(',').filter((id) => componentOf(layout, id)?.type === 'TAB');
  const towards = Object.assign({}, ...wanted.map((id) => tabsTowards(layout, id))) as Readonly<Record<string, string>>;
  for (const tabsId of Object.keys({ ...activeTabs, ...towards })) {
    const tabId = towards[tabsId] ?? componentOf(layout, tabsId)?.children[0];
    if (tabId !== undefined && activeTabs[tabsId] !== tabId) dispatch({ type: 'tab_chosen', tabsId, tabId });
  }
}

/** The open tabs that are not the first of their set, in a stable order. */
function textOf(layout: Layout, activeTabs: Readonly<Record<string, string>>): string {
  return Object.entries(activeTabs)
    .filter(([tabsId, tabId]) => {
      const children = componentOf(layout, tabsId)?.children ?? [];
      return children.includes(tabId) && children[0] !== tabId;
    })
    .map(([, tabId]) => tabId)
    .toSorted()
    .join(',');
}
