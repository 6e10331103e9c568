import type { Table } from '@tessera/core/table';
import { msg, t, tMarked } from '@tessera/core/messages';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { FormatOf } from './cell-text.ts';
import type { CopyStyle } from './copy-types.ts';
import { HEAD_ROW, type Cursor } from './cursor.ts';
import { cutScope, type WholeCells } from './cut-cells.ts';
import classes from './DataGrid.module.css';
import { onDemand } from '../common/on-demand.tsx';
import { DataGridToolbar } from './DataGridToolbar.tsx';
import { scopeText } from './filter-words.ts';
import { downloadBlock } from './grid-actions.ts';
import { gridEvents } from './grid-events.ts';
import type { GridMemory } from './grid-view.ts';
import type { GridMarks } from './grid-marks.ts';
import { cellId } from './grid-places.ts';
import { GridHead } from './GridHead.tsx';
import { GridPills } from './GridPills.tsx';
import { GridRow } from './GridRow.tsx';
import { isNested } from './nested-columns.ts';
import { useGrid, type Grid } from './use-grid.ts';

/** Menus, filters and dialogs come when somebody is at the grid. */
const GridPopups = onDemand(async () => (await import('./GridPopups.tsx')).GridPopups);

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
  /** What else is known of a column: its type. */
  readonly columnNote?: (name: string) => string | null;
  /** How columns are written in the cells; copies, files and the viewer of a cell have what they hold. */
  readonly formatOf?: FormatOf;
  /** Numbers before the rows, which select them. */
  readonly hasRowNumbers?: boolean;
  /** How copies are written for a database. */
  readonly copyStyle?: Omit<CopyStyle, 'isHarmless'>;
  /** Cells that are here in part, and the way to the whole. */
  readonly wholeCells?: WholeCells;
  /** Marks of rows and cells beside their values. */
  readonly marks?: GridMarks;
  /** What else can be done with the rows, at the end of the toolbar. */
  readonly tools?: ReactNode;
  /** Keeps order, filters, search and columns for when the grid comes back. */
  readonly memory?: GridMemory;
  /** Off for a few rows that are only looked at. */
  readonly hasToolbar?: boolean;
};

const keys = msg(
  'Arrows move, with Shift they select. Enter opens a cell, or sorts by a column head. F10 opens the menu. ' +
    'Control and C copies.',
);
const asItIs = (name: string) => name;
const nothing = () => null;

/** What a sort and a search hold for, where that is not every row. */
function scopeOf(grid: Grid, cutAt: number | null): string | null {
  const isMoved = grid.isNarrowed || grid.sort !== null;
  const parts = [cutAt !== null && isMoved ? scopeText(cutAt, null) : null, cutScope(grid)];
  return parts.filter((part) => part !== null).join('; ') || null;
}

function narrowedScope({ isNarrowed, order }: Grid, cutAt: number | null): string | null {
  return scopeText(cutAt, isNarrowed ? order.length : null);
}

function activeId(grid: Grid): string | undefined {
  const drawn = drawnCell(grid);
  return drawn === null ? undefined : cellId(grid.id, drawn);
}

/**
 * Rows and columns of a result, as far as they are on screen.
 *
 * One stop of the Tab key: arrows move, Shift selects, Enter opens a cell or sorts by a head, F10 has the menu,
 * Control or ⌘ with C copies.
 */
