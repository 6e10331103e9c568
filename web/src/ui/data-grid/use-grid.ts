import type { Table } from '@tessera/core/table';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { usePreferences } from '../common/preferences.ts';
import type { MenuPoint } from '../overlays/ContextMenu.tsx';
import type { FormatOf } from './cell-text.ts';
import { resizeColumn } from './column-layout.ts';
import type { Cursor } from './cursor.ts';
import { cellId, pointOf } from './grid-places.ts';
import type { GridSort } from './sort-rows.ts';
import { useColumns } from './use-columns.ts';
import { useOrder } from './use-order.ts';
import { useRowWindow } from './use-row-window.ts';
import { useSelection } from './use-selection.ts';

/** What closes gives the focus back itself within this time, where it can. */
const RETURN_MS = 30;

/** What is open over the grid. */
export type Popup = {
  readonly kind: 'menu' | 'cell' | 'statistics' | 'copy';
  readonly at: Cursor;
  /** Where on screen it opens. */
  readonly point: MenuPoint;
};

export type Grid = ReturnType<typeof useGrid>;

/** The state of one grid: order of its rows, layout of its columns, what is selected, and what is open over it. */
export function useGrid(
  table: Table,
  scroller: RefObject<HTMLElement | null>,
  columnLabel: (name: string) => string,
  formatOf: FormatOf,
) {
  const id = useId();
  const rowHeight = useRowHeight();
  const [sort, setSort] = useState<GridSort>(null);
  const [search, setSearch] = useState('');
  const [popup, setPopup] = useState<Popup | null>(null);
  const { order, isWorking } = useOrder(table, sort, search);
  const rows = useRowWindow(scroller, order.length, rowHeight);
  const columns = useColumns(table, scroller, rows.width, columnLabel, formatOf);
  const selection = useSelection(table, order, columns.all);

  useKeyboardBack(popup !== null, scroller);

  return {
    id,
    takeFocus: () => scroller.current?.focus({ preventScroll: true }),
    rowHeight,
    order,
    isWorking,
    rows,
    columns,
    selection,
    sort,
    setSort,
    /** Ascending, descending, then as the rows came. */
    sortBy: (name: string) =>
      setSort((now) => {
        if (now?.column !== name) return { column: name, descending: false };
        return now.descending ? null : { column: name, descending: true };
      }),
    search,
    searchFor: (text: string) => {
      setSearch(text);
      scroller.current?.scrollTo({ top: 0 });
    },
    popup,
    setPopup,
    open: (at: Cursor) => setPopup({ kind: 'cell', at, point: { x: 0, y: 0 } }),
    openMenu: (at: Cursor, point?: MenuPoint) => {
      selection.goTo(at, selection.range !== null && selection.holds(at));
      const cell = document.getElementById(cellId(id, at));
      setPopup({ kind: 'menu', at, point: point ?? pointOf(cell, scroller.current) });
    },
    /** Moves the active cell, and brings it into view. */
    goTo: (to: Cursor, extends_: boolean) => {
      selection.goTo(to, extends_);
      rows.show(to.row);
      columns.show(to.column);
    },
    setWidth: (name: string, width: number) => columns.setLayout((now) => resizeColumn(now, name, width)),
  };
}

/** After a menu or a dialog the keyboard is the grid's again, unless it went elsewhere. */
function useKeyboardBack(isOpen: boolean, scroller: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    const closed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!closed) return;
    const timer = setTimeout(() => {
      // What somebody went to meanwhile keeps it.
      const isTaken = document.activeElement?.matches('input, textarea, [contenteditable="true"]') ?? false;
      if (!isTaken) scroller.current?.focus({ preventScroll: true });
    }, RETURN_MS);
    return () => clearTimeout(timer);
  }, [isOpen, scroller]);
}

/** Heights of the tokens; a finger needs the most. */
function useRowHeight(): number {
  const height = usePreferences((state) => (state.density === 'compact' ? 28 : 32));
  const [isCoarse, setCoarse] = useState(() => matchMedia('(pointer: coarse)').matches);
  useEffect(() => {
    const pointer = matchMedia('(pointer: coarse)');
    const read = () => setCoarse(pointer.matches);
    pointer.addEventListener('change', read);
    return () => pointer.removeEventListener('change', read);
  }, []);
  return isCoarse ? 44 : height;
}
