import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

export type Size = { readonly width: number; readonly height: number };
type Measured = Pick<HTMLElement, 'clientWidth' | 'clientHeight'>;
export type Measure = (target: Measured) => void;

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
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => measure(target));
    });
    measure(target);
    observer.observe(target);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [element, measure]);
  return [size, measure];
}
