import { t } from '@tessera/core/messages';
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
  /** What the cell was in the result that this one is compared with; null where it is the same. */
  readonly before: string | null;
  readonly active: boolean;
  readonly selected: boolean;
};

/** One value, looking like what it is: numbers to the right, null distinguished from text. */
export function GridCell(props: GridCellProps) {
  const { id, place, column, format, row, left, width, index, before, active, selected } = props;
  const cell = cellAt(column, row);
  const formatted = cell === null ? null : (format?.(cell) ?? null);
  const text = formatted ?? cellText(column, row);
  return (
    <div
      id={id}
      role="gridcell"
      data-place={place}
      aria-colindex={index + 1}
      aria-selected={selected || active}
      title={before === null ? exactText(formatted, column, row) : t('Before: %s', before)}
      className={cx(
        classes['cell'],
        column.kind === 'numeric' && classes['number'],
        typeof cell === 'object' && cell !== null && classes['struct'],
        before !== null && classes['changedCell'],
        selected && classes['selected'],
        active && classes['active'],
      )}
      style={{ left, width }}
    >
      {before !== null && <del className={classes['before']}>{cut(before)}</del>}
      {cell === null ? <span className={classes['null']}>null</span> : cut(text)}
    </div>
  );
}

function cut(text: string): string {
  return text.length > MAX_CELL_CHARS ? `${text.slice(0, MAX_CELL_CHARS)}…` : text;
}

/** The value that stands behind a formatted one. */
function exactText(formatted: string | null, column: Column, row: number): string | undefined {
  return formatted === null ? undefined : cellText(column, row).slice(0, MAX_CELL_CHARS);
}
