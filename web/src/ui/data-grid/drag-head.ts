import type { PointerEvent } from 'react';
import { headOf } from './grid-places.ts';

/** A press that moves less is a press. */
const THRESHOLD_PX = 6;

/**
 * Follow the drag of a column head. The press that ends a drag is swallowed, so that it does not sort.
 *
 * @param onOver  the column that the pointer is over, null over none and at the end
 * @param onDrop  the column that it was let go over
 */
export function dragHead(
  start: PointerEvent<HTMLElement>,
  onOver: (column: number | null) => void,
  onDrop: (column: number | null) => void,
): void {
  // A finger scrolls.
  if (start.button !== 0 || start.pointerType === 'touch') return;
  const end = new AbortController();
  const { signal } = end;
  let isDragging = false;
  const columnAt = ({ clientX, clientY }: globalThis.PointerEvent): number | null => {
    const under = document.elementFromPoint(clientX, clientY);
    return under === null ? null : (headOf(under)?.column ?? null);
  };
  const onMove = (move: globalThis.PointerEvent) => {
    isDragging ||= Math.abs(move.clientX - start.clientX) >= THRESHOLD_PX;
    if (isDragging) onOver(columnAt(move));
  };
  const onUp = (up: globalThis.PointerEvent) => {
    end.abort();
    if (!isDragging) return;
    onOver(null);
    swallowClick();
    onDrop(columnAt(up));
  };
  document.addEventListener('pointermove', onMove, { signal });
  document.addEventListener('pointerup', onUp, { signal });
  document.addEventListener('pointercancel', () => (end.abort(), onOver(null)), { signal });
}

function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  document.addEventListener('click', swallow, { capture: true, once: true });
  // A press that ends elsewhere than it began makes no click.
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }));
}
