import { useVirtualizer } from '@tanstack/react-virtual';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Column, Table } from '@tessera/core/table';
import { cellAt } from '@tessera/core/table';
import { t, tNamed } from '@tessera/core/messages';
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { copyText } from '../feedback/copy.ts';
import { cx } from '../common/cx.ts';
import classes from './DataGrid.module.css';
import { DataGridToolbar } from './DataGridToolbar.tsx';
import { cellAtPlace, moveCell, placeOfCell, type Cursor, type MarkedCell } from './grid-cursor.ts';
import { nextTurn, rowsInTurns, searchRows, searchWords } from './grid-search.ts';
import { cellText, columnWidth, rowsAsText, sortedRows, type CopyFormat, type GridSort } from './grid-text.ts';
import { usePreferences } from '../common/preferences.ts';

type DataGridProps = {
  readonly table: Table;
  /** What the grid shows, for screen readers: 'Results', 'Samples'. */
  readonly label: string;
  /** Shown beside the count: "limit reached", how old. */
  readonly note?: ReactNode;
  readonly cutAt?: number | null;
  /** Name of the file that is saved; without it there is no download. */
  readonly fileName?: string;
  /** Name on screen of a column; the copy keeps the name of the table. */
  readonly columnLabel?: (name: string) => string;
};

/** Nothing is measured in the page, so a grid of 100 000 rows opens as fast as one of ten. */
const charPx = 7.4;

/**
 * Rows and columns as far as they are on screen. Arrows move, Ctrl/⌘+C copies the cell, the head sorts, the search
 * narrows.
 */
