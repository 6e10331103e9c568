import { IconCopy, IconDownload } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import classes from './DataGrid.module.css';
import type { CopyFormat } from './grid-text.ts';
import { IconButton } from './IconButton.tsx';
import { Menu, MenuItem } from './Menu.tsx';

type DataGridToolbarProps = {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly note: ReactNode;
  readonly onCopy: (format: CopyFormat) => void;
  readonly onDownload?: () => void;
};

export function DataGridToolbar({ rowCount, columnCount, note, onCopy, onDownload }: DataGridToolbarProps) {
  return (
    <div className={classes['toolbar']}>
      <span>{`${rowCount === 1 ? t('1 row') : t('%s rows', rowCount.toLocaleString())}, ${columnCount === 1 ? t('1 column') : t('%s columns', columnCount)}`}</span>
      {note}
      <span className={classes['toolbarEnd']}>
        <Menu label={t('Copy')} trigger={<IconButton size="small" label={t('Copy all rows')} icon={<IconCopy size={16} stroke={1.5} />} />}>
          <MenuItem onClick={() => onCopy('tsv')}>{t('Copy for a spreadsheet (TSV)')}</MenuItem>
          <MenuItem onClick={() => onCopy('csv')}>{t('Copy as CSV')}</MenuItem>
        </Menu>
        {onDownload && <IconButton size="small" label={t('Download as CSV')} icon={<IconDownload size={16} stroke={1.5} />} onClick={onDownload} />}
      </span>
    </div>
  );
}
