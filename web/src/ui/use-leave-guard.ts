import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { useAskOnClose } from './use-ask-on-close.ts';

export type LeaveGuard = {
  /** What is being asked now; see LeaveDialog. */
  readonly question: { readonly leave: () => void; readonly stay: () => void } | null;
  /** Do something that loses what was typed; asks first when there is something to lose. */
  readonly leaveBy: (leave: () => void) => void;
  /** Before going elsewhere on purpose: after a save or a delete. */
  readonly release: () => void;
};

/**
 * What was typed is not left by accident: the browser asks on closing, and going elsewhere inside is held until a person
 * has decided.
 *
 * @param withinPage hold a change of the query string as well: the form is opened by it
 */
export function useLeaveGuard(isDirty: boolean, withinPage = false): LeaveGuard {
  const released = useRef(false);
  const [asked, setAsked] = useState<(() => void) | null>(null);
  useEffect(() => {
    released.current = false;
  }, [isDirty]);
  useAskOnClose(isDirty, () => !released.current);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!isDirty || released.current) return false;
    return currentLocation.pathname !== nextLocation.pathname || (withinPage && currentLocation.search !== nextLocation.search);
  });

  const release = () => {
    released.current = true;
  };
  const leave = () => {
    release();
    setAsked(null);
    asked?.();
  };
  return {
    question: blocker.state === 'blocked' ? { leave: () => blocker.proceed(), stay: () => blocker.reset() } : asked === null ? null : { leave, stay: () => setAsked(null) },
    leaveBy: (act) => {
      if (isDirty && !released.current) setAsked(() => act);
      else act();
    },
    release,
  };
}
