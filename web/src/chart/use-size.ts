import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

export type Size = { readonly width: number; readonly height: number };
type Measured = Pick<HTMLElement, 'clientWidth' | 'clientHeight'>;
export type Measure = (target: Measured) => void;

/** How long a size must stay before it is taken, in milliseconds; 0 takes it with the next frame. */
let settleMs = 0;

/** While an edge is pulled sizes change all the time: pictures follow where the pointer rests, and at the end. */
export function paceSizes(isChanging: boolean): void {
  settleMs = isChanging ? 250 : 0;
}

/**
 * Inner size of an element in whole px, followed once per frame; null before the first measure. With it comes a way to
 * measure at once.
 */
export function useSize(element: RefObject<HTMLElement | null>): readonly [Size | null, Measure] {
  const [size, setSize] = useState<Size | null>(null);
  const measure = useCallback(({ clientWidth: width, clientHeight: height }: Measured) => {
    setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
  }, []);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      // What is printed is drawn for the screen, and made smaller by style sheets: nobody waits for another drawing.
      if (matchMedia('print').matches) return;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      if (settleMs > 0) timer = setTimeout(() => measure(target), settleMs);
      else frame = requestAnimationFrame(() => measure(target));
    });
    measure(target);
    observer.observe(target);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element, measure]);
  return [size, measure];
}
