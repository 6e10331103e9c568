import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** Begin a little before a chart comes on screen. */
const AHEAD_PX = 200;

export type Sight = {
  /** On screen now, or nearly so. */
  readonly isNear: boolean;
  /** On screen at some time: what was fetched stays. */
  readonly seen: boolean;
};

/** Whether an element is on screen, or was. */
export function useSeen(element: RefObject<HTMLElement | null>): Sight {
  const [sight, setSight] = useState<Sight>({ isNear: false, seen: false });
  // What is on screen from the start asks in the turn that shows it; the observer speaks a picture later.
  useLayoutEffect(() => {
    if (element.current && isNear(element.current)) setSight({ isNear: true, seen: true });
  }, [element]);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // Of several entries of one element the last is how it is now.
        const near = entries.at(-1)?.isIntersecting === true;
        setSight((before) => (before.isNear === near ? before : { isNear: near, seen: before.seen || near }));
      },
      { rootMargin: `${AHEAD_PX}px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return sight;
}

function isNear(element: HTMLElement): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > -AHEAD_PX && top < window.innerHeight + AHEAD_PX;
}
