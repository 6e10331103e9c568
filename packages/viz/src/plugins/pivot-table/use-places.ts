import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** A place in the whole grid, headers included: row and column counted from the corner. */
export type Place = readonly [number, number];

type Needs = {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: number;
  readonly columns: number;
  /** Levels of headers above and to the left of the values. */
  readonly above: number;
  readonly before: number;
  /** Rows that one page holds. */
  readonly page: number;
  /** The place where a shared header is drawn, which stands for all that it covers. */
  readonly anchorOf: (place: Place) => Place;
  /** The first place behind a header in a direction. */
  readonly beyond: (place: Place, step: Place) => Place;
  /** Brings a place into the part that is drawn. */
  readonly reveal: (place: Place) => void;
  readonly act: (kind: 'select' | 'menu' | 'clear', place: Place, event: KeyboardEvent<HTMLElement>) => void;
};

type Places = {
  /** Whether the Tab key reaches this place. */
  readonly isStop: (row: number, column: number) => boolean;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
};

/** One place is in the order of the Tab key; arrows go on from it, Enter selects, the menu key opens the menu. */
export function usePlaces(needs: Needs): Places {
  const { scroller, rows, columns, above, before, page, anchorOf, beyond, reveal, act } = needs;
  const [chosen, setChosen] = useState<Place>([above, before]);
  const clamp = ([row, column]: Place): Place => {
    const inRows = Math.min(Math.max(0, row), above + rows - 1);
    const inColumns = Math.min(Math.max(0, column), before + columns - 1);
    // The corner holds no values.
    return anchorOf(inRows < above && inColumns < before ? [inRows, before] : [inRows, inColumns]);
  };
  const at = clamp(chosen);
  // A place out of sight is drawn first and takes the focus then.
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current) return;
    const element = scroller.current?.querySelector<HTMLElement>(`[data-place="${at[0]}:${at[1]}"]`);
    if (!element) return reveal(at);
    isWanted.current = false;
    element.focus({ preventScroll: true });
    reveal(at);
  });
  const go = (place: Place) => {
    isWanted.current = true;
    setChosen(clamp(place));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    const [row, column] = at;
    if (step && !event.altKey) go(beyond(at, step));
    else if (event.key === 'Home') go([event.ctrlKey ? above : row, before]);
    else if (event.key === 'End') go([event.ctrlKey ? above + rows - 1 : row, before + columns - 1]);
    else if (event.key === 'PageDown') go([row + page, column]);
    else if (event.key === 'PageUp') go([Math.max(above, row - page), column]);
    else if (event.key === 'Enter' || event.key === ' ') act('select', at, event);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) act('menu', at, event);
    else if (event.key === 'Escape') act('clear', at, event);
    else return;
    // Escape still leaves what is around the table.
    if (event.key !== 'Escape') event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const [row, column] = (target.getAttribute('data-place') ?? '').split(':').map(Number);
    if (row !== undefined && column !== undefined && !Number.isNaN(row)) setChosen([row, column]);
  };
  return { isStop: (row, column) => row === at[0] && column === at[1], onKeyDown, onFocus };
}

const STEPS: Readonly<Record<string, Place>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
