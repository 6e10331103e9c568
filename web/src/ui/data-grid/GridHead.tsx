import { IconArrowDown, IconArrowUp, IconChevronDown, IconPinFilled } from '@tabler/icons-react';
import type { PointerEvent } from 'react';
import { cx } from '../common/cx.ts';
import classes from './DataGrid.module.css';
import type { GridSort } from './sort-rows.ts';
import type { PlacedColumn } from './use-columns.ts';

type GridHeadProps = {
  readonly id: string;
  readonly pinned: readonly PlacedColumn[];
  readonly pinnedWidth: number;
  readonly columns: readonly PlacedColumn[];
  readonly sort: GridSort;
  readonly active: number | null;
  readonly labelOf: (name: string) => string;
  readonly onSort: (name: string) => void;
  readonly onMenu: (index: number) => void;
  readonly onResize: (name: string, width: number) => void;
};

/** Names of the columns. A press sorts; the arrow opens what else can be done; the edge makes a column wider. */
export function GridHead({ pinned, pinnedWidth, columns, ...shared }: GridHeadProps) {
  return (
    <div role="row" aria-rowindex={1} className={classes['header']}>
      {pinned.length > 0 && (
        <div role="presentation" className={classes['pinned']} style={{ width: pinnedWidth }}>
          {pinned.map((placed) => (
            <HeadCell key={placed.column.name} {...shared} {...placed} isPinned />
          ))}
        </div>
      )}
      {columns.map((placed) => (
        <HeadCell key={placed.column.name} {...shared} {...placed} isPinned={false} />
      ))}
    </div>
  );
}

type HeadCellProps = Omit<GridHeadProps, 'pinned' | 'pinnedWidth' | 'columns'> &
  PlacedColumn & { readonly isPinned: boolean };

/** The buttons in it are for the pointer; by keyboard the head is a row of the grid. */
function HeadCell(props: HeadCellProps) {
  const { id, column, index, left, width, sort, active, isPinned, labelOf, onSort, onMenu, onResize } = props;
  const direction = sort?.column === column.name ? (sort.descending ? 'descending' : 'ascending') : 'none';
  const label = labelOf(column.name);
  const resize = (start: PointerEvent<HTMLElement>) => {
    const handle = start.currentTarget;
    handle.setPointerCapture(start.pointerId);
    const onMove = (move: globalThis.PointerEvent) => onResize(column.name, width + move.clientX - start.clientX);
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', onMove), {
      once: true,
    });
  };
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
      )}
      style={{ left, width }}
    >
      <button
        type="button"
        tabIndex={-1}
        className={classes['sortButton']}
        title={label}
        onClick={() => onSort(column.name)}
      >
        {isPinned && <IconPinFilled size={10} aria-hidden className={classes['pin']} />}
        <span className={classes['headerText']}>{label}</span>
        {direction === 'ascending' && <IconArrowUp size={12} aria-hidden />}
        {direction === 'descending' && <IconArrowDown size={12} aria-hidden />}
      </button>
      <button type="button" tabIndex={-1} aria-hidden className={classes['menuButton']} onClick={() => onMenu(index)}>
        <IconChevronDown size={12} />
      </button>
      <span aria-hidden className={classes['resizer']} onPointerDown={resize} />
    </div>
  );
}
