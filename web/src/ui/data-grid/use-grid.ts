import type { Column, Table } from '@tessera/core/table';
import { useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { usePreferences } from '../common/preferences.ts';
import type { MenuPoint } from '../overlays/ContextMenu.tsx';
import type { FormatOf } from './cell-text.ts';
import { moveColumn, placeColumn, resizeColumn, toggled } from './column-layout.ts';
import { usualStyle, type CopyStyle } from './copy-types.ts';
import { HEAD_ROW, type Cursor } from './cursor.ts';
import type { WholeCells } from './cut-cells.ts';
import { fittingWidth } from './fitting-width.ts';
import { useGridView, type ChangeView, type GridMemory, type GridView } from './grid-view.ts';
import type { GridMarks } from './grid-marks.ts';
import { cellId, pointOf } from './grid-places.ts';
import { expandTable } from './nested-columns.ts';
import { noFilters, withFilter, type ColumnFilter } from './row-filters.ts';
import type { GridSort } from './sort-rows.ts';
import { useColumns } from './use-columns.ts';
import { isNarrowed, useOrder } from './use-order.ts';
import { useRowWindow } from './use-row-window.ts';
import { useSelection } from './use-selection.ts';

/** What closes gives the focus back itself within this time, where it can. */
const RETURN_MS = 30;
/** Width of the numbers of rows; a phone has no room for them. */
const GUTTER_PX = 56;
const MIN_GUTTER_VIEW_PX = 480;

const none: ReadonlySet<string> = new Set();

/** What is open over the grid. */
export type Popup = {
  readonly kind: 'menu' | 'cell' | 'statistics' | 'copy' | 'filter';
  readonly at: Cursor;
  /** Where on screen it opens. */
  readonly point: MenuPoint;
};

export type Grid = ReturnType<typeof useGrid>;

export type GridLook = {
  /** Name on screen of a column. */
  readonly labelOf: (name: string) => string;
  readonly formatOf: FormatOf;
  readonly hasRowNumbers: boolean;
  readonly marks: GridMarks | undefined;
  readonly copyStyle?: Omit<CopyStyle, 'isHarmless'> | undefined;
  readonly wholeCells: WholeCells | undefined;
  readonly memory: GridMemory | undefined;
};

/** The state of one grid: order of its rows, layout of its columns, what is selected, and what is open over it. */
export function useGrid(result: Table, scroller: RefObject<HTMLDivElement | null>, look: GridLook) {
  const id = useId();
  const rowHeight = useRowHeight();
  const [popup, setPopup] = useState<Popup | null>(null);
  const { labelOf, formatOf } = look;
  const [state, change] = useGridView(look.memory);
  const { table, ...expansion } = useExpansion(result, state, change);
  const { order, isWorking, ...view } = useView(table, scroller, state, change);
  const rows = useRowWindow(scroller, order.length, rowHeight);
  const gutter = look.hasRowNumbers && rows.width >= MIN_GUTTER_VIEW_PX ? GUTTER_PX : 0;
  const doubled = look.marks?.changed ?? none;
  const words = { labelOf, formatOf, doubled };
  const columns = useColumns({
    table,
    scroller,
    viewWidth: rows.width,
    gutter,
    ...words,
    layout: state.layout,
    change,
  });
  const selection = useSelection(result, order, columns.all);

  useKeyboardBack(popup !== null, scroller);
  const takeFocus = () => scroller.current?.focus({ preventScroll: true });

  return {
    id,
    table,
    ...expansion,
    takeFocus,
    searchBoxId: `${id}-search`,
    rowHeight,
    order,
    isWorking,
    ...view,
    rows,
    gutter,
    columns,
    selection,
    copyStyle: { ...usualStyle, ...look.copyStyle },
    wholeCells: look.wholeCells,
    popup,
    setPopup,
    ...opening(selection, setPopup, (at) => pointOf(document.getElementById(cellId(id, at)), scroller.current)),
    /** Moves the active cell, and brings it into view. */
    goTo: (to: Cursor, extends_: boolean) => {
      selection.goTo(to, extends_);
      rows.show(to.row);
      columns.show(to.column);
    },
    ...arranging(columns, (column) => {
      const { name } = column;
      const fitting = fittingWidth(column, order, labelOf(name), formatOf(name), scroller.current);
      return doubled.has(name) ? 2 * fitting : fitting;
    }),
  };
}

/** What opens over the grid. @param placeOf  where a cell is on screen */
function opening(
  selection: ReturnType<typeof useSelection>,
  setPopup: (popup: Popup) => void,
  placeOf: (at: Cursor) => MenuPoint,
) {
  const open = (kind: Popup['kind'], at: Cursor, point = placeOf(at)) => {
    selection.goTo(at, selection.range !== null && selection.holds(at));
    setPopup({ kind, at, point });
  };
  return {
    open: (at: Cursor) => setPopup({ kind: 'cell', at, point: { x: 0, y: 0 } }),
    openMenu: (at: Cursor, point?: MenuPoint) => open('menu', at, point),
    openFilter: (column: number) => open('filter', { row: HEAD_ROW, column }),
    openCopy: (at: Cursor) => setPopup({ kind: 'copy', at, point: { x: 0, y: 0 } }),
  };
}

/** What changes how columns stand. @param widthOf  as wide as what a column holds */
function arranging({ given, setLayout }: ReturnType<typeof useColumns>, widthOf: (column: Column) => number) {
  return {
    setWidth: (name: string, width: number) => setLayout((now) => resizeColumn(now, name, width)),
    fit: (names: readonly string[]) =>
      setLayout((now) =>
        names.reduce((layout, name) => {
          const column = given.get(name);
          return column === undefined ? layout : resizeColumn(layout, name, widthOf(column));
        }, now),
      ),
    move: (name: string, by: -1 | 1) => setLayout((now) => moveColumn([...given.values()], now, name, by)),
    place: (name: string, at: string) => setLayout((now) => placeColumn([...given.values()], now, name, at)),
  };
}

/** Columns of structures whose fields are columns of their own. */
function useExpansion(result: Table, { expanded }: GridView, change: ChangeView) {
  const table = useMemo(() => expandTable(result, expanded), [result, expanded]);
  return {
    table,
    expanded,
    expand: (name: string, isExpanded: boolean) =>
      change((now) => ({ ...now, expanded: toggled(now.expanded, [name], isExpanded) })),
  };
}

/** Order of the rows, and what is left of them. Filters hold for the columns that are there. */
function useView(
  table: Table,
  scroller: RefObject<HTMLDivElement | null>,
  { sort, filters, search }: GridView,
  change: ChangeView,
) {
  const { columns } = table;
  const narrowing = useMemo(
    () => ({ filters: new Map([...filters].filter(([name]) => columns.has(name))), search }),
    [columns, filters, search],
  );
  const sorting = sort !== null && columns.has(sort.column) ? sort : null;
  const toTop = () => scroller.current?.scrollTo({ top: 0 });
  return {
    ...useOrder(table, sorting, narrowing),
    sort: sorting,
    setSort: (next: GridSort) => change((now) => ({ ...now, sort: next })),
    /** Ascending, descending, then as the rows came. */
    sortBy: (name: string) => change((now) => ({ ...now, sort: nextSort(now.sort, name) })),
    ...narrowing,
    isNarrowed: isNarrowed(narrowing),
    searchFor: (text: string) => {
      change((now) => ({ ...now, search: text }));
      toTop();
    },
    filterBy: (name: string, filter: ColumnFilter | null) => {
      change((now) => ({ ...now, filters: withFilter(now.filters, name, filter) }));
      toTop();
    },
    showAll: () => change((now) => ({ ...now, filters: noFilters, search: '' })),
  };
}

function nextSort(now: GridSort, column: string): GridSort {
  if (now?.column !== column) return { column, descending: false };
  return now.descending ? null : { column, descending: true };
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
