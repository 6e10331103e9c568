import { IconCopy, IconDownload } from '@tabler/icons-react';
import { numberText, t, tn } from '@tessera/core/messages';
import { memo, type ReactNode } from 'react';
import { IconButton } from '../buttons/IconButton.tsx';
import { SearchInput } from '../fields/TextInput.tsx';
import { Menu, MenuItem } from '../overlays/Menu.tsx';
import { ColumnsPopover } from './ColumnsPopover.tsx';
import { copyFormats } from './copy-types.ts';
import classes from './GridBars.module.css';
import { copyBlock, copyLabels } from './grid-actions.ts';
import type { Grid } from './use-grid.ts';

type DataGridToolbarProps = {
  readonly grid: Grid;
  readonly labelOf: (name: string) => string;
  readonly rowCount: number;
  readonly note: ReactNode;
  /** What a sort or a search holds for, where rows are missing. */
  readonly scope: string | null;
  readonly tools: ReactNode;
  readonly onDownload?: () => void;
};

/** Search, count and copies of a grid; drawn again when its rows or columns are others, and not while they scroll. */
export const DataGridToolbar = memo(Toolbar, isSameToolbar);

function isSameToolbar(before: DataGridToolbarProps, after: DataGridToolbarProps): boolean {
  const [a, b] = [before.grid, after.grid];
  return (
    a.order === b.order &&
    a.table === b.table &&
    a.columns.all === b.columns.all &&
    a.columns.layout === b.columns.layout &&
    a.search === b.search &&
    a.filters === b.filters &&
    a.wholeCells === b.wholeCells &&
    before.labelOf === after.labelOf &&
    before.rowCount === after.rowCount &&
    before.note === after.note &&
    before.scope === after.scope &&
    before.tools === after.tools &&
    (before.onDownload === undefined) === (after.onDownload === undefined)
  );
}

function Toolbar({ grid, labelOf, rowCount, note, scope, tools, onDownload }: DataGridToolbarProps) {
  const labels = copyLabels();
  const { order, columns, isNarrowed } = grid;
  const rows = isNarrowed
    ? tn('%(found)s of 1 row', '%(found)s of %(count)s rows', rowCount, { found: numberText(order.length) })
    : tn('1 row', '%(count)s rows', rowCount);
  const block = { rows: order, columns: columns.all };
  return (
    <div className={classes['toolbar']}>
      <SearchInput
        id={grid.searchBoxId}
        label={t('Search rows')}
        value={grid.search}
        onChange={grid.searchFor}
        className={classes['search']}
        onKeyDown={(event) => {
          // What was found is at hand.
          if (event.key === 'Enter' || event.key === 'ArrowDown') grid.takeFocus();
        }}
      />
      <span role="status">{`${rows}, ${tn('1 column', '%(count)s columns', columns.all.length)}`}</span>
      {typeof note === 'string' ? <span className={classes['note']}>{note}</span> : note}
      {scope !== null && <span className={classes['scope']}>{scope}</span>}
      <span className={classes['toolbarEnd']}>
        {columns.given.size > 1 && <ColumnsPopover grid={grid} labelOf={labelOf} />}
        <Menu
          label={t('Copy')}
          trigger={
            <IconButton
              size="small"
              label={isNarrowed ? t('Copy the rows found') : t('Copy all rows')}
              icon={<IconCopy size={16} stroke={1.5} />}
            />
          }
        >
          {copyFormats.map((format) => (
            <MenuItem key={format} onClick={() => void copyBlock(block, format, grid)}>
              {labels[format]}
            </MenuItem>
          ))}
        </Menu>
        {onDownload && (
          <IconButton
            size="small"
            label={t('Download as CSV')}
            icon={<IconDownload size={16} stroke={1.5} />}
            onClick={onDownload}
          />
        )}
        {tools}
      </span>
    </div>
  );
}
