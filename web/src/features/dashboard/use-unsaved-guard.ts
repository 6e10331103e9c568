import { useEffect } from 'react';
import { useBlocker, type Blocker } from 'react-router';
import { useDashboard } from './dashboard-store.ts';

/** State of a navigation that loses nothing: another address of the open dashboard, its copy, or the list after its deletion. */
export const SAME_DASHBOARD = 'same dashboard';

/** Leaving with unsaved changes asks first: inside the product by a dialog, on closing the tab by the browser. */
export function useUnsavedGuard(): Blocker {
  const unsaved = useDashboard((state) => state.hasUnsavedChanges);
  useEffect(() => {
    if (!unsaved) return;
    // Asked of the store, not of the last picture: who has just discarded the changes is not asked again.
    const ask = (event: BeforeUnloadEvent) => useDashboard.getState().hasUnsavedChanges && event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return useBlocker(({ currentLocation, nextLocation }) => useDashboard.getState().hasUnsavedChanges && currentLocation.pathname !== nextLocation.pathname && nextLocation.state !== SAME_DASHBOARD);
}
