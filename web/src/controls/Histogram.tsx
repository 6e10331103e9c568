import { useRef, useState, type PointerEvent } from 'react';
import type { Bar } from '../chart/column-profile.ts';
import { cx } from '../ui/common/cx.ts';
import classes from './Histogram.module.css';

type HistogramProps = {
  readonly bars: readonly Bar[];
  /** The picture in words. */
  readonly label: string;
  /** What is chosen of it now. */
  readonly chosen?: readonly [number, number] | null;
  /** A stretch was dragged over: from the start of a bar up to the end of one. */
  readonly onRange: (from: number, to: number) => void;
};

/** How values are spread, as bars; a drag over them chooses a range. */
export function Histogram({ bars, label, chosen = null, onRange }: HistogramProps) {
  const box = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ readonly start: number; readonly end: number } | null>(null);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const barAt = (event: PointerEvent) => {
    const rect = box.current?.getBoundingClientRect();
    if (!rect || rect.width === 0) return 0;
    const share = (event.clientX - rect.left) / rect.width;
    return Math.min(bars.length - 1, Math.max(0, Math.floor(share * bars.length)));
  };
  const isIn = (bar: Bar, index: number) => {
    if (drag) return index >= Math.min(drag.start, drag.end) && index <= Math.max(drag.start, drag.end);
    return chosen !== null && bar.to > chosen[0] && bar.from < chosen[1];
  };
  const finish = () => {
    if (!drag) return;
    const [first, last] = [bars[Math.min(drag.start, drag.end)], bars[Math.max(drag.start, drag.end)]];
    setDrag(null);
    if (first && last) onRange(first.from, last.to);
  };
  if (bars.length === 0) return null;
  return (
    <div
      ref={box}
      className={classes['histogram']}
      role="img"
      aria-label={label}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = barAt(event);
        setDrag({ start: at, end: at });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, end: barAt(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(null)}
    >
      {bars.map((bar, index) => (
        <span key={bar.from} className={cx(classes['slot'], isIn(bar, index) && classes['chosen'])}>
          <span
            className={classes['bar']}
            style={{ height: `${Math.max(bar.count > 0 ? 4 : 0, (bar.count / most) * 100)}%` }}
          />
        </span>
      ))}
    </div>
  );
}
