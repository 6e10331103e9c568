import type { Mark } from '@tessera/viz/marks';

/** So long the pointer rests on a mark before it counts: whoever passes over many asks about none. */
const REST_MS = 80;

/** Tells what the pointer is over, by a key of the place; `find` makes the mark when it counts. Null is nothing. */
export type Hover = (key: string | null, find?: () => Mark | undefined) => void;

/** Waits before it runs. @returns what ends the wait */
export type Wait = (run: () => void) => () => void;

const rest: Wait = (run) => {
  const timer = setTimeout(run, REST_MS);
  return () => clearTimeout(timer);
};

/** A hover that is reported once per mark and not per move of the pointer. */
export function createHover(tell: (mark: Mark | null) => void, wait: Wait = rest): Hover {
  let over: string | null = null;
  let reported: string | null = null;
  let stop = (): void => undefined;
  return (key, find) => {
    if (key === over) return;
    over = key;
    stop();
    stop = wait(() => {
      const mark = find?.() ?? null;
      if (mark === null && reported === null) return;
      reported = mark?.key ?? null;
      tell(mark);
    });
  };
}
