import { create } from 'zustand';
import { emptyTabs, stepTabs, type TabAction, type TabChange, type TabsState } from './tabs.ts';

/** The tabs of the user on this page. */
export const useTabs = create<TabsState>(() => emptyTabs);

export function actOnTabs(action: TabAction): void {
  useTabs.setState((state) => stepTabs(state, action), true);
}

/** A change by the user: it is told the time. */
export function editTab(id: string, change: TabChange): void {
  actOnTabs({ type: 'edit', id, change: { ...change, updatedAt: Date.now() } });
}
