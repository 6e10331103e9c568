import { IconCopy, IconDownload } from '@tabler/icons-react';
import { numberText, t, tn } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import classes from './DataGrid.module.css';
import { copyFormats, type CopyFormat } from './copy-formats.ts';
import { copyLabels } from './grid-actions.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import { Menu, MenuItem } from '../overlays/Menu.tsx';
import { SearchInput } from '../fields/TextInput.tsx';

type DataGridToolbarProps = {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly note: ReactNode;
  /** What a sort or a search holds for, where rows are missing. */
  readonly scope: string | null;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Rows that the search leaves. */
  readonly foundCount: number;
  readonly onCopy: (format: CopyFormat) => void;
  readonly onDownload?: () => void;
};

/** Search, count and copies of a grid. */
export function DataGridToolbar({
  rowCount,
  columnCount,
  note,
  scope,
  search,
  onSearch,
  foundCount,
  onCopy,
  onDownload,
}: DataGridToolbarProps) {
  const labels = copyLabels();
  const isNarrowed = search.trim() !== '';
  const rows = isNarrowed
    ? tn('%(found)s of 1 row', '%(found)s of %(count)s rows', rowCount, { found: numberText(foundCount) })
    : tn('1 row', '%(count)s rows', rowCount);
  return (
    <div className={classes['toolbar']}>
      <SearchInput label={t('Search rows')} value={search} onChange={onSearch} className={classes['search']} />
      <span role="status">{`${rows}, ${tn('1 column', '%(count)s columns', columnCount)}`}</span>
      {note}
      {scope !== null && <span className={classes['scope']}>{scope}</span>}
      <span className={classes['toolbarEnd']}>
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
            <MenuItem key={format} onClick={() => onCopy(format)}>
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
      </span>
    </div>
  );
}
