import { useState, type PointerEvent, type RefObject } from 'react';
import { actOnTabs, useTabs } from './tabs-store.ts';

/** A hand that trembles drags nothing. */
const THRESHOLD_PX = 6;

/** Tabs are drawn along their row; the others make room at once. */
export function useTabDrag(list: RefObject<HTMLElement | null>) {
  const [id, setId] = useState<string | null>(null);
  const begin = (dragged: string, start: PointerEvent<HTMLElement>) => {
    if (start.button !== 0 || start.pointerType === 'touch') return;
    const handle = start.currentTarget;
    const { clientX, pointerId } = start;
    let isDragging = false;
    const onMove = (move: globalThis.PointerEvent) => {
      if (!isDragging && Math.abs(move.clientX - clientX) < THRESHOLD_PX) return;
      if (!isDragging) {
        isDragging = true;
        handle.setPointerCapture(pointerId);
        setId(dragged);
      }
      const to = placeOf(list.current, dragged, move.clientX);
      if (to !== null) actOnTabs({ type: 'move', id: dragged, to });
    };
    const onEnd = () => {
      handle.removeEventListener('pointermove', onMove);
      setId(null);
    };
    handle.addEventListener('pointermove', onMove);
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      handle.addEventListener(end, onEnd, { once: true });
  };
  return { id, begin };
}

/** The place at which a tab stands when it is dropped here; null where it stands already. */
function placeOf(list: HTMLElement | null, dragged: string, x: number): number | null {
  const boxes = [...(list?.querySelectorAll<HTMLElement>('[data-tab]') ?? [])];
  const from = useTabs.getState().tabs.findIndex(({ id }) => id === dragged);
  const to = boxes.filter((box) => {
    const { left, width } = box.getBoundingClientRect();
    return box.dataset['tab'] !== dragged && x > left + width / 2;
  }).length;
  return to === from ? null : to;
}
