import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconFilterFilled,
  IconPinFilled,
  IconSquareMinus,
  IconSquarePlus,
} from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { memo, useState, type PointerEvent } from 'react';
import { cx } from '../common/cx.ts';
import classes from './DataGrid.module.css';
import { dragHead } from './drag-head.ts';
import type { GridFilters } from './row-filters.ts';
import type { GridSort } from './sort-rows.ts';
import type { PlacedColumn } from './use-columns.ts';

type GridHeadProps = {
  readonly id: string;
  readonly pinned: readonly PlacedColumn[];
  readonly pinnedWidth: number;
  readonly gutter: number;
  readonly columns: readonly PlacedColumn[];
  readonly sort: GridSort;
  readonly filters: GridFilters;
  readonly active: number | null;
  readonly labelOf: (name: string) => string;
  /** What else is known of a column: its type. */
  readonly noteOf: (name: string) => string | null;
  /** Whether the fields of a column are columns of their own; null where it has none. */
  readonly expansionOf: (name: string) => boolean | null;
  readonly onExpand: (name: string, isExpanded: boolean) => void;
  readonly onSort: (name: string) => void;
  readonly onMenu: (index: number) => void;
  readonly onFilter: (index: number) => void;
  readonly onResize: (name: string, width: number) => void;
  readonly onFit: (name: string) => void;
  /** A column was dragged to the place of another one. */
  readonly onPlace: (name: string, at: number) => void;
  readonly onSelectAll: () => void;
};

/**
 * Names of the columns. A press sorts, a drag moves; the arrow opens what else can be done; the edge makes a column
 * wider, and fits it when it is pressed twice.
 */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const { pinned, pinnedWidth, gutter, columns, onSelectAll, onPlace, ...shared } = props;
  const [target, setTarget] = useState<number | null>(null);
  const cell = (placed: PlacedColumn, isPinned: boolean) => (
    <HeadCell
      key={placed.column.name}
      {...shared}
      {...placed}
      isPinned={isPinned}
      isTarget={target === placed.index}
      onDrag={(start) =>
        dragHead(start, setTarget, (at) => {
          if (at !== null && at !== placed.index) onPlace(placed.column.name, at);
        })
      }
    />
  );
  return (
    <div role="row" aria-rowindex={1} className={classes['header']}>
      {pinnedWidth > 0 && (
        <div role="presentation" className={classes['pinned']} style={{ width: pinnedWidth }}>
          {gutter > 0 && (
            // By keyboard it is Control and A.
            <button
              type="button"
              tabIndex={-1}
              aria-hidden
              className={classes['corner']}
              style={{ width: gutter }}
              title={t('Select all')}
              onClick={onSelectAll}
            />
          )}
          {pinned.map((placed) => cell(placed, true))}
        </div>
      )}
      {columns.map((placed) => cell(placed, false))}
    </div>
  );
});

type HeadCellProps = Omit<GridHeadProps, 'pinned' | 'pinnedWidth' | 'gutter' | 'columns' | 'onSelectAll' | 'onPlace'> &
  PlacedColumn & {
    readonly isPinned: boolean;
    /** The column that is dragged would stand here. */
    readonly isTarget: boolean;
    readonly onDrag: (start: PointerEvent<HTMLElement>) => void;
  };

/** The buttons in it are for the pointer; by keyboard the head is a row of the grid. */
function HeadCell(props: HeadCellProps) {
  const { id, column, index, left, width, sort, active, isPinned, isTarget, labelOf, noteOf, onSort, onDrag } = props;
  const { name } = column;
  const direction = sort?.column === name ? (sort.descending ? 'descending' : 'ascending') : 'none';
  const label = labelOf(name);
  const note = noteOf(name);
  return (
    <div
      id={`${id}-head-${index}`}
      role="columnheader"
      data-head={index}
      aria-colindex={index + 1}
      aria-sort={direction}
      aria-label={label}
      className={cx(
        classes['headerCell'],
        column.kind === 'numeric' && classes['number'],
        active === index && classes['active'],
        isTarget && classes['target'],
      )}
      style={{ left, width }}
    >
      <ExpandButton {...props} />
      <button
        type="button"
        tabIndex={-1}
        className={classes['sortButton']}
        title={note === null ? label : `${label}\n${note}`}
        onPointerDown={onDrag}
        onClick={() => onSort(name)}
      >
        {isPinned && <IconPinFilled size={10} aria-hidden className={classes['pin']} />}
        <span className={classes['headerText']}>{label}</span>
        {direction === 'ascending' && <IconArrowUp size={12} aria-hidden />}
        {direction === 'descending' && <IconArrowDown size={12} aria-hidden />}
      </button>
      <HeadButtons {...props} />
    </div>
  );
}

function ExpandButton({ column: { name }, expansionOf, onExpand }: HeadCellProps) {
  const isExpanded = expansionOf(name);
  if (isExpanded === null) return null;
  const Icon = isExpanded ? IconSquareMinus : IconSquarePlus;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      className={classes['expandButton']}
      title={isExpanded ? t('Collapse') : t('Expand into columns')}
      onClick={() => onExpand(name, !isExpanded)}
    >
      <Icon size={14} stroke={1.5} />
    </button>
  );
}

function HeadButtons({ column: { name }, index, width, filters, onFilter, onMenu, onResize, onFit }: HeadCellProps) {
  const resize = (start: PointerEvent<HTMLElement>) => {
    const handle = start.currentTarget;
    handle.setPointerCapture(start.pointerId);
    const onMove = (move: globalThis.PointerEvent) => onResize(name, width + move.clientX - start.clientX);
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', onMove), {
      once: true,
    });
  };
  return (
    <>
      {filters.has(name) && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className={classes['filterButton']}
          title={t('Filter')}
          onClick={() => onFilter(index)}
        >
          <IconFilterFilled size={12} />
        </button>
      )}
      <button type="button" tabIndex={-1} aria-hidden className={classes['menuButton']} onClick={() => onMenu(index)}>
        <IconChevronDown size={12} />
      </button>
      <span aria-hidden className={classes['resizer']} onPointerDown={resize} onDoubleClick={() => onFit(name)} />
    </>
  );
}
