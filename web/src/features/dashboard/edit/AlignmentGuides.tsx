import { useLayoutEffect, useState, type RefObject } from 'react';
import classes from './AlignmentGuides.module.css';
import { guidesOf, type Guide } from './guides.ts';

type AlignmentGuidesProps = {
  readonly frame: RefObject<HTMLElement | null>;
  /** What tells one size from the next: boxes are measured once for each. */
  readonly size: string;
};

/** Lines along which the edges of a component that changes its size meet edges of others. */
export function AlignmentGuides({ frame, size }: AlignmentGuidesProps) {
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { left, top } = element.getBoundingClientRect();
    setGuides(
      guidesOf(element.getBoundingClientRect(), boxesAround(element)).map((guide) => ({
        axis: guide.axis,
        at: guide.at - (guide.axis === 'x' ? left : top),
        from: guide.from - (guide.axis === 'x' ? top : left),
        to: guide.to - (guide.axis === 'x' ? top : left),
      })),
    );
  }, [frame, size]);
  return guides.map((guide) => (
    <span
      key={guide.axis}
      aria-hidden
      data-guide={guide.axis}
      className={classes[guide.axis]}
      style={
        guide.axis === 'x'
          ? { left: guide.at, top: guide.from, height: guide.to - guide.from }
          : { top: guide.at, left: guide.from, width: guide.to - guide.from }
      }
    />
  ));
}

/** What has edges to be seen: charts, text and columns that are in the window, and none that holds it or lies in it. */
function boxesAround(element: HTMLElement): readonly DOMRect[] {
  const canvas = element.closest('[data-dashboard-canvas]');
  return [...(canvas?.querySelectorAll('[data-component-id]') ?? [])].flatMap((other) => {
    const type = other.getAttribute('data-component-type');
    if (type !== 'CHART' && type !== 'MARKDOWN' && type !== 'COLUMN') return [];
    if (other.contains(element) || element.contains(other)) return [];
    const box = other.getBoundingClientRect();
    return box.height > 0 && box.bottom > 0 && box.top < innerHeight ? [box] : [];
  });
}
