import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { Navigate, useParams } from 'react-router';
import { dashboardLink } from '../../api/dashboards.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './Dashboard.module.css';

/** `/tessera/dashboard/p/{key}/`: the dashboard as it was when the link was made. */
export function DashboardLinkPage() {
  const { link = '' } = useParams();
  const state = useQuery(dashboardLink(link));
  if (state.isPending) return null;
  if (state.isError) {
    return (
      <div className={classes['alone']}>
        <h1 className="ts-visually-hidden">{t('Dashboard')}</h1>
        <EmptyState title={t('This link does not lead anywhere you may go.')} action={<LinkButton variant="primary" to="/dashboard/list/">{t('All dashboards')}</LinkButton>} />
      </div>
    );
  }
  const search = new URLSearchParams([...(state.data.state.urlParams ?? []).map(([name, value]): [string, string] => [name, value]), ['permalink_key', link]]);
  return <Navigate replace to={`/tessera/dashboard/${state.data.dashboardId}/?${search.toString()}`} />;
}
