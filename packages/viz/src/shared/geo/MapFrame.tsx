import { t } from '@tessera/core/messages';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import classes from './MapFrame.module.css';
import { panned, type Point, type Size, type Viewport, zoomed } from './mercator.ts';

type MapFrameProps = {
  readonly size: Size;
  readonly label: string;
  /** Where the map begins, and where the button leads back to. */
  readonly initial: Viewport;
  readonly owed: string | null;
  readonly children: (view: Viewport, isMoving: boolean, go: (view: Viewport) => void) => ReactNode;
};

const KEY_PX = 60;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [KEY_PX, 0],
  ArrowRight: [-KEY_PX, 0],
  ArrowUp: [0, KEY_PX],
  ArrowDown: [0, -KEY_PX],
};
const WHEEL_LEVELS = 1 / 300;
/** A press that moves less is a click. */
const STILL_PX = 4;

/** A map under the hand: drag, wheel, pinch, double click, buttons, arrows, plus and minus. */
export function MapFrame({ size, label, initial, owed, children }: MapFrameProps) {
  const [{ begun, view }, setState] = useState({ begun: initial, view: initial });
  // Other rows or settings begin anew; the same ones, drawn again, stay where the hand has left them.
  if (!sameView(begun, initial)) setState({ begun: initial, view: initial });
  const setView = useCallback(
    (change: Viewport | ((now: Viewport) => Viewport)) =>
      setState((state) => ({ ...state, view: typeof change === 'function' ? change(state.view) : change })),
    [],
  );
  const frame = useRef<HTMLDivElement>(null);
  const hand = useHand(size, setView);
  useWheel(frame, size, setView);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step) setView((now) => panned(now, ...step));
    else if (event.key === '+' || event.key === '=') setView((now) => zoomed(now, size, 1));
    else if (event.key === '-') setView((now) => zoomed(now, size, -1));
    else if (event.key === '0') setView(initial);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={frame}
      className={classes['frame']}
      style={size}
      role="application"
      aria-roledescription={t('Map')}
      aria-label={t('%s Arrows move it, plus and minus zoom, 0 shows all.', label)}
      tabIndex={0}
      data-dragged={hand.isMoving || undefined}
      onKeyDown={onKeyDown}
      {...hand.handlers}
    >
      {children(view, hand.isMoving, setView)}
      <div className={classes['buttons']}>
        <button type="button" aria-label={t('Zoom in')} onClick={() => setView((now) => zoomed(now, size, 1))}>
          +
        </button>
        <button type="button" aria-label={t('Zoom out')} onClick={() => setView((now) => zoomed(now, size, -1))}>
          −
        </button>
        <button type="button" aria-label={t('Show all')} onClick={() => setView(initial)}>
          ⤢
        </button>
      </div>
      {owed !== null && <span className={classes['owed']}>{owed}</span>}
    </div>
  );
}

function sameView(one: Viewport, other: Viewport): boolean {
  return one.longitude === other.longitude && one.latitude === other.latitude && one.zoom === other.zoom;
}

type SetView = (change: (view: Viewport) => Viewport) => void;

/** One pointer drags, two pinch. A click after a drag means nothing. */
function useHand(size: Size, setView: SetView) {
  const pointers = useRef(new Map<number, Point>());
  const moved = useRef(0);
  const [isMoving, setMoving] = useState(false);
  const at = (event: PointerEvent<HTMLDivElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
    pointers.current.set(event.pointerId, at(event));
    moved.current = 0;
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    moved.current += Math.abs(dx) + Math.abs(dy);
    if (moved.current > STILL_PX && !isMoving) {
      setMoving(true);
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (!other) return setView((view) => panned(view, dx, dy));
    const by = Math.log2(distance(now, other) / Math.max(1, distance(before, other)));
    setView((view) => zoomed(view, size, by, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]));
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size === 0) setMoving(false);
  };
  return {
    isMoving,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onClickCapture: (event: { readonly stopPropagation: () => void }) => {
        if (moved.current > STILL_PX) event.stopPropagation();
      },
    },
  };
}

function distance([x1, y1]: Point, [x2, y2]: Point): number {
  return Math.hypot(x1 - x2, y1 - y2);
}

/** The wheel zooms at the pointer. The page's own listener must be one that may stop the page from scrolling. */
function useWheel(frame: { readonly current: HTMLDivElement | null }, size: Size, setView: SetView): void {
  const latest = useRef(size);
  useEffect(() => {
    latest.current = size;
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      // Over a page that scrolls, the wheel alone means the page.
      if (!event.ctrlKey && !event.metaKey && !element.matches(':focus-within')) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const at: Point = [event.clientX - box.left, event.clientY - box.top];
      setView((view) => zoomed(view, latest.current, -event.deltaY * WHEEL_LEVELS, at));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, setView]);
}
