import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { useDashboard } from '../DashboardProvider.tsx';
import styles from './TabDrag.module.css';
import { useDraggable, useDropTarget, type Dragged } from './use-drag.ts';

/** How long something rests on a tab before the tab opens below it. */
const OPEN_AFTER_MS = 500;

type TabDragProps = {
  readonly tabId: string;
  /** The tab in its bar. */
  readonly button: RefObject<HTMLElement | null>;
  readonly isActive: boolean;
  readonly onChoose: (tabId: string) => void;
};

/**
 * A tab by mouse: its button is dragged to another place of a bar, and takes what is dropped on it. Whatever rests
 * on it for a moment finds the tab open, so that it can be put among what lies there.
 */
export function TabDrag({ tabId, button, isActive, onChoose }: TabDragProps) {
  const dragged = useMemo<Dragged>(() => ({ kind: 'component', id: tabId, type: 'TAB' }), [tabId]);
  useDraggable(button, null, dragged, true);
  useDropTarget(button, tabId);
  const position = useDashboard(({ dropMark }) => (dropMark?.targetId === tabId ? dropMark.position : null));
  const isBeside = position !== null && position !== 'forbidden' && position.as === 'sibling';
  const isResting = position !== null && !isBeside && !isActive;

  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => choose.current(tabId), OPEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isResting, tabId]);

  if (position === null || position === 'forbidden') return null;
  return <span aria-hidden className={styles['mark']} data-side={isBeside ? position.side : 'inside'} />;
}
