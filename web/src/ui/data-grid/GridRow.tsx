import { memo } from 'react';
import classes from './DataGrid.module.css';
import { GridCell } from './GridCell.tsx';
import type { PlacedColumn } from './use-columns.ts';

type GridRowProps = {
  readonly id: string;
  /** Place among the rows that are shown. */
  readonly shown: number;
  /** Row of the table. */
  readonly row: number;
  readonly top: number;
  readonly width: number;
  readonly pinned: readonly PlacedColumn[];
  readonly pinnedWidth: number;
  readonly columns: readonly PlacedColumn[];
  /** The active column, where the active cell is in this row. */
  readonly active: number | null;
  /** First and last selected column of this row. */
  readonly from: number;
  readonly to: number;
};

/** A row with the columns that are on screen. Drawn again only when something of it changes. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, shown, row, top, width, pinned, pinnedWidth, columns, active, from, to } = props;
  const cell = ({ column, index, left, width: columnWidth, format }: PlacedColumn) => (
    <GridCell
      key={column.name}
      id={`${id}-${shown}-${index}`}
      place={`${shown},${index}`}
      column={column}
      format={format}
      row={row}
      left={left}
      width={columnWidth}
      index={index}
      active={active === index}
      selected={index >= from && index <= to}
    />
  );
  return (
    <div role="row" aria-rowindex={shown + 2} className={classes['row']} style={{ top, width }}>
      {pinned.length > 0 && (
        <div role="presentation" className={classes['pinned']} style={{ width: pinnedWidth }}>
          {pinned.map(cell)}
        </div>
      )}
      {columns.map(cell)}
    </div>
  );
});
