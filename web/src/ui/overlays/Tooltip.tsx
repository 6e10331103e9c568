import {
  cloneElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type HTMLAttributes,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { both } from '../common/both.ts';
import { placeBubble, type Side } from './place-bubble.ts';
import classes from './Tooltip.module.css';

/** Whoever passes over a row of buttons wants none of them explained. */
const DELAY_MS = 400;

type TooltipProps = {
  readonly label: ReactNode;
  /** One element that takes the attributes of an element. */
  readonly children: ReactElement<HTMLAttributes<Element>>;
  readonly position?: Side;
  /** Show at once (values in charts, cut texts) instead of after a moment. */
  readonly instant?: boolean;
  /** Shown by a press too, as on a phone: the element does nothing else. */
  readonly isPressed?: boolean;
};

/**
 * Shown on hover and on keyboard focus; never holds anything that can be clicked. Nearly every button has one, and few
 * are shown: until then it is some handlers.
 */
export function Tooltip({ label, children, position = 'bottom', instant = false, isPressed = false }: TooltipProps) {
  const id = useId();
  // What the label is about, while it is shown.
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [delay] = useState(createDelay);
  useEffect(() => delay.stop, [delay]);
  const show = (element: Element, afterMs: number) => {
    delay.stop();
    if (afterMs === 0) setAnchor(element);
    else delay.start(() => setAnchor(element), afterMs);
  };
  const hide = () => {
    delay.stop();
    setAnchor(null);
  };
  const { onPointerEnter, onPointerLeave, onPointerDown, onClick, onFocus, onBlur } = children.props;
  const enter = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') show(event.currentTarget, instant ? 0 : DELAY_MS);
  };
  // Where a menu or a panel comes, the words would cover it.
  const press = ({ currentTarget }: PointerEvent) => currentTarget.hasAttribute('aria-haspopup') && hide();
  const focus = ({ currentTarget, target }: FocusEvent) => {
    if (target.matches(':focus-visible')) show(currentTarget, 0);
  };
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: both(onPointerEnter, enter),
        onPointerLeave: both(onPointerLeave, hide),
        onPointerDown: both(onPointerDown, press),
        ...(isPressed && { onClick: both(onClick, ({ currentTarget }: MouseEvent) => show(currentTarget, 0)) }),
        onFocus: both(onFocus, focus),
        onBlur: both(onBlur, hide),
        ...(anchor && { 'aria-describedby': id }),
      })}
      {anchor &&
        createPortal(
          <Bubble id={id} anchor={anchor} side={position} onHide={hide}>
            {label}
          </Bubble>,
          document.body,
        )}
    </>
  );
}

/** One timer at a time. */
function createDelay() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start: (run: () => void, afterMs: number): void => {
      timer = setTimeout(run, afterMs);
    },
    stop: (): void => clearTimeout(timer),
  };
}

type BubbleProps = {
  readonly id: string;
  readonly anchor: Element;
  readonly side: Side;
  readonly onHide: () => void;
  readonly children: ReactNode;
};

function Bubble({ id, anchor, side, onHide, children }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const latest = useRef(onHide);
  useLayoutEffect(() => {
    latest.current = onHide;
  });
  useLayoutEffect(() => {
    const place = () => {
      const own = bubble.current;
      if (!own) return;
      const screen = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
      const { x, y } = placeBubble(anchor.getBoundingClientRect(), own.getBoundingClientRect(), screen, side);
      Object.assign(own.style, { left: `${x}px`, top: `${y}px` });
    };
    place();
    // Focus scrolls what it reaches into sight.
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
    };
  }, [anchor, side, children]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current();
    };
    // A finger leaves nothing, and a button of a phone may not have the focus that it would lose.
    const onPointer = ({ target }: Event) => {
      if (!(target instanceof Node && anchor.contains(target))) latest.current();
    };
    addEventListener('keydown', onKey, true);
    addEventListener('pointerdown', onPointer, true);
    return () => {
      removeEventListener('keydown', onKey, true);
      removeEventListener('pointerdown', onPointer, true);
    };
  }, [anchor]);
  return (
    <div ref={bubble} id={id} role="tooltip" className={classes['bubble']}>
      {children}
    </div>
  );
}
