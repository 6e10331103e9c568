import { useEffect, useRef } from 'react';
import { isUnsaved } from '../dashboard-store.ts';
import { useDashboardStore } from '../DashboardProvider.tsx';

/** Undo, redo and save by keyboard while editing. In a field the field's own undo stays. */
export function useEditKeys(onSave: () => void): void {
  const store = useDashboardStore();
  const save = useRef(onSave);
  useEffect(() => {
    save.current = onSave;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 's') {
        event.preventDefault();
        if (isUnsaved(store.getState())) save.current();
        return;
      }
      if (isField(event.target)) return;
      const redo = key === 'y' || (key === 'z' && event.shiftKey);
      if (!redo && key !== 'z') return;
      event.preventDefault();
      store.getState().dispatch({ type: redo ? 'redone' : 'undone' });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [store]);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
