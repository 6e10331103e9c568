import { IconFileUpload } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import classes from './Upload.module.css';

/** Over the whole page, while a file is above it. */
export function DropHint() {
  return (
    <div className={classes['over']} role="status">
      <p className={classes['overText']}>
        <IconFileUpload size={32} stroke={1.5} aria-hidden />
        {t('Drop the file to make a chart of it')}
        <span className={classes['note']}>{t('CSV, TSV, JSON, Parquet or XLSX')}</span>
      </p>
    </div>
  );
}
