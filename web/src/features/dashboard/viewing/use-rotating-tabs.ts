import { componentOf, ROOT_ID } from '@tessera/core/layout/types';
import { useEffect } from 'react';
import { useDashboardStore } from '../DashboardProvider.tsx';

/** On a wall the top-level tabs come one after the other. @param seconds  for each; null does not rotate */
export function useRotatingTabs(seconds: number | null): void {
  const store = useDashboardStore();
  useEffect(() => {
    if (seconds === null) return;
    const timer = setInterval(() => {
      const { history, activeTabs, dispatch } = store.getState();
      const { layout } = history.present;
      const top = componentOf(layout, componentOf(layout, ROOT_ID)?.children[0]);
      if (top?.type !== 'TABS' || top.children.length < 2) return;
      const at = top.children.indexOf(activeTabs[top.id] ?? '');
      const next = top.children[(Math.max(0, at) + 1) % top.children.length];
      if (next !== undefined) dispatch({ type: 'tab_chosen', tabsId: top.id, tabId: next });
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [store, seconds]);
}
