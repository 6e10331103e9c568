import { useEffect } from 'react';
import { keepDraft, type DraftKey } from './dashboard-draft.ts';
import { isUnsaved, type DashboardState } from './dashboard-store.ts';
import { useDashboardStore } from './DashboardProvider.tsx';

/**
 * Keep what is not saved while the dashboard is open, and forget it once it is saved or taken back. Who leaves it by a
 * choice forgets it there; a page that breaks or is loaded anew has it again.
 */
export function useStoredDraft(key: DraftKey): void {
  const store = useDashboardStore();
  useEffect(() => {
    const keep = (state: DashboardState) => {
      const isOpen = key === 'new' ? state.id === null && state.editMode : state.id === key;
      if (!isOpen) return;
      const { history, stored, version } = state;
      keepDraft(key, isUnsaved(state) ? { document: history.present, base: stored, version } : null);
    };
    keep(store.getState());
    return store.subscribe((state, before) => {
      if (state.history.present !== before.history.present || state.saved !== before.saved) keep(state);
    });
  }, [key, store]);
}
