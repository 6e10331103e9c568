import { useEffect, useRef } from 'react';

type Keys = {
  readonly onRun: () => void;
  readonly onSave: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
};

/** ⌘/Ctrl+Enter runs, ⌘/Ctrl+S saves, ⌘/Ctrl+Z and ⇧ undo and redo; text fields keep their own undo. */
export function useExploreKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey) return;
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]') !== null;
      const isInDialog = document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
      const action = actionOf(event, isTyping);
      if (action === null || isInDialog) return;
      event.preventDefault();
      latest.current[action]();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function actionOf(event: KeyboardEvent, isTyping: boolean): keyof Keys | null {
  const key = event.key.toLowerCase();
  if (key === 'enter') return 'onRun';
  if (key === 's') return 'onSave';
  if (isTyping) return null;
  if (key === 'z') return event.shiftKey ? 'onRedo' : 'onUndo';
  return key === 'y' ? 'onRedo' : null;
}
