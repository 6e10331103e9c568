import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** Begin a little before a chart comes on screen. */
const AHEAD_PX = 200;

/** True once the element has come on screen, and from then on: what was fetched stays. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  // What is on screen from the start asks in the turn that shows it; the observer speaks a picture later.
  useLayoutEffect(() => {
    if (element.current && isNear(element.current)) setSeen(true);
  }, [element]);
  useEffect(() => {
    if (seen || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: `${AHEAD_PX}px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, seen]);
  return seen;
}

function isNear(element: HTMLElement): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > -AHEAD_PX && top < window.innerHeight + AHEAD_PX;
}
