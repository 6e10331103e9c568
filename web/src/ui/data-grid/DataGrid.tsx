import type { Table } from '@tessera/core/table';
import { numberText, t, tMarked, tn } from '@tessera/core/messages';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { usePreferences } from '../common/preferences.ts';
import type { MenuPoint } from '../overlays/Menu.tsx';
import { moveColumn, pinColumn, resizeColumn } from './column-layout.ts';
import type { CellBlock } from './copy-formats.ts';
import { HEAD_ROW, moveCell, type Cursor } from './cursor.ts';
import classes from './DataGrid.module.css';
import { DataGridToolbar } from './DataGridToolbar.tsx';
import { copyBlock, downloadBlock } from './grid-actions.ts';
import { GridHead } from './GridHead.tsx';
import { GridPopups, type Popup } from './GridPopups.tsx';
import { GridRow } from './GridRow.tsx';
import type { GridSort } from './sort-rows.ts';
import { useColumns } from './use-columns.ts';
import { useOrder } from './use-order.ts';
import { useRowWindow } from './use-row-window.ts';
import { useSelection } from './use-selection.ts';

export type DataGridProps = {
  readonly table: Table;
  /** What the grid shows, for screen readers: 'Results', 'Samples'. */
  readonly label: string;
  /** Shown beside the count: "limit reached", how old. */
  readonly note?: ReactNode;
  /** So many rows are here and there are more: a sort, a search and statistics hold for these alone. */
  readonly cutAt?: number | null;
  /** Name of the file that is saved; without it there is no download. */
  readonly fileName?: string;
  /** Name on screen of a column; the copy keeps the name of the table. */
  readonly columnLabel?: (name: string) => string;
};

/** What closes gives the focus back itself within this time, where it can. */
const RETURN_MS = 30;

const asItIs = (name: string) => name;

/**
 * Rows and columns of a result, as far as they are on screen.
 *
 * One stop of the Tab key: arrows move, Shift selects, Enter opens a cell or sorts by a head, F10 has the menu,
 * Control or ⌘ with C copies.
 */
