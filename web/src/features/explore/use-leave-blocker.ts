import { useEffect } from 'react';
import { useBlocker, type Blocker } from 'react-router';
import { isUnsaved, useExplore } from './explore-store.ts';

/**
 * Unsaved work is not left by accident: the browser asks on closing, and going elsewhere inside is held until a person
 * has decided. Moving between states of one chart is free.
 */
export function useLeaveBlocker(): Blocker {
  const unsaved = useExplore(isUnsaved);
  useEffect(() => {
    if (!unsaved) return;
    // Asked of the store, as below: who has just discarded the changes is not asked again.
    const onLeave = (event: BeforeUnloadEvent) => isUnsaved(useExplore.getState()) && event.preventDefault();
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [unsaved]);
  return useBlocker(({ currentLocation, nextLocation }) => {
    // Asked of the store, not of the last picture: a save goes elsewhere before the page is drawn again.
    if (!isUnsaved(useExplore.getState())) return false;
    if (currentLocation.pathname !== nextLocation.pathname) return true;
    return chartOf(currentLocation.search) !== chartOf(nextLocation.search);
  });
}

function chartOf(search: string): string | null {
  return new URLSearchParams(search).get('slice_id');
}
