import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { canvasHeight, rowSlots, rowsInView, scrollTopFor } from './row-window.ts';

/** The rows on screen: which they are, where they begin, and how to bring another one into view. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, rowCount: number, rowHeight: number) {
  const [view, setView] = useState({ scrollTop: 0, viewport: 600, width: 800 });
  // The head takes the place of one row.
  const space = { rowCount, rowHeight, viewport: Math.max(rowHeight, view.viewport - rowHeight) };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const read = () =>
      setView((now) => {
        const next = { scrollTop: element.scrollTop, viewport: element.clientHeight, width: element.clientWidth };
        return now.scrollTop === next.scrollTop && now.viewport === next.viewport && now.width === next.width
          ? now
          : next;
      });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [scroller]);

  // Fewer rows may leave the position behind their end.
  const height = canvasHeight(space);
  useEffect(() => {
    const element = scroller.current;
    if (element !== null && element.scrollTop !== view.scrollTop)
      setView((now) => ({ ...now, scrollTop: element.scrollTop }));
  }, [scroller, height, view.scrollTop]);

  return {
    ...rowsInView(space, view.scrollTop),
    slots: rowSlots(space),
    height,
    width: view.width,
    pageRows: Math.max(1, Math.floor(space.viewport / rowHeight) - 1),
    show: (row: number) => {
      const element = scroller.current;
      if (element !== null && row >= 0) element.scrollTo({ top: scrollTopFor(space, row, element.scrollTop) });
    },
  };
}
