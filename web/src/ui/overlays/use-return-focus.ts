import { useLayoutEffect } from 'react';

/**
 * What had the focus before a dialog that goes in this very moment; the dialog that takes its place returns it there.
 */
let goingBackTo: Element | null = null;

/**
 * Gives the focus back to what had it when a dialog opened. The kit's modals do so when they are closed by a prop;
 * one that is taken away while it is open, as most of ours are, would leave the focus on nothing.
 */
export function useReturnFocus(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    // Read before the dialog takes the focus, which it does a moment later.
    const before = document.activeElement === document.body ? goingBackTo : document.activeElement;
    return () => {
      goingBackTo = before;
      setTimeout(() => {
        if (goingBackTo === before) goingBackTo = null;
        // Whatever took the focus meanwhile, a new page or another dialog, keeps it.
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const target = before instanceof HTMLElement && before.isConnected ? before : document.getElementById('main');
        target?.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
