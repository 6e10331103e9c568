import { useEffect, useRef } from 'react';
import { useDashboard } from '../dashboard-store.ts';

/** Undo, redo and save by keyboard while editing. In a field the field's own undo stays. */
export function useEditKeys(enabled: boolean, onSave: () => void): void {
  const save = useRef(onSave);
  useEffect(() => {
    save.current = onSave;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 's') {
        event.preventDefault();
        if (useDashboard.getState().hasUnsavedChanges) save.current();
        return;
      }
      if (isField(event.target)) return;
      const redo = key === 'y' || (key === 'z' && event.shiftKey);
      if (!redo && key !== 'z') return;
      event.preventDefault();
      useDashboard.getState().dispatch({ type: redo ? 'redone' : 'undone' });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [enabled]);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
