import { useBlocker, type Blocker } from 'react-router';
import { useAskOnClose } from '../../ui/overlays/use-ask-on-close.ts';
import { holdsTypedForm } from '../../ui/overlays/use-close-guard.ts';
import { isUnsaved } from '../../chart-editor/editor-store.ts';
import { useExplore } from './explore-store.ts';

/**
 * Unsaved work is not left by accident: the browser asks on closing, and navigation inside waits until a user
 * has decided. Moving between states of one chart is free.
 */
export function useLeaveBlocker(): Blocker {
  // Asked of the store, not of the last picture: a save goes elsewhere before the page is drawn again.
  const isStillUnsaved = () => isUnsaved(useExplore.getState());
  useAskOnClose(useExplore(isUnsaved), isStillUnsaved);
  const dispatch = useExplore((state) => state.dispatch);
  return useBlocker(({ currentLocation, nextLocation }) => {
    if (!isStillUnsaved() && !holdsTypedForm()) return false;
    const leaves =
      currentLocation.pathname !== nextLocation.pathname ||
      chartOf(currentLocation.search) !== chartOf(nextLocation.search);
    // Known at once: an address that is written before the question is drawn would take it away.
    if (leaves) dispatch({ type: 'leave_asked', isOpen: true });
    return leaves;
  });
}

function chartOf(search: string): string | null {
  return new URLSearchParams(search).get('slice_id');
}
