import { t, tn } from '@tessera/core/messages';
import { ContextMenu, type MenuPoint } from '../overlays/ContextMenu.tsx';
import { MenuDivider, MenuItem, MenuLabel } from '../overlays/Menu.tsx';

export type GridMenuActions = {
  readonly open: () => void;
  readonly copyCell: () => void;
  readonly copyRow: () => void;
  readonly copyColumn: () => void;
  readonly copySelection: () => void;
  readonly copyAs: () => void;
  readonly sort: (descending: boolean) => void;
  readonly unsort: () => void;
  readonly filter: () => void;
  readonly unfilter: () => void;
  /** Leave the rows that have the value of the cell, or those that have another one. */
  readonly filterByCell: (isStored: boolean) => void;
  readonly pin: (isPinned: boolean) => void;
  readonly move: (by: -1 | 1) => void;
  readonly resize: (by: number) => void;
  readonly fit: () => void;
  readonly hide: () => void;
  readonly expand: (isExpanded: boolean) => void;
  readonly statistics: () => void;
};

type GridMenuProps = {
  readonly at: MenuPoint;
  readonly label: string;
  /** Of the head there is no cell to open or to copy. */
  readonly isHead: boolean;
  readonly isPinned: boolean;
  readonly isSorted: boolean;
  readonly isFiltered: boolean;
  /** Null for a column without fields. */
  readonly isExpanded: boolean | null;
  readonly canHide: boolean;
  /** Cells in the selection; one is no selection. */
  readonly selectedCells: number;
  readonly actions: GridMenuActions;
  readonly onClose: () => void;
};

const RESIZE_STEP_PX = 40;

/** What can be done with a cell and its column; F10 opens it, and the right button. */
export function GridMenu(props: GridMenuProps) {
  const { at, label, isHead, actions, onClose } = props;
  return (
    <ContextMenu at={at} onClose={onClose} label={t('Actions of %(column)s', { column: label })}>
      {!isHead && <CellItems {...props} />}
      <MenuItem onClick={actions.copyColumn}>{t('Copy the column')}</MenuItem>
      <MenuItem onClick={actions.copyAs}>{t('Copy as …')}</MenuItem>
      <MenuDivider />
      <MenuLabel>{label}</MenuLabel>
      <RowItems {...props} />
      <LayoutItems {...props} />
    </ContextMenu>
  );
}

function CellItems({ selectedCells, actions }: GridMenuProps) {
  return (
    <>
      <MenuItem onClick={actions.open}>{t('Open the cell')}</MenuItem>
      {selectedCells > 1 && (
        <MenuItem onClick={actions.copySelection}>{tn('Copy 1 cell', 'Copy %(count)s cells', selectedCells)}</MenuItem>
      )}
      <MenuItem onClick={actions.copyCell}>{t('Copy the cell')}</MenuItem>
      <MenuItem onClick={actions.copyRow}>{t('Copy the row')}</MenuItem>
    </>
  );
}

/** Which rows are shown, and in which order. */
function RowItems({ isHead, isSorted, isFiltered, actions }: GridMenuProps) {
  return (
    <>
      <MenuItem onClick={actions.statistics}>{t('Statistics')}</MenuItem>
      <MenuItem onClick={() => actions.sort(false)}>{t('Sort ascending')}</MenuItem>
      <MenuItem onClick={() => actions.sort(true)}>{t('Sort descending')}</MenuItem>
      {isSorted && <MenuItem onClick={actions.unsort}>{t('Do not sort')}</MenuItem>}
      <MenuItem onClick={actions.filter}>{t('Filter …')}</MenuItem>
      {!isHead && (
        <>
          <MenuItem onClick={() => actions.filterByCell(true)}>{t('Only this value')}</MenuItem>
          <MenuItem onClick={() => actions.filterByCell(false)}>{t('Without this value')}</MenuItem>
        </>
      )}
      {isFiltered && <MenuItem onClick={actions.unfilter}>{t('Do not filter')}</MenuItem>}
    </>
  );
}

function LayoutItems({ isPinned, isExpanded, canHide, actions }: GridMenuProps) {
  return (
    <>
      {isExpanded !== null && (
        <MenuItem onClick={() => actions.expand(!isExpanded)}>
          {isExpanded ? t('Collapse') : t('Expand into columns')}
        </MenuItem>
      )}
      <MenuItem onClick={() => actions.pin(!isPinned)}>{isPinned ? t('Unpin') : t('Pin left')}</MenuItem>
      {canHide && <MenuItem onClick={actions.hide}>{t('Hide')}</MenuItem>}
      <MenuItem onClick={() => actions.move(-1)}>{t('Move left')}</MenuItem>
      <MenuItem onClick={() => actions.move(1)}>{t('Move right')}</MenuItem>
      <MenuItem onClick={actions.fit}>{t('Fit to content')}</MenuItem>
      <MenuItem closeOnClick={false} onClick={() => actions.resize(RESIZE_STEP_PX)}>
        {t('Wider')}
      </MenuItem>
      <MenuItem closeOnClick={false} onClick={() => actions.resize(-RESIZE_STEP_PX)}>
        {t('Narrower')}
      </MenuItem>
    </>
  );
}
