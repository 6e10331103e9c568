import { useBlocker, type Blocker } from 'react-router';
import { useCloseGuard, type CloseGuard, type LeaveQuestion } from './use-close-guard.ts';

/**
 * As `useCloseGuard`, for a form that is the page or the only one that guards it: navigation inside waits as
 * well until a user has decided.
 *
 * @param withinPage hold a change of the query string as well: the form is opened by it
 */
export function useLeaveGuard(isDirty: boolean, withinPage = false): CloseGuard {
  const guard = useCloseGuard(isDirty);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!guard.isHolding()) return false;
    return (
      currentLocation.pathname !== nextLocation.pathname ||
      (withinPage && currentLocation.search !== nextLocation.search)
    );
  });
  return { ...guard, question: questionOf(blocker) ?? guard.question };
}

/** @param beforeLeaving What is given up, once that is decided */
export function questionOf(blocker: Blocker, beforeLeaving?: () => void): LeaveQuestion | null {
  if (blocker.state !== 'blocked') return null;
  const leave = () => {
    beforeLeaving?.();
    blocker.proceed();
  };
  return { leave, stay: () => blocker.reset() };
}
