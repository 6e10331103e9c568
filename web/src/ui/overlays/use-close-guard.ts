import { useEffect, useRef, useState } from 'react';
import { useAskOnClose } from './use-ask-on-close.ts';

/** What is asked of somebody who is about to lose something; see LeaveDialog. */
export type LeaveQuestion = { readonly leave: () => void; readonly stay: () => void };

export type CloseGuard = {
  /** What is being asked now. */
  readonly question: LeaveQuestion | null;
  /** Do something that loses what was typed; asks first when there is something to lose. */
  readonly leaveBy: (leave: () => void) => void;
  /** Before going elsewhere on purpose: after a save or a delete. */
  readonly release: () => void;
  /** Whether there is something to lose, asked when it matters: who has just saved is not asked. */
  readonly isHolding: () => boolean;
};

/** Forms on screen that hold something typed, each with whether it was released. */
const typedForms = new Set<{ readonly current: boolean }>();

/**
 * Whether a form over the page holds something typed. The router asks one guard alone: that of a page with unsaved work
 * of its own asks for the forms that open over it as well.
 */
export function holdsTypedForm(): boolean {
  return [...typedForms].some((released) => !released.current);
}

/** What was typed into a form is not lost by closing it, or the tab, by accident: a user is asked first. */
export function useCloseGuard(isDirty: boolean): CloseGuard {
  const released = useRef(false);
  const [asked, setAsked] = useState<(() => void) | null>(null);
  useEffect(() => {
    released.current = false;
    if (!isDirty) return;
    typedForms.add(released);
    return () => {
      typedForms.delete(released);
    };
  }, [isDirty]);
  const isHolding = () => isDirty && !released.current;
  useAskOnClose(isDirty, isHolding);

  const release = () => {
    released.current = true;
  };
  const leave = () => {
    release();
    setAsked(null);
    asked?.();
  };
  return {
    question: asked === null ? null : { leave, stay: () => setAsked(null) },
    leaveBy: (act) => {
      if (isHolding()) setAsked(() => act);
      else act();
    },
    release,
    isHolding,
  };
}
