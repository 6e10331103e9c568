import type { Column } from '@tessera/core/table';
import type { Dispatch, SetStateAction } from 'react';
import type { MenuPoint } from '../overlays/Menu.tsx';
import { CellViewer } from './CellViewer.tsx';
import type { ColumnLayout } from './column-layout.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { HEAD_ROW, type Cursor } from './cursor.ts';
import { copyBlock } from './grid-actions.ts';
import { GridMenu } from './GridMenu.tsx';
import type { GridSort } from './sort-rows.ts';
import { StatisticsPopover } from './StatisticsPopover.tsx';
import type { useSelection } from './use-selection.ts';

export type Popup = {
  readonly kind: 'menu' | 'cell' | 'statistics' | 'copy';
  readonly at: Cursor;
  /** Where on screen it opens. */
  readonly point: MenuPoint;
};

type GridPopupsProps = {
  readonly popup: Popup | null;
  readonly onPopup: Dispatch<SetStateAction<Popup | null>>;
  readonly selection: ReturnType<typeof useSelection>;
  readonly order: Uint32Array;
  readonly columns: readonly Column[];
  readonly layout: ColumnLayout;
  readonly sort: GridSort;
  readonly scope: string | null;
  readonly labelOf: (name: string) => string;
  readonly onSort: (sort: GridSort) => void;
  readonly onPin: (name: string, isPinned: boolean) => void;
  readonly onMove: (name: string, by: -1 | 1) => void;
  readonly onResize: (name: string, by: number) => void;
};

/** What opens over the grid: the menu of a cell or a head, the whole value, statistics, the choice of a copy. */
export function GridPopups(props: GridPopupsProps) {
  const { popup, onPopup, selection, order, columns, sort, labelOf } = props;
  const column = popup === null ? undefined : columns[popup.at.column];
  if (popup === null || column === undefined) return null;
  const { at, point } = popup;
  const { name } = column;
  const row = order[at.row];
  const close = () => onPopup(null);
  const label = labelOf(name);
  const rowBlock = row === undefined ? null : { rows: [row], columns };
  const columnBlock = { rows: order, columns: [column] };

  if (popup.kind === 'cell')
    return row === undefined ? null : (
      <CellViewer column={column} label={label} row={row} number={at.row + 1} onClose={close} />
    );
  if (popup.kind === 'statistics')
    return (
      <StatisticsPopover at={point} column={column} label={label} rows={order} scope={props.scope} onClose={close} />
    );
  if (popup.kind === 'copy')
    return (
      <CopyDialog
        onClose={close}
        scopes={{
          cell: row === undefined ? null : { rows: [row], columns: [column], isHeadless: true },
          selection: selection.range === null ? null : { ...selection.block(), isHeadless: false },
          row: rowBlock,
          column: columnBlock,
          all: { rows: order, columns },
        }}
      />
    );
  const next = (kind: Popup['kind']) => onPopup({ ...popup, kind });
  return (
    <GridMenu
      at={point}
      column={column}
      label={label}
      isHead={at.row === HEAD_ROW}
      isPinned={props.layout.pinned.has(name)}
      isSorted={sort?.column === name}
      selectedCells={countCells(selection)}
      // A choice that opened something else has replaced the menu already.
      onClose={() => onPopup((now) => (now?.kind === 'menu' ? null : now))}
      actions={{
        open: () => next('cell'),
        copyCell: () =>
          row !== undefined && void copyBlock({ rows: [row], columns: [column], isHeadless: true }, 'tsv'),
        copyRow: () => rowBlock !== null && void copyBlock(rowBlock, 'tsv'),
        copyColumn: () => void copyBlock({ ...columnBlock, isHeadless: true }, 'tsv'),
        copySelection: () => void copyBlock(selection.block(), 'tsv'),
        copyAs: () => next('copy'),
        sort: (descending) => props.onSort({ column: name, descending }),
        unsort: () => props.onSort(null),
        pin: (isPinned) => props.onPin(name, isPinned),
        move: (by) => props.onMove(name, by),
        resize: (by) => props.onResize(name, by),
        statistics: () => next('statistics'),
      }}
    />
  );
}

function countCells({ range }: ReturnType<typeof useSelection>): number {
  if (range === null) return 0;
  return (range.rows[1] - range.rows[0] + 1) * (range.columns[1] - range.columns[0] + 1);
}
