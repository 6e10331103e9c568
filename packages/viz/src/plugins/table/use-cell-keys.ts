import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** A cell that was touched; a place is in px of the window. */
export type CellTouch = {
  readonly kind: 'select' | 'menu' | 'hover' | 'clear';
  readonly row: number;
  readonly column: number;
  readonly isAdded: boolean;
  readonly at: { readonly x: number; readonly y: number };
};

type CellKeys = {
  /** Whether the Tab key reaches this cell. */
  readonly isStop: (row: number, column: number) => boolean;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
};

type Needs = {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Rows and columns as they are shown, as numbers of the model. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly rowHeight: number;
  readonly onTouch: (touch: CellTouch) => void;
};

/** One cell is in the order of the Tab key; arrows go from cell to cell, Enter selects, the menu key opens the menu. */
export function useCellKeys({ scroller, rows, columns, rowHeight, onTouch }: Needs): CellKeys {
  const [place, setPlace] = useState<readonly [number, number]>([0, 0]);
  // A cell out of sight is drawn first and takes the focus then.
  const isWanted = useRef(false);
  const at: readonly [number, number] = [
    Math.min(place[0], Math.max(0, rows.length - 1)),
    Math.min(place[1], Math.max(0, columns.length - 1)),
  ];
  useEffect(() => {
    if (!isWanted.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-place="${at[0]}:${at[1]}"]`);
    if (!cell) {
      scroller.current?.scrollTo({ top: Math.max(0, (at[0] - 2) * rowHeight) });
      return;
    }
    isWanted.current = false;
    cell.focus();
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const touch = (kind: CellTouch['kind'], event: KeyboardEvent<HTMLElement>) => {
    const [row, column] = [rows[at[0]], columns[at[1]]];
    if (row === undefined || column === undefined) return;
    const box = (event.target instanceof Element ? event.target : event.currentTarget).getBoundingClientRect();
    onTouch({
      kind,
      row,
      column,
      isAdded: event.ctrlKey || event.metaKey || event.shiftKey,
      at: { x: box.left + 12, y: box.bottom },
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step && !event.altKey) {
      const [row, column] = [at[0] + step[0], at[1] + step[1]];
      setPlace([clamp(row, rows.length), clamp(column, columns.length)]);
      isWanted.current = true;
    } else if (event.key === 'Enter' || event.key === ' ') touch('select', event);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) touch('menu', event);
    else if (event.key === 'Escape') touch('clear', event);
    else return;
    // Escape still leaves what is around the table.
    if (event.key !== 'Escape') event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const [row, column] = (target.getAttribute('data-place') ?? '').split(':').map(Number);
    if (row !== undefined && column !== undefined && !Number.isNaN(row)) setPlace([row, column]);
  };
  return { isStop: (row, column) => row === at[0] && column === at[1], onKeyDown, onFocus };
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

function clamp(at: number, length: number): number {
  return Math.min(Math.max(0, length - 1), Math.max(0, at));
}
