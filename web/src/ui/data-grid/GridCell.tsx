import { cellAt, type Column } from '@tessera/core/table';
import { cx } from '../common/cx.ts';
import { cellText, type CellFormat } from './cell-text.ts';
import classes from './DataGrid.module.css';

/** Longer text is cut in the cell; the viewer has the whole. */
const MAX_CELL_CHARS = 300;

type GridCellProps = {
  readonly id: string;
  /** Row and column as shown, for the grid's own pointer handling. */
  readonly place: string;
  readonly column: Column;
  readonly format: CellFormat | null;
  readonly row: number;
  readonly left: number;
  readonly width: number;
  /** Place among the columns, from 0. */
  readonly index: number;
  readonly active: boolean;
  readonly selected: boolean;
};

/** One value, looking like what it is: numbers to the right, null distinguished from text. */
export function GridCell({ id, place, column, format, row, left, width, index, active, selected }: GridCellProps) {
  const cell = cellAt(column, row);
  const text = (cell === null ? null : format?.(cell)) ?? cellText(column, row);
  return (
    <div
      id={id}
      role="gridcell"
      data-place={place}
      aria-colindex={index + 1}
      aria-selected={selected || active}
      className={cx(
        classes['cell'],
        column.kind === 'numeric' && classes['number'],
        typeof cell === 'object' && cell !== null && classes['struct'],
        selected && classes['selected'],
        active && classes['active'],
      )}
      style={{ left, width }}
    >
      {cell === null ? (
        <span className={classes['null']}>null</span>
      ) : text.length > MAX_CELL_CHARS ? (
        `${text.slice(0, MAX_CELL_CHARS)}…`
      ) : (
        text
      )}
    </div>
  );
}
