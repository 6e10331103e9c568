import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Close a menu by Escape while the keyboard is still on its way there: the library hears the key inside the menu only,
 * and moves the focus a moment after the menu is on screen.
 */
export function useCloseByEscape(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    if (event.target instanceof Element && event.target.closest('[role="menu"]') !== null) return;
    // What is under the menu has a meaning of its own for this key.
    event.stopPropagation();
    onClose();
  });
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const listener = (event: KeyboardEvent) => close(event);
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, [opened]);
}
