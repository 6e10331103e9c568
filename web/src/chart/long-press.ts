import { useEffect, type RefObject } from 'react';

/** As long as a finger rests on a mark before it asks what can be done, and as far as it may tremble, in px. */
const PRESS_MS = 500;
const TREMBLE = 10;

type Point = { readonly x: number; readonly y: number };

/**
 * What a long press of a finger means: the context menu of what is under it, as a right click opens it. Pure of the
 * page, so that a test can press without waiting.
 */
export type LongPress = {
  readonly down: (at: Point) => void;
  readonly move: (at: Point) => void;
  /** @returns whether it was a long press, whose click means nothing any more */
  readonly up: () => boolean;
  /** The browser opens a menu by itself. @returns whether that comes too late */
  readonly asked: () => boolean;
  readonly cancel: () => void;
};

/** Runs after the press was long enough. @returns what ends the wait */
type Wait = (run: () => void) => () => void;

const wait: Wait = (run) => {
  const timer = setTimeout(run, PRESS_MS);
  return () => clearTimeout(timer);
};

export function createLongPress(open: (at: Point) => void, after: Wait = wait): LongPress {
  let from: Point | null = null;
  let stop = (): void => undefined;
  let isLong = false;
  const end = () => {
    stop();
    from = null;
  };
  return {
    down: (at) => {
      end();
      isLong = false;
      from = at;
      stop = after(() => {
        isLong = true;
        open(at);
      });
    },
    move: (at) => {
      if (from !== null && !isLong && Math.hypot(at.x - from.x, at.y - from.y) > TREMBLE) end();
    },
    up: () => {
      end();
      return isLong;
    },
    asked: () => {
      if (isLong) return true;
      // The browser was first: its menu event opens what ours would, and the click after it means nothing.
      if (from !== null) {
        end();
        isLong = true;
      }
      return false;
    },
    cancel: end,
  };
}

/** Long presses of a finger inside an element open the menu of what is under it; browsers do not agree on that. */
export function useLongPress(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    const press = createLongPress(({ x, y }) => {
      const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: x, clientY: y });
      const under = document.elementFromPoint(x, y);
      if (under && node.contains(under)) under.dispatchEvent(menu);
    });
    return listen(node, press);
  }, [element]);
}

function listen(node: HTMLElement, press: LongPress): () => void {
  const end = new AbortController();
  const { signal } = end;
  const at = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });
  const finger = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerType === 'touch' && event.isPrimary) act(event);
  };
  node.addEventListener(
    'pointerdown',
    finger((event) => press.down(at(event))),
    { signal },
  );
  node.addEventListener(
    'pointermove',
    finger((event) => press.move(at(event))),
    { signal },
  );
  node.addEventListener(
    'pointercancel',
    finger(() => press.cancel()),
    { signal },
  );
  // The mouse events that follow a touch would close the menu, and select what is under it.
  node.addEventListener('touchend', (event) => press.up() && event.preventDefault(), { signal, passive: false });
  node.addEventListener(
    'contextmenu',
    (event) => {
      if (!event.isTrusted || !press.asked()) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
  return () => {
    press.cancel();
    end.abort();
  };
}
