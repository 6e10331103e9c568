import { useEffect, useState, type RefObject } from 'react';

/** Begin a little before a chart comes on screen. */
const AHEAD = '200px 0px';

/** True once the element has come on screen, and from then on: what was fetched stays. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    }, { rootMargin: AHEAD });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, seen]);
  return seen;
}
