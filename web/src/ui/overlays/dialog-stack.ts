import { useEffect, useId, useSyncExternalStore } from 'react';

/** Dialogs that are open, the topmost last. */
let open: readonly string[] = [];
const listeners = new Set<() => void>();

function set(next: readonly string[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether no other dialog lies over this one: Escape closes one dialog, not all of them. */
export function useIsTopmost(opened: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    set([...open, id]);
    return () => set(open.filter((one) => one !== id));
  }, [opened, id]);
  const top = useSyncExternalStore(subscribe, () => open.at(-1) ?? id);
  return top === id;
}
