import { cellAt, type Column } from '@tessera/core/table';
import { CellViewer } from './CellViewer.tsx';
import { cellText } from './cell-text.ts';
import { hideColumns, pinColumn } from './column-layout.ts';
import type { CellBlock } from './copy-types.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { HEAD_ROW } from './cursor.ts';
import { cutCellsIn, cutWords } from './cut-cells.ts';
import { FilterPopover } from './FilterPopover.tsx';
import { copyBlock } from './grid-actions.ts';
import { GridMenu, type GridMenuActions } from './GridMenu.tsx';
import { isNested } from './nested-columns.ts';
import { StatisticsPopover } from './StatisticsPopover.tsx';
import type { Grid, Popup } from './use-grid.ts';

type GridPopupsProps = {
  readonly grid: Grid;
  /** What statistics hold for, where rows are missing. */
  readonly scope: string | null;
  readonly labelOf: (name: string) => string;
  readonly noteOf: (name: string) => string | null;
};

/** What opens over the grid: the menu of a cell or a head, the whole value, statistics, a filter, what to copy. */
export function GridPopups({ grid, scope, labelOf, noteOf }: GridPopupsProps) {
  const { popup, order, table, wholeCells } = grid;
  const column = popup === null ? undefined : grid.columns.all[popup.at.column];
  if (popup === null || column === undefined) return null;
  const { name } = column;
  const row = order[popup.at.row];
  const close = () => grid.setPopup(null);
  const label = labelOf(name);

  switch (popup.kind) {
    case 'cell':
      if (row === undefined) return null;
      return (
        <CellViewer
          column={column}
          label={label}
          row={row}
          number={popup.at.row + 1}
          wholeCells={wholeCells}
          onClose={close}
        />
      );
    case 'statistics':
      return (
        <StatisticsPopover
          at={popup.point}
          column={column}
          label={label}
          note={noteOf(name)}
          rows={order}
          scope={scope}
          cutNote={cutWords(cutCellsIn({ rows: order, columns: [column] }, wholeCells).length)}
          onClose={close}
        />
      );
    case 'filter':
      return (
        <FilterPopover
          at={popup.point}
          column={column}
          rowCount={table.rowCount}
          label={label}
          cutNote={cutWords(wholeCells?.cells.filter((cell) => cell.column === name).length ?? 0)}
          filter={grid.filters.get(name) ?? null}
          onChange={(filter) => grid.filterBy(name, filter)}
          onClose={close}
        />
      );
    case 'copy':
      return <CopyDialog onClose={close} scopes={blocksOf(grid, column, row)} grid={grid} />;
    case 'menu':
      return <OpenedMenu grid={grid} popup={popup} column={column} label={label} row={row} />;
  }
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
  readonly row: number | undefined;
};

function OpenedMenu(props: OpenedMenuProps) {
  const { grid, popup, column, label } = props;
  const { columns, table } = grid;
  const { name } = column;
  const isExpanded = grid.expanded.has(name);
  return (
    <GridMenu
      at={popup.point}
      label={label}
      isHead={popup.at.row === HEAD_ROW}
      isPinned={columns.layout.pinned.has(name)}
      isSorted={grid.sort?.column === name}
      isFiltered={grid.filters.has(name)}
      isExpanded={isExpanded || isNested(column, table.rowCount) ? isExpanded : null}
      canHide={columns.all.length > 1}
      selectedCells={countCells(grid.selection)}
      // A choice that opened something else has replaced the menu already.
      onClose={() => grid.setPopup((now) => (now?.kind === 'menu' ? null : now))}
      actions={menuActions(props)}
    />
  );
}

function menuActions({ grid, popup, column, row }: OpenedMenuProps): GridMenuActions {
  const { columns, selection } = grid;
  const { name } = column;
  const blocks = blocksOf(grid, column, row);
  const next = (kind: Popup['kind']) => grid.setPopup({ ...popup, kind });
  const copy = (block: CellBlock | null) => block !== null && void copyBlock(block, 'tsv', grid);
  return {
    open: () => next('cell'),
    copyCell: () => copy(blocks.cell),
    copyRow: () => copy(blocks.row),
    copyColumn: () => copy({ ...blocks.column, isHeadless: true }),
    copySelection: () => copy(selection.block()),
    copyAs: () => next('copy'),
    sort: (descending) => grid.setSort({ column: name, descending }),
    unsort: () => grid.setSort(null),
    filter: () => next('filter'),
    unfilter: () => grid.filterBy(name, null),
    filterByCell: (isStored) => {
      if (row === undefined) return;
      const hasNull = cellAt(column, row) === null;
      const values = new Set(hasNull ? [] : [cellText(column, row)]);
      grid.filterBy(name, { kind: 'values', values, hasNull, isExcluding: !isStored });
    },
    pin: (isPinned) => columns.setLayout((now) => pinColumn(now, name, isPinned)),
    move: (by) => grid.move(name, by),
    resize: (by) => grid.setWidth(name, columns.widthOf(name) + by),
    fit: () => grid.fit([name]),
    hide: () => columns.setLayout((now) => hideColumns(now, [name], true)),
    expand: (isExpanded) => grid.expand(name, isExpanded),
    statistics: () => next('statistics'),
  };
}

function countCells({ range }: Grid['selection']): number {
  if (range === null) return 0;
  return (range.rows[1] - range.rows[0] + 1) * (range.columns[1] - range.columns[0] + 1);
}
