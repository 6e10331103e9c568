import { useQuery } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { chartHref, hrefOf, newChartHref } from '@tessera/core/pages';
import { Link } from 'react-router';
import { datasetUsage } from '../../api/datasets.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import classes from './Datasets.module.css';

/** What would notice a change of this dataset. */
export function UsageTab({ id }: { readonly id: number }) {
  const usage = useQuery(datasetUsage(id));
  if (usage.isError) return <ErrorCard error={usage.error} onRetry={() => void usage.refetch()} />;
  if (usage.isPending) return <Skeleton height={200} radius="var(--ts-radius)" />;
  const { charts, dashboards } = usage.data;
  if (charts.count === 0)
    return (
      <EmptyState
        drawing="chart"
        title={t('No chart uses this dataset yet.')}
        action={<LinkButton to={newChartHref(id)}>{t('Make one')}</LinkButton>}
      />
    );
  return (
    <div className={classes['usage']}>
      <section className={classes['panel']}>
        <h2>{tn('1 chart', '%(count)s charts', charts.count)}</h2>
        <ul className={classes['usageList']}>
          {charts.result.map((chart) => (
            <li key={chart.id}>
              <Link to={chartHref(chart.id)}>{chart.slice_name}</Link>
            </li>
          ))}
        </ul>
      </section>
      <section className={classes['panel']}>
        <h2>{tn('1 dashboard', '%(count)s dashboards', dashboards.count)}</h2>
        {dashboards.count === 0 && <p className={classes['note']}>{t('Its charts are on no dashboard.')}</p>}
        <ul className={classes['usageList']}>
          {dashboards.result.map((dashboard) => (
            <li key={dashboard.id}>
              <Link to={hrefOf('dashboard', { key: dashboard.slug ?? dashboard.id })}>{dashboard.title}</Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
