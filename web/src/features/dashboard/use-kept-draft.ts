import { useEffect } from 'react';
import { keepDraft, type DraftKey } from './dashboard-draft.ts';
import { useDashboard, type DashboardState } from './dashboard-store.ts';

/**
 * Keep what is not saved while the dashboard is open, and forget it once it is saved or taken back. Who leaves it by a
 * choice forgets it there; a page that breaks or is loaded anew has it again.
 */
export function useKeptDraft(key: DraftKey): void {
  useEffect(() => {
    const keep = (state: DashboardState) => {
      const isOpen = key === 'new' ? state.id === null && state.editMode : state.id === key;
      if (isOpen)
        keepDraft(
          key,
          state.hasUnsavedChanges
            ? { title: state.title, layout: state.history.present, base: state.base, version: state.version }
            : null,
        );
    };
    keep(useDashboard.getState());
    return useDashboard.subscribe((state, before) => {
      if (
        state.title !== before.title ||
        state.history.present !== before.history.present ||
        state.hasUnsavedChanges !== before.hasUnsavedChanges ||
        state.base !== before.base
      )
        keep(state);
    });
  }, [key]);
}
