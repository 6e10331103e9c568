import type { Table } from '@tessera/core/table';
import { numberText, t, tMarked, tn } from '@tessera/core/messages';
import { useRef, type ReactNode } from 'react';
import type { FormatOf } from './cell-text.ts';
import type { CellBlock } from './copy-formats.ts';
import { HEAD_ROW, type Cursor } from './cursor.ts';
import classes from './DataGrid.module.css';
import { DataGridToolbar } from './DataGridToolbar.tsx';
import { copyBlock, downloadBlock } from './grid-actions.ts';
import { GridHead } from './GridHead.tsx';
import { GridPopups } from './GridPopups.tsx';
import { GridRow } from './GridRow.tsx';
import { useGrid, type Grid } from './use-grid.ts';
import { gridEvents } from './grid-events.ts';
import { cellId } from './grid-places.ts';

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
  /** How columns are written in the cells; copies, files and the viewer of a cell have what they hold. */
  readonly formatOf?: FormatOf;
};

const asItIs = (name: string) => name;
const unformatted: FormatOf = () => null;

/**
 * Rows and columns of a result, as far as they are on screen.
 *
 * One stop of the Tab key: arrows move, Shift selects, Enter opens a cell or sorts by a head, F10 has the menu,
 * Control or ⌘ with C copies.
 */
export function DataGrid({ table, label, note, cutAt = null, fileName, ...look }: DataGridProps) {
  const { columnLabel = asItIs, formatOf = unformatted } = look;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useGrid(table, scroller, columnLabel, formatOf);
  const { id, order, columns, search, sort } = grid;
  const isNarrowed = search.trim() !== '';
  const all: CellBlock = { rows: order, columns: columns.all };
  const drawn = drawnCell(grid);
  return (
    <div className={classes['frame']}>
      <DataGridToolbar
        rowCount={table.rowCount}
        columnCount={columns.all.length}
        note={note}
        scope={cutAt !== null && (isNarrowed || sort !== null) ? scopeText(cutAt, null) : null}
        search={search}
        onSearch={grid.searchFor}
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
        aria-busy={grid.isWorking}
        aria-activedescendant={drawn === null ? undefined : cellId(id, drawn)}
        aria-describedby={`${id}-keys`}
        tabIndex={0}
        {...gridEvents(grid)}
        className={classes['scroller']}
      >
        <Canvas grid={grid} columnLabel={columnLabel} />
      </div>
      <span id={`${id}-keys`} className="ts-visually-hidden">
        {tMarked(
          'Arrows move, with Shift they select. Enter opens a cell, or sorts by a column head. F10 opens the ' +
            'menu. Control and C copies.',
        )}
      </span>
      <GridPopups grid={grid} scope={scopeText(cutAt, isNarrowed ? order.length : null)} labelOf={columnLabel} />
    </div>
  );
}

type CanvasProps = { readonly grid: Grid; readonly columnLabel: (name: string) => string };

/** As wide and high as all rows; only those on screen are in it. */
function Canvas({ grid, columnLabel }: CanvasProps) {
  const { id, rowHeight, order, rows, columns, sort } = grid;
  const { active, range } = grid.selection;
  const placed = { pinned: columns.pinned, pinnedWidth: columns.pinnedWidth, columns: columns.columns };
  return (
    <div
      role="presentation"
      className={classes['canvas']}
      style={{ width: columns.totalWidth, height: rows.height + rowHeight }}
    >
      <GridHead
        id={id}
        {...placed}
        sort={sort}
        active={active?.row === HEAD_ROW ? active.column : null}
        labelOf={columnLabel}
        onSort={grid.sortBy}
        onMenu={(column) => grid.openMenu({ row: HEAD_ROW, column })}
        onResize={grid.setWidth}
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
          {...placed}
          active={active?.row === shown ? active.column : null}
          {...selectedColumns(range, shown)}
        />
      ))}
    </div>
  );
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

/** What a figure of the browser holds for, where rows are missing; `null` where none is. */
function scopeText(cutAt: number | null, found: number | null): string | null {
  if (found !== null && cutAt !== null)
    return tn('of the one row found in the first %(limit)s', 'of %(count)s rows found in the first %(limit)s', found, {
      limit: numberText(cutAt),
    });
  if (found !== null) return tn('of the one row found', 'of the %(count)s rows found', found);
  return cutAt === null ? null : tn('of the first row', 'of the first %(count)s rows', cutAt);
}
