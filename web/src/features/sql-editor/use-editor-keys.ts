import { useEffect, useRef } from 'react';
import { openNewTab, stepTab } from './tabs/new-tab.ts';
import { actOnTabs, useTabs } from './tabs/tabs-store.ts';
import { activeTab } from './tabs/tabs.ts';
import type { EditorActions } from './toolbar/editor-actions.ts';

/**
 * Keys of the whole page: ⌘/Ctrl+Enter runs, Escape stops, ⌘/Ctrl+S saves; Alt+⇧ with a letter is for tabs, since
 * browsers keep what they use for their own tabs.
 */
export function useEditorKeys(actions: Pick<EditorActions, 'run' | 'stop' | 'save'> | null, isRunning: boolean): void {
  const latest = useRef({ actions, isRunning });
  useEffect(() => {
    latest.current = { actions, isRunning };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
      const run = keyed(event, latest.current.actions, latest.current.isRunning);
      if (run === null) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

type Actions = Parameters<typeof useEditorKeys>[0];

function keyed(event: KeyboardEvent, actions: Actions, isRunning: boolean): (() => void) | null {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (isCommand && event.key === 'Enter') return actions && (() => actions.run());
  if (isCommand && !event.shiftKey && event.key.toLowerCase() === 's') return actions && actions.save;
  if (isCommand && event.shiftKey && event.code === 'KeyT') return () => actOnTabs({ type: 'reopen' });
  if (event.key === 'Escape' && isRunning && !isOpenAround(event.target)) return actions && actions.stop;
  return event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey ? tabKey(event.code) : null;
}

/** A menu, a list of choices or a search that is open takes Escape for itself. */
function isOpenAround(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('[role="menu"], [role="listbox"], [aria-expanded="true"]') !== null
  );
}

function tabKey(code: string): (() => void) | null {
  switch (code) {
    case 'KeyN':
      return () => void openNewTab();
    case 'KeyT':
      return () => actOnTabs({ type: 'reopen' });
    case 'KeyW':
      return () => {
        const tab = activeTab(useTabs.getState());
        if (tab) actOnTabs({ type: 'close', id: tab.id });
      };
    case 'ArrowRight':
      return () => stepTab(1);
    case 'ArrowLeft':
      return () => stepTab(-1);
    default:
      return null;
  }
}
