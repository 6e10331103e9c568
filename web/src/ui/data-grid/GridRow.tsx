import { numberText, t } from '@tessera/core/messages';
import { memo } from 'react';
import { cx } from '../common/cx.ts';
import classes from './DataGrid.module.css';
import { GridCell } from './GridCell.tsx';
import type { GridMarks, RowMark } from './grid-marks.ts';
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
  readonly gutter: number;
  readonly columns: readonly PlacedColumn[];
  readonly marks: GridMarks | undefined;
  /** The active column, where the active cell is in this row. */
  readonly active: number | null;
  /** First and last selected column of this row. */
  readonly from: number;
  readonly to: number;
};

/** A row with the columns that are on screen. Drawn again only when something of it changes. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, shown, row, top, width, pinned, pinnedWidth, gutter, columns, marks, active, from, to } = props;
  const mark = marks?.row(row) ?? null;
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
      before={mark === 'changed' ? (marks?.before(row, column.name) ?? null) : null}
      active={active === index}
      selected={index >= from && index <= to}
    />
  );
  return (
    <div
      role="row"
      aria-rowindex={shown + 2}
      aria-label={mark === null ? undefined : markName(mark)}
      className={cx(classes['row'], mark !== null && classes[mark])}
      style={{ top, width }}
    >
      {pinnedWidth > 0 && (
        <div role="presentation" className={classes['pinned']} style={{ width: pinnedWidth }}>
          {gutter > 0 && (
            // The row says its number itself.
            <span aria-hidden data-row-number={shown} className={classes['rowNumber']} style={{ width: gutter }}>
              {mark !== null && <span className={classes['rowMark']}>{signs[mark]}</span>}
              {numberText(row + 1)}
            </span>
          )}
          {pinned.map(cell)}
        </div>
      )}
      {columns.map(cell)}
    </div>
  );
});

const signs: Readonly<Record<RowMark, string>> = { added: '+', removed: '−', changed: '~' };

function markName(mark: RowMark): string {
  return { added: t('Added'), removed: t('Removed'), changed: t('Changed') }[mark];
}
