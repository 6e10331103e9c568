import { useEffect } from 'react';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { useFilterActions } from './use-filter-actions.ts';

/** Escape takes back what is selected on charts, wherever nothing else waits for it. */
export function useEscapeClears(): void {
  const { deselectAll } = useFilterActions();
  const store = useDashboardStore();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { editMode, fullSizeId } = store.getState();
      if (event.key !== 'Escape' || event.defaultPrevented || editMode || fullSizeId !== null) return;
      const isElsewhere =
        event.target instanceof Element &&
        event.target.closest('input, textarea, [role="dialog"], [role="menu"], [role="listbox"]') !== null;
      if (isElsewhere || document.querySelector('[role="dialog"], [role="menu"]') !== null) return;
      deselectAll();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [deselectAll, store]);
}
