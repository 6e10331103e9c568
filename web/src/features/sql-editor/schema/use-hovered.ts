import { useEffect, useState } from 'react';
import type { ColumnRow } from './tree/tree-row.ts';

/** A column that the pointer rests on, and its row on screen. */
export type Hovered = { readonly row: ColumnRow; readonly anchor: Element };

/** A pointer that passes by asks nothing. */
const REST_MS = 450;
/** On its way to the card the pointer leaves the row. */
const LEAVE_MS = 250;

export function useHovered() {
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const [delay] = useState(createDelay);
  useEffect(() => delay.stop, [delay]);
  return {
    hovered,
    over: (row: ColumnRow | null, anchor: Element) => {
      if (row === null) delay.start(() => setHovered(null), LEAVE_MS);
      else delay.start(() => setHovered({ row, anchor }), REST_MS);
    },
    /** The pointer is over the card itself, or has left it. */
    overCard: (isOver: boolean) => {
      if (isOver) delay.stop();
      else delay.start(() => setHovered(null), LEAVE_MS);
    },
    close: () => {
      delay.stop();
      setHovered(null);
    },
  };
}

/** One timer at a time. */
function createDelay() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    start: (run: () => void, afterMs: number): void => {
      stop();
      timer = setTimeout(run, afterMs);
    },
    stop,
  };
}
