import { IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { newChartHref } from '@tessera/core/pages';
import { Link } from 'react-router';
import { sampleDatasets } from '../../api/home.ts';
import classes from './HomePage.module.css';

/** Real public data to play with. Absent, without a word, where it was removed. */
export function SampleData() {
  const samples = useQuery(sampleDatasets);
  if (!samples.data || samples.data.length === 0) return null;
  return (
    <section className={classes['section']} aria-label={t('Sample data')}>
      <div className={classes['sectionHead']}>
        <h2>{t('Sample data')}</h2>
      </div>
      <div className={classes['chips']}>
        {samples.data.map((dataset) => (
          <Link
            key={dataset.id}
            to={newChartHref(dataset.id)}
            className={classes['chip']}
            title={dataset.description ?? undefined}
          >
            <IconTable size={14} stroke={1.5} aria-hidden />
            {dataset.table_name}
          </Link>
        ))}
      </div>
    </section>
  );
}