export function DataGrid({ table, label, note, fileName, columnLabel = (name) => name }: DataGridProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const [sort, setSort] = useState<GridSort>(null);
  const [marked, setMarked] = useState<MarkedCell | null>(null);
  const [search, setSearch] = useState('');
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});

  const columns = useMemo(() => [...table.columns.values()], [table]);
  const sorted = useMemo(() => sortedRows(table, sort), [table, sort]);
  const order = useFound(table, sorted, search);
  const rowCount = order.length;
  const active = useMemo(() => placeOfCell(marked, table, order), [marked, table, order]);
  const guessed = useMemo(() => columns.map((column) => columnWidth(column, charPx)), [columns]);
  const widthOf = (index: number) => widths[columns[index]?.name ?? ''] ?? guessed[index] ?? 120;

  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: widthOf,
    overscan: 3,
  });

  const totalWidth = across.getTotalSize();
  // Rows and columns out of sight are not in the page, and nothing may point at them.
  const isDrawn =
    active !== null &&
    rows.getVirtualItems().some(({ index }) => index === active.row) &&
    across.getVirtualItems().some(({ index }) => index === active.column);
  const sortBy = (name: string) =>
    setSort((now) =>
      now?.column !== name
        ? { column: name, descending: false }
        : now.descending
          ? null
          : { column: name, descending: true },
    );

  const resize = (index: number, name: string, start: PointerEvent<HTMLElement>) => {
    const from = start.clientX;
    const width = widthOf(index);
    const handle = start.currentTarget;
    handle.setPointerCapture(start.pointerId);
    const onMove = (move: globalThis.PointerEvent) => {
      setWidths((now) => ({ ...now, [name]: Math.max(48, width + move.clientX - from) }));
      across.measure();
    };
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', onMove), { once: true });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (
      (event.ctrlKey || event.metaKey) &&
      event.key === 'c' &&
      active !== null &&
      (getSelection()?.isCollapsed ?? true)
    ) {
      event.preventDefault();
      const column = columns[active.column];
      if (column) void copyText(cellText(column, order[active.row] ?? 0), t('Cell copied'));
      return;
    }
    const next = moveCell(active, event, {
      rows: rowCount,
      columns: columns.length,
      page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
    });
    if (next === null) return;
    event.preventDefault();
    setMarked(cellAtPlace(next, table, order));
    rows.scrollToIndex(next.row);
    across.scrollToIndex(next.column);
  };

  return (
    <div className={classes['frame']}>
      <DataGridToolbar
        rowCount={table.rowCount}
        columnCount={columns.length}
        note={note}
        search={search}
        onSearch={(next) => {
          setSearch(next);
          scroller.current?.scrollTo({ top: 0 });
        }}
        foundCount={rowCount}
        onCopy={(format) => void copyRows(table, order, format)}
        {...(fileName === undefined
          ? {}
          : {
              onDownload: () =>
                void rowsInTurns(table, order, 'csv', nextTurn).then((pieces) => download(pieces, `${fileName}.csv`)),
            })}
      />
      {/* The grid takes the keyboard as a whole; the active cell is named by aria-activedescendant. */}
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length}
        aria-activedescendant={isDrawn ? `${id}-${active?.row}-${active?.column}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const place = placeOf(event.target);
          if (place) setMarked(cellAtPlace(place, table, order));
        }}
        onDoubleClick={(event) => {
          const place = placeOf(event.target);
          if (place) void copyText(rowsAsText(table, order, place.row, place.row + 1, 'tsv'), t('Row copied'));
        }}
        className={classes['scroller']}
      >
        <div
          role="presentation"
          className={classes['canvas']}
          style={{ width: totalWidth, height: rows.getTotalSize() + rowHeight }}
        >
          <div role="row" aria-rowindex={1} className={classes['header']}>
            {across.getVirtualItems().map(({ index, start, size }) => {
              const column = columns[index];
              if (!column) return null;
              const direction = sort?.column === column.name ? (sort.descending ? 'descending' : 'ascending') : 'none';
              return (
                <div
                  key={column.name}
                  role="columnheader"
                  aria-colindex={index + 1}
                  aria-sort={direction}
                  className={cx(classes['headerCell'], column.kind === 'numeric' && classes['number'])}
                  style={{ left: start, width: size }}
                >
                  <button
                    type="button"
                    tabIndex={-1}
                    className={classes['sortButton']}
                    title={columnLabel(column.name)}
                    onClick={() => sortBy(column.name)}
                  >
                    <span className={classes['headerText']}>{columnLabel(column.name)}</span>
                    {direction === 'ascending' && <IconArrowUp size={12} aria-hidden />}
                    {direction === 'descending' && <IconArrowDown size={12} aria-hidden />}
                  </button>
                  <span
                    aria-hidden
                    className={classes['resizer']}
                    onPointerDown={(event) => resize(index, column.name, event)}
                  />
                </div>
              );
            })}
          </div>
          {rowCount === 0 && <p className={classes['nothing']}>{t('No row holds these words.')}</p>}
          {rows.getVirtualItems().map(({ index: shown, start }) => (
            <div
              key={shown}
              role="row"
              aria-rowindex={shown + 2}
              className={classes['row']}
              style={{ top: start + rowHeight, width: totalWidth }}
            >
              {across.getVirtualItems().map(({ index, start: left, size }) => {
                const column = columns[index];
                if (!column) return null;
                const isActive = active?.row === shown && active.column === index;
                return (
                  <GridCell
                    key={column.name}
                    id={`${id}-${shown}-${index}`}
                    place={`${shown},${index}`}
                    column={column}
                    row={order[shown] ?? shown}
                    left={left}
                    width={size}
                    index={index}
                    active={isActive}
                  />
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

type GridCellProps = {
  readonly id: string;
  /** Row and column as shown, for the grid's own pointer handling. */
  readonly place: string;
  readonly column: Column;
  readonly row: number;
  readonly left: number;
  readonly width: number;
  readonly index: number;
  readonly active: boolean;
};

function GridCell({ id, place, column, row, left, width, index, active }: GridCellProps) {
  const isNull = cellAt(column, row) === null;
  const text = cellText(column, row);
  return (
    <div
      id={id}
      role="gridcell"
      data-place={place}
      tabIndex={-1}
      aria-colindex={index + 1}
      aria-selected={active}
      title={text.length * charPx > width - 16 ? text : undefined}
      className={cx(classes['cell'], column.kind === 'numeric' && classes['number'], active && classes['active'])}
      style={{ left, width }}
    >
      {isNull ? <span className={classes['null']}>null</span> : text}
    </div>
  );
}

/** The cell under a pointer, from the mark that each cell carries. */
function placeOf(target: EventTarget): Cursor | null {
  const [row, column] =
    (target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset['place'] : undefined)
      ?.split(',')
      .map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
}

/** Heights of the tokens; a finger needs the most. */
function useRowHeight(): number {
  const height = usePreferences((state) => (state.density === 'compact' ? 28 : 32));
  return matchMedia('(pointer: coarse)').matches ? 44 : height;
}

/** The rows that a search leaves. What was found last stays until the next is found. */
function useFound(table: Table, sorted: Uint32Array, search: string): Uint32Array {
  const [found, setFound] = useState<{ readonly of: Table; readonly rows: Uint32Array } | null>(null);
  const isSearched = searchWords(search).length > 0;
  useEffect(() => {
    if (!isSearched) return setFound(null);
    const stop = new AbortController();
    void searchRows(table, sorted, search, stop.signal, nextTurn).then((rows) => rows && setFound({ of: table, rows }));
    return () => stop.abort();
  }, [table, sorted, search, isSearched]);
  return isSearched && found?.of === table ? found.rows : sorted;
}

async function copyRows(table: Table, order: Uint32Array, format: CopyFormat): Promise<void> {
  const pieces = await rowsInTurns(table, order, format, nextTurn);
  await copyText(
    pieces.join(''),
    order.length === 1 ? t('1 row copied') : tNamed('%(count)s rows copied', { count: order.length.toLocaleString() }),
  );
}

function download(pieces: readonly string[], name: string): void {
  // The mark makes spreadsheets read UTF-8.
  const address = URL.createObjectURL(new Blob(['\ufeff', ...pieces], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
