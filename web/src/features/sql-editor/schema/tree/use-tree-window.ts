import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { canvasHeight, rowsInView, scrollTopFor } from '../../../../ui/data-grid/row-window.ts';

/** The rows on screen, and how to bring another one into view. */
export function useTreeWindow(scroller: RefObject<HTMLElement | null>, rowCount: number, rowHeight: number) {
  const [view, setView] = useState({ scrollTop: 0, viewport: 600 });
  // Where what is looked at stays may lie behind the end of a short tree: there is room until somebody scrolls back.
  const [room, setRoom] = useState(0);
  const anchored = useRef<number | null>(null);
  const space = { rowCount, rowHeight, viewport: Math.max(rowHeight, view.viewport) };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const read = () => {
      const { scrollTop, clientHeight: viewport } = element;
      setView((now) => (now.scrollTop === scrollTop && now.viewport === viewport ? now : { scrollTop, viewport }));
      setRoom((now) => Math.min(now, scrollTop + viewport));
    };
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
  const height = Math.max(canvasHeight(space), room);
  useLayoutEffect(() => {
    if (anchored.current !== null) scroller.current?.scrollTo({ top: anchored.current });
    anchored.current = null;
  }, [scroller, height]);
  useLayoutEffect(() => {
    const top = scroller.current?.scrollTop;
    if (top !== undefined) setView((now) => (now.scrollTop === top ? now : { ...now, scrollTop: top }));
  }, [scroller, height]);

  return {
    ...rowsInView(space, view.scrollTop),
    height,
    pageRows: Math.max(1, Math.floor(space.viewport / rowHeight) - 1),
    show: (row: number) => {
      const element = scroller.current;
      if (element !== null && row >= 0) element.scrollTo({ top: scrollTopFor(space, row, element.scrollTop) });
    },
    /** So many rows came or went above what is looked at. */
    shift: (rows: number) => {
      const element = scroller.current;
      if (element === null) return;
      const top = Math.max(0, element.scrollTop + rows * rowHeight);
      element.scrollTo({ top });
      if (element.scrollTop === top) return;
      anchored.current = top;
      setRoom(top + element.clientHeight);
    },
  };
}