export function DataGrid({ table, label, note, cutAt = null, fileName, hasToolbar = true, ...props }: DataGridProps) {
  const { columnLabel = asItIs, columnNote = nothing, formatOf = nothing, hasRowNumbers = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { marks, copyStyle, wholeCells } = props;
  const look = { labelOf: columnLabel, formatOf, hasRowNumbers, marks, copyStyle, wholeCells, memory: props.memory };
  const grid = useGrid(table, scroller, look);
  const { id, order, columns } = grid;
  const words = { labelOf: columnLabel, noteOf: columnNote };
  return (
    <div className={classes['frame']} onPointerEnter={GridPopups.preload} onFocus={GridPopups.preload}>
      {hasToolbar && (
        <DataGridToolbar
          grid={grid}
          labelOf={columnLabel}
          rowCount={table.rowCount}
          note={note}
          scope={scopeOf(grid, cutAt)}
          tools={props.tools}
          {...(fileName === undefined
            ? {}
            : { onDownload: () => void downloadBlock({ rows: order, columns: columns.all }, fileName) })}
        />
      )}
      <GridPills grid={grid} labelOf={columnLabel} />
      {/* The grid takes the keyboard as a whole; the active cell is named by aria-activedescendant. */}
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={order.length + 1}
        aria-colcount={columns.all.length}
        aria-multiselectable
        aria-busy={grid.isWorking}
        aria-activedescendant={activeId(grid)}
        aria-describedby={`${id}-keys`}
        tabIndex={0}
        {...gridEvents(grid)}
        className={classes['scroller']}
      >
        <Canvas grid={grid} marks={marks} {...words} />
      </div>
      <span id={`${id}-keys`} className="ts-visually-hidden">
        {tMarked(keys)}
      </span>
      {grid.popup !== null && <GridPopups grid={grid} scope={narrowedScope(grid, cutAt)} {...words} />}
    </div>
  );
}

type CanvasProps = {
  readonly grid: Grid;
  readonly marks: GridMarks | undefined;
  readonly labelOf: (name: string) => string;
  readonly noteOf: (name: string) => string | null;
};

/** As wide and high as all rows; only those on screen are in it. */
function Canvas({ grid, marks, labelOf, noteOf }: CanvasProps) {
  const { id, rowHeight, order, rows, columns, gutter } = grid;
  const { active, range } = grid.selection;
  const placed = { pinned: columns.pinned, pinnedWidth: columns.pinnedWidth, columns: columns.columns, gutter };
  const { table, expanded } = grid;
  const expansionOf = useCallback((name: string) => expansionIn(table, expanded, name), [table, expanded]);
  return (
    <div
      role="presentation"
      className={classes['canvas']}
      style={{ width: columns.totalWidth, height: rows.height + rowHeight }}
    >
      <GridHead
        id={id}
        {...placed}
        sort={grid.sort}
        filters={grid.filters}
        active={active?.row === HEAD_ROW ? active.column : null}
        labelOf={labelOf}
        noteOf={noteOf}
        expansionOf={expansionOf}
        {...useHeadActions(grid)}
      />
      {order.length === 0 && grid.isNarrowed && (
        <p className={classes['nothing']}>
          {grid.filters.size > 0 ? t('No row passes the filters.') : t('No row holds these words.')}
        </p>
      )}
      {Array.from({ length: rows.end - rows.first }, (_, index) => rows.first + index).map((shown, index) => (
        // A row that leaves the screen is drawn again as one that comes: elements are neither made nor thrown away.
        <GridRow
          key={shown % rows.slots}
          id={id}
          shown={shown}
          row={order[shown] ?? 0}
          top={rows.top + (index + 1) * rowHeight}
          width={columns.totalWidth}
          {...placed}
          marks={marks}
          active={active?.row === shown ? active.column : null}
          {...selectedColumns(range, shown)}
        />
      ))}
    </div>
  );
}

/** What the heads do, by the grid as it is then: they are not drawn again when rows scroll. */
function useHeadActions(grid: Grid) {
  const latest = useRef(grid);
  useEffect(() => {
    latest.current = grid;
  });
  return useMemo(
    () => ({
      onExpand: (name: string, isExpanded: boolean) => latest.current.expand(name, isExpanded),
      onSort: (name: string) => latest.current.sortBy(name),
      onMenu: (column: number) => latest.current.openMenu({ row: HEAD_ROW, column }),
      onFilter: (column: number) => latest.current.openFilter(column),
      onResize: (name: string, width: number) => latest.current.setWidth(name, width),
      onFit: (name: string) => latest.current.fit([name]),
      onPlace: (name: string, at: number) => latest.current.place(name, latest.current.columns.all[at]?.name ?? name),
      onSelectAll: () => latest.current.selection.selectAll(),
    }),
    [],
  );
}

/** Whether the fields of a column are columns of their own; null of one that has none. */
function expansionIn(table: Table, expanded: ReadonlySet<string>, name: string): boolean | null {
  if (expanded.has(name)) return true;
  const column = table.columns.get(name);
  return column !== undefined && isNested(column, table.rowCount) ? false : null;
}

/** The active cell; rows and columns out of sight are not in the page, and nothing may point at them. */
function drawnCell({ selection: { active }, rows, columns }: Grid): Cursor | null {
  if (active === null) return null;
  const isRow = active.row === HEAD_ROW || (active.row >= rows.first && active.row < rows.end);
  const isColumn = [...columns.pinned, ...columns.columns].some(({ index }) => index === active.column);
  return isRow && isColumn ? active : null;
}

function selectedColumns(range: Grid['selection']['range'], row: number) {
  const isIn = range !== null && row >= range.rows[0] && row <= range.rows[1];
  return isIn ? { from: range.columns[0], to: range.columns[1] } : { from: 1, to: 0 };
}
