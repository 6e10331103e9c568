import { useBlocker, type Blocker } from 'react-router';
import { useAskOnClose } from '../../ui/overlays/use-ask-on-close.ts';
import { holdsTypedForm } from '../../ui/overlays/use-close-guard.ts';
import { isUnsaved } from './dashboard-store.ts';
import { useDashboard, useDashboardStore } from './DashboardProvider.tsx';

/**
 * State of a navigation that loses nothing: another address of the open dashboard, its copy, or the list after its
 * deletion.
 */
export const SAME_DASHBOARD = 'same dashboard';

/** Leaving with unsaved changes asks first: inside the product by a dialog, on closing the tab by the browser. */
export function useUnsavedGuard(): Blocker {
  const store = useDashboardStore();
  // Asked of the store, not of the last picture: who has just saved or discarded the changes is not asked.
  const isUnsavedNow = () => isUnsaved(store.getState());
  useAskOnClose(useDashboard(isUnsaved), isUnsavedNow);
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      (isUnsavedNow() || holdsTypedForm()) &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.state !== SAME_DASHBOARD,
  );
}
