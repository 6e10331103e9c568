import {
  IconChartHistogram,
  IconDatabasePlus,
  IconFileUpload,
  IconTablePlus,
  IconTerminal2,
} from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { Link } from 'react-router';
import { holds, type Me } from '../../api/me.ts';
import { openUpload } from '../../shell/upload/upload-store.ts';
import classes from './HomePage.module.css';

/** Ways in; what a user may not do is not offered. */
export function StartHere({ user, makesCharts }: { readonly user: Me; readonly makesCharts: boolean }) {
  const starts = [
    {
      href: hrefOf('explore'),
      Icon: IconChartHistogram,
      title: t('Build a chart'),
      text: t('Pick a dataset, choose what to see, save it on a dashboard.'),
      shown: makesCharts,
    },
    {
      href: hrefOf('newDataset'),
      Icon: IconTablePlus,
      title: t('Add a dataset'),
      text: t('From a table of a database, or from a query of your own.'),
      shown: holds(user, 'can_write', 'Dataset'),
    },
    {
      href: hrefOf('databases', {}, { new: '1' }),
      Icon: IconDatabasePlus,
      title: t('Connect a database'),
      text: t('Every step of the connection is checked and explained.'),
      shown: holds(user, 'can_write', 'Database'),
    },
    {
      href: hrefOf('sqlLab', {}, { new: 'true' }),
      Icon: IconTerminal2,
      title: t('Write a query'),
      text: t('SQL on any database that you may use; its result becomes a chart or a dataset.'),
      shown: holds(user, 'can_execute_sql_query', 'SQLLab'),
    },
  ].filter((start) => start.shown);
  const mayUpload = holds(user, 'can_upload', 'Database');
  if (starts.length === 0 && !mayUpload) return null;
  return (
    <nav className={classes['starts']} aria-label={t('Start here')}>
      {starts.map(({ href, Icon, title, text }) => (
        <Link key={href} to={href} className={classes['start']}>
          <Icon size={20} stroke={1.5} aria-hidden />
          <span>
            <span className={classes['startTitle']}>{title}</span>
            <br />
            <span className={classes['startText']}>{text}</span>
          </span>
        </Link>
      ))}
      {mayUpload && (
        <button type="button" className={classes['start']} onClick={() => openUpload()}>
          <IconFileUpload size={20} stroke={1.5} aria-hidden />
          <span>
            <span className={classes['startTitle']}>{t('Upload a file')}</span>
            <br />
            <span className={classes['startText']}>
              {t('Or drop it anywhere: CSV, JSON, Parquet or XLSX become a chart.')}
            </span>
          </span>
        </button>
      )}
    </nav>
  );
}
