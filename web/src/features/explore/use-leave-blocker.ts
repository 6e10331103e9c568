import { useEffect } from 'react';
import { useBlocker, type Blocker } from 'react-router';

/**
 * Unsaved work is not left by accident: the browser asks on closing, and going elsewhere inside is held until a person
 * has decided. Moving between states of one chart is free.
 */
export function useLeaveBlocker(unsaved: boolean): Blocker {
  useEffect(() => {
    if (!unsaved) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [unsaved]);
  return useBlocker(({ currentLocation, nextLocation }) => {
    if (!unsaved) return false;
    if (currentLocation.pathname !== nextLocation.pathname) return true;
    return chartOf(currentLocation.search) !== chartOf(nextLocation.search);
  });
}

function chartOf(search: string): string | null {
  return new URLSearchParams(search).get('slice_id');
}
