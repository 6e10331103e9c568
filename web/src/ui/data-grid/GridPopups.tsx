import type { Column } from '@tessera/core/table';
import { CellViewer } from './CellViewer.tsx';
import { moveColumn, pinColumn } from './column-layout.ts';
import type { CellBlock } from './copy-formats.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { HEAD_ROW } from './cursor.ts';
import { copyBlock } from './grid-actions.ts';
import { GridMenu } from './GridMenu.tsx';
import { StatisticsPopover } from './StatisticsPopover.tsx';
import type { Grid, Popup } from './use-grid.ts';

type GridPopupsProps = {
  readonly grid: Grid;
  /** What statistics hold for, where rows are missing. */
  readonly scope: string | null;
  readonly labelOf: (name: string) => string;
};

/** What opens over the grid: the menu of a cell or a head, the whole value, statistics, the choice of a copy. */
export function GridPopups({ grid, scope, labelOf }: GridPopupsProps) {
  const { popup, order } = grid;
  const column = popup === null ? undefined : grid.columns.all[popup.at.column];
  if (popup === null || column === undefined) return null;
  const row = order[popup.at.row];
  const close = () => grid.setPopup(null);
  const label = labelOf(column.name);
  const blocks = blocksOf(grid, column, row);

  if (popup.kind === 'cell')
    return row === undefined ? null : (
      <CellViewer column={column} label={label} row={row} number={popup.at.row + 1} onClose={close} />
    );
  if (popup.kind === 'statistics')
    return (
      <StatisticsPopover at={popup.point} column={column} label={label} rows={order} scope={scope} onClose={close} />
    );
  if (popup.kind === 'copy') return <CopyDialog onClose={close} scopes={blocks} />;
  return <OpenedMenu grid={grid} popup={popup} column={column} label={label} blocks={blocks} />;
}

/** What a copy may take, from the place where it was asked for. */
function blocksOf({ order, columns, selection }: Grid, column: Column, row: number | undefined) {
  return {
    cell: row === undefined ? null : { rows: [row], columns: [column], isHeadless: true },
    selection: selection.range === null ? null : { ...selection.block(), isHeadless: false },
    row: row === undefined ? null : { rows: [row], columns: columns.all },
    column: { rows: order, columns: [column] },
    all: { rows: order, columns: columns.all },
  };
}

type OpenedMenuProps = {
  readonly grid: Grid;
  readonly popup: Popup;
  readonly column: Column;
  readonly label: string;
  readonly blocks: ReturnType<typeof blocksOf>;
};

function OpenedMenu({ grid, popup, column, label, blocks }: OpenedMenuProps) {
  const { columns, selection } = grid;
  const { name } = column;
  const next = (kind: Popup['kind']) => grid.setPopup({ ...popup, kind });
  const copy = (block: CellBlock | null) => block !== null && void copyBlock(block, 'tsv');
  return (
    <GridMenu
      at={popup.point}
      column={column}
      label={label}
      isHead={popup.at.row === HEAD_ROW}
      isPinned={columns.layout.pinned.has(name)}
      isSorted={grid.sort?.column === name}
      selectedCells={countCells(selection)}
      // A choice that opened something else has replaced the menu already.
      onClose={() => grid.setPopup((now) => (now?.kind === 'menu' ? null : now))}
      actions={{
        open: () => next('cell'),
        copyCell: () => copy(blocks.cell),
        copyRow: () => copy(blocks.row),
        copyColumn: () => copy({ ...blocks.column, isHeadless: true }),
        copySelection: () => copy(selection.block()),
        copyAs: () => next('copy'),
        sort: (descending) => grid.setSort({ column: name, descending }),
        unsort: () => grid.setSort(null),
        pin: (isPinned) => columns.setLayout((now) => pinColumn(now, name, isPinned)),
        move: (by) => columns.setLayout((now) => moveColumn(columns.all, now, name, by)),
        resize: (by) => grid.setWidth(name, columns.widthOf(name) + by),
        statistics: () => next('statistics'),
      }}
    />
  );
}

function countCells({ range }: Grid['selection']): number {
  if (range === null) return 0;
  return (range.rows[1] - range.rows[0] + 1) * (range.columns[1] - range.columns[0] + 1);
}