export function DataGrid({ table, label, note, cutAt = null, fileName, columnLabel = asItIs }: DataGridProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const [sort, setSort] = useState<GridSort>(null);
  const [search, setSearch] = useState('');
  const [popup, setPopup] = useState<Popup | null>(null);
  const { order, isWorking } = useOrder(table, sort, search);
  const rows = useRowWindow(scroller, order.length, rowHeight);
  const columns = useColumns(table, scroller, rows.width, columnLabel);
  const selection = useSelection(table, order, columns.all);
  const { active, range } = selection;

  useKeyboardBack(popup !== null, scroller);

  const isNarrowed = search.trim() !== '';
  const scope = scopeText(cutAt, isNarrowed ? order.length : null);
  const all: CellBlock = { rows: order, columns: columns.all };

  const goTo = (to: Cursor, extends_: boolean) => {
    selection.goTo(to, extends_);
    rows.show(to.row);
    columns.show(to.column);
  };
  const sortBy = (name: string) =>
    setSort((now) =>
      now?.column !== name
        ? { column: name, descending: false }
        : now.descending
          ? null
          : { column: name, descending: true },
    );
  const setWidth = (name: string, width: number) => columns.setLayout((now) => resizeColumn(now, name, width));
  const openMenu = (at: Cursor, point?: MenuPoint) => {
    selection.goTo(at, range !== null && selection.holds(at));
    setPopup({ kind: 'menu', at, point: point ?? pointOf(document.getElementById(cellId(id, at)), scroller.current) });
  };
  const open = (at: Cursor) => setPopup({ kind: 'cell', at, point: { x: 0, y: 0 } });

  const onKeyDown = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const act = actionOf(event, isCommand);
    if (act !== undefined) event.preventDefault();
    act?.();
  };
  const actionOf = (event: KeyboardEvent, isCommand: boolean): (() => void) | undefined => {
    const { key } = event;
    if (isCommand && key === 'a') return selection.selectAll;
    if (isCommand && key === 'c' && active !== null) return () => void copyBlock(selection.block(), 'tsv');
    if (active !== null && (key === 'F10' || key === 'ContextMenu')) return () => openMenu(active);
    if (active !== null && key === 'Enter')
      return active.row === HEAD_ROW ? () => sortBy(columns.all[active.column]?.name ?? '') : () => open(active);
    if (key === 'Escape' && range !== null) return selection.collapse;
    const to = moveCell(active, event, { rows: order.length, columns: columns.all.length, page: rows.pageRows });
    return to === null ? undefined : () => goTo(to, event.shiftKey);
  };

  return (
    <div className={classes['frame']}>
      <DataGridToolbar
        rowCount={table.rowCount}
        columnCount={columns.all.length}
        note={note}
        scope={cutAt !== null && (isNarrowed || sort !== null) ? scopeText(cutAt, null) : null}
        search={search}
        onSearch={(next) => {
          setSearch(next);
          scroller.current?.scrollTo({ top: 0 });
        }}
        foundCount={order.length}
        onCopy={(format) => void copyBlock(all, format)}
        {...(fileName === undefined ? {} : { onDownload: () => void downloadBlock(all, fileName) })}
      />
      {/* The grid takes the keyboard as a whole; the active cell is named by aria-activedescendant. */}
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={order.length + 1}
        aria-colcount={columns.all.length}
        aria-multiselectable
        aria-busy={isWorking}
        aria-activedescendant={isDrawn(active, rows, columns) && active !== null ? cellId(id, active) : undefined}
        aria-describedby={`${id}-keys`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onMouseDown={(event) => {
          // A press on a head leaves the keyboard with the grid.
          if (!(event.target instanceof Element) || event.target.closest('button') === null) return;
          event.preventDefault();
          scroller.current?.focus({ preventScroll: true });
        }}
        onPointerDown={(event) => {
          const place = placeOf(event.target);
          if (place && event.button === 0) selection.goTo(place, event.shiftKey);
        }}
        onPointerOver={(event) => {
          // A finger scrolls.
          const place = event.pointerType === 'mouse' && event.buttons === 1 ? placeOf(event.target) : null;
          if (place) selection.goTo(place, true);
        }}
        onDoubleClick={(event) => {
          const place = placeOf(event.target);
          if (place) open(place);
        }}
        onContextMenu={(event) => {
          const place = placeOf(event.target) ?? headOf(event.target);
          if (!place) return;
          event.preventDefault();
          openMenu(place, { x: event.clientX, y: event.clientY });
        }}
        className={classes['scroller']}
      >
        <div
          role="presentation"
          className={classes['canvas']}
          style={{ width: columns.totalWidth, height: rows.height + rowHeight }}
        >
          <GridHead
            id={id}
            pinned={columns.pinned}
            pinnedWidth={columns.pinnedWidth}
            columns={columns.columns}
            sort={sort}
            active={active?.row === HEAD_ROW ? active.column : null}
            labelOf={columnLabel}
            onSort={sortBy}
            onMenu={(column) => openMenu({ row: HEAD_ROW, column })}
            onResize={setWidth}
          />
          {order.length === 0 && <p className={classes['nothing']}>{t('No row holds these words.')}</p>}
          {Array.from({ length: rows.end - rows.first }, (_, index) => rows.first + index).map((shown, index) => (
            <GridRow
              key={shown}
              id={id}
              shown={shown}
              row={order[shown] ?? 0}
              top={rows.top + (index + 1) * rowHeight}
              width={columns.totalWidth}
              pinned={columns.pinned}
              pinnedWidth={columns.pinnedWidth}
              columns={columns.columns}
              active={active?.row === shown ? active.column : null}
              {...selectedColumns(range, shown)}
            />
          ))}
        </div>
      </div>
      <span id={`${id}-keys`} className="ts-visually-hidden">
        {tMarked(
          'Arrows move, with Shift they select. Enter opens a cell, or sorts by a column head. F10 opens the ' +
            'menu. Control and C copies.',
        )}
      </span>
      <GridPopups
        popup={popup}
        onPopup={setPopup}
        selection={selection}
        order={order}
        columns={columns.all}
        layout={columns.layout}
        sort={sort}
        scope={scope}
        labelOf={columnLabel}
        onSort={setSort}
        onPin={(name, isPinned) => columns.setLayout((now) => pinColumn(now, name, isPinned))}
        onMove={(name, by) => columns.setLayout((now) => moveColumn(columns.all, now, name, by))}
        onResize={(name, by) => setWidth(name, columns.widthOf(name) + by)}
      />
    </div>
  );
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

/** Rows and columns out of sight are not in the page, and nothing may point at them. */
function isDrawn(
  active: Cursor | null,
  rows: { readonly first: number; readonly end: number },
  columns: Pick<ReturnType<typeof useColumns>, 'pinned' | 'columns'>,
): boolean {
  if (active === null) return false;
  const isRow = active.row === HEAD_ROW || (active.row >= rows.first && active.row < rows.end);
  return isRow && [...columns.pinned, ...columns.columns].some(({ index }) => index === active.column);
}

function selectedColumns(range: ReturnType<typeof useSelection>['range'], row: number) {
  const isIn = range !== null && row >= range.rows[0] && row <= range.rows[1];
  return isIn ? { from: range.columns[0], to: range.columns[1] } : { from: 1, to: 0 };
}

function cellId(id: string, { row, column }: Cursor): string {
  return row === HEAD_ROW ? `${id}-head-${column}` : `${id}-${row}-${column}`;
}

/** The cell under a pointer, from the mark that each cell carries. */
function placeOf(target: EventTarget): Cursor | null {
  const [row, column] =
    (target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset['place'] : undefined)
      ?.split(',')
      .map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
}

function headOf(target: EventTarget): Cursor | null {
  const column = target instanceof Element ? target.closest<HTMLElement>('[data-head]')?.dataset['head'] : undefined;
  return column === undefined ? null : { row: HEAD_ROW, column: Number(column) };
}

/** Below a cell, and inside of the grid. */
function pointOf(cell: Element | null, grid: Element | null): MenuPoint {
  const frame = grid?.getBoundingClientRect();
  const box = cell?.getBoundingClientRect() ?? frame;
  return { x: Math.max(frame?.left ?? 0, box?.left ?? 0), y: box?.bottom ?? 0 };
}

/** What a figure of the browser holds for, where rows are missing; `null` where none is. */
function scopeText(cutAt: number | null, found: number | null): string | null {
  if (found !== null && cutAt !== null)
    return tn('of the one row found in the first %(limit)s', 'of %(count)s rows found in the first %(limit)s', found, {
      limit: numberText(cutAt),
    });
  if (found !== null) return tn('of the one row found', 'of the %(count)s rows found', found);
  return cutAt === null ? null : tn('of the first row', 'of the first %(count)s rows', cutAt);
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
