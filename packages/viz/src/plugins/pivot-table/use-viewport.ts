import { type RefObject, useLayoutEffect, useState } from 'react';

/** What of a scrolled grid is in sight, in px of its content. */
export type Viewport = {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly rowHeight: number;
};

const FALLBACK_ROW_HEIGHT = 32;

/** The part of a grid in sight and the height of its rows; `measure` is for its scroll event. */
export function useViewport(
  scroller: RefObject<HTMLElement | null>,
  start: { readonly width: number; readonly height: number },
): readonly [Viewport, () => void] {
  const [view, setView] = useState<Viewport>({ top: 0, left: 0, ...start, rowHeight: FALLBACK_ROW_HEIGHT });
  const measure = () => {
    const element = scroller.current;
    if (!element) return;
    const declared = getComputedStyle(element).getPropertyValue('--ts-row-height');
    const next: Viewport = {
      top: element.scrollTop,
      left: element.scrollLeft,
      width: element.clientWidth,
      height: element.clientHeight,
      rowHeight: Number.parseFloat(declared) || FALLBACK_ROW_HEIGHT,
    };
    setView((before) =>
      before.top === next.top &&
      before.left === next.left &&
      before.width === next.width &&
      before.height === next.height &&
      before.rowHeight === next.rowHeight
        ? before
        : next,
    );
  };
  useLayoutEffect(measure, [scroller, start.width, start.height]);
  return [view, measure];
}

const OVERSCAN = 6;

/** Rows of equal height that are in sight, with a few beyond each edge. */
export function rowsInSight(
  count: number,
  { top, height, rowHeight }: Viewport,
): { readonly first: number; readonly end: number } {
  return {
    first: Math.min(count, Math.max(0, Math.floor(top / rowHeight) - OVERSCAN)),
    end: Math.min(count, Math.ceil((top + height) / rowHeight) + OVERSCAN),
  };
}

/** Columns that reach into the view; `edges` are their left edges and the right edge of the last. */
export function columnsInSight(
  edges: readonly number[],
  { left, width }: Viewport,
): { readonly first: number; readonly end: number } {
  const count = edges.length - 1;
  const first = Math.max(0, lastAtMost(edges, left) - 1);
  return { first: Math.min(first, count), end: Math.min(count, lastAtMost(edges, left + width) + 2) };
}

function lastAtMost(edges: readonly number[], x: number): number {
  let [low, high] = [0, edges.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((edges[middle] ?? 0) <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}
