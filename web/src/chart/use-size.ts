import { useLayoutEffect, useState, type RefObject } from 'react';

export type Size = { readonly width: number; readonly height: number };

/** Inner size of an element in whole px, followed once per frame; null before the first measure. */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    let frame = 0;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = target;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    });
    measure();
    observer.observe(target);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [element]);
  return size;
}
