import { useLayoutEffect, useState, type RefObject } from 'react';
import { arrangementOf, type Arrangement } from './arrangement.ts';

type Parts = {
  readonly page: RefObject<HTMLElement | null>;
  readonly head: RefObject<HTMLElement | null>;
  readonly rail: RefObject<HTMLElement | null>;
  readonly hasRail: boolean;
};

/**
 * How the rows lie, known before the first picture, so that nothing jumps. The height of the title row goes to the page
 * as `--head`: what sticks below it and what comes into view keep clear of it.
 */
export function useFrameSize({ page, head, rail, hasRail }: Parts): Arrangement {
  const [arrangement, setArrangement] = useState<Arrangement>(() => arrangementOf(innerWidth));
  useLayoutEffect(() => {
    const measure = () => {
      setArrangement(arrangementOf(innerWidth - (hasRail ? (rail.current?.offsetWidth ?? 0) : 0)));
      const row = head.current;
      const height = row !== null && getComputedStyle(row).position === 'sticky' ? row.offsetHeight : 0;
      page.current?.style.setProperty('--head', `${height}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [page.current, head.current, rail.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [page, head, rail, hasRail]);
  return arrangement;
}
