import { t } from '@tessera/core/messages';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import classes from './MapFrame.module.css';
import { type MapStop, type PlacedStop, stepStop, stopsInSight } from './map-stops.ts';
import { panned, type Point, type Size, type Viewport, zoomed } from './mercator.ts';

type Go = (view: Viewport | ((now: Viewport) => Viewport)) => void;

type MapFrameProps = {
  readonly size: Size;
  readonly label: string;
  /** Where the map begins, and where the button leads back to. */
  readonly initial: Viewport;
  readonly owed: string | null;
  /** What the keyboard reaches at a view. */
  readonly stopsAt: (view: Viewport) => readonly MapStop[];
  /** Enter or the menu key at one of them; a place is in px of the window. */
  readonly onStop: (stop: MapStop, at: { readonly x: number; readonly y: number }, go: Go) => void;
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

/**
 * A map under the hand: drag, wheel, pinch, double click, buttons, plus and minus. Arrows go from point to point, with
 * Shift they move the map.
 */
export function MapFrame({ size, label, initial, owed, stopsAt, onStop, children }: MapFrameProps) {
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
  const stops = useStops(frame, { view, size, stopsAt, onStop, go: setView });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (stops.onKey(event)) return taken(event);
    if (step) setView((now) => panned(now, ...step));
    else if (event.key === '+' || event.key === '=') setView((now) => zoomed(now, size, 1));
    else if (event.key === '-') setView((now) => zoomed(now, size, -1));
    else if (event.key === '0') setView(initial);
    else return;
    taken(event);
  };
  return (
    <div
      ref={frame}
      className={classes['frame']}
      style={size}
      role="application"
      aria-roledescription={t('Map')}
      aria-label={t(
        '%s Arrows go from point to point, with Shift they move the map, plus and minus zoom, 0 shows all.',
        label,
      )}
      tabIndex={0}
      data-dragged={hand.isMoving || undefined}
      onKeyDown={onKeyDown}
      {...hand.handlers}
    >
      {children(view, hand.isMoving, setView)}
      {stops.here && <div className={classes['ring']} style={{ left: stops.here.x, top: stops.here.y }} data-ring />}
      <span className="ts-visually-hidden" role="status" data-spoken>
        {stops.here?.name}
      </span>
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

function taken(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

type StopsProps = Pick<MapFrameProps, 'size' | 'stopsAt' | 'onStop'> & { readonly view: Viewport; readonly go: Go };

/** The stop that the keyboard is at, as long as it is in sight, and the keys that lead from one to the next. */
function useStops(
  frame: { readonly current: HTMLDivElement | null },
  { view, size, stopsAt, onStop, go }: StopsProps,
): { readonly here: PlacedStop | null; readonly onKey: (event: KeyboardEvent) => boolean } {
  const [at, setAt] = useState<string | null>(null);
  const inSight = () => stopsInSight(stopsAt(view), view, size);
  const here = at === null ? null : (inSight().find(({ key }) => key === at) ?? null);
  const press = (stop: PlacedStop) => {
    const box = frame.current?.getBoundingClientRect();
    if (box) onStop(stop, { x: box.left + stop.x, y: box.top + stop.y }, go);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    // Buttons of the map take their own keys.
    if (event.target !== frame.current || event.altKey) return false;
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (here !== null && (event.key === 'Enter' || event.key === ' ' || isMenu)) return (press(here), true);
    if (here !== null && event.key === 'Escape') return (setAt(null), true);
    const next = event.shiftKey ? null : stepStop(inSight(), at, event.key);
    if (next !== null) setAt(next.key);
    return next !== null;
  };
  return { here, onKey };
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
