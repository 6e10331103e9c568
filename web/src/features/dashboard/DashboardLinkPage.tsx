import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { Navigate, useParams } from 'react-router';
import { dashboardLink } from '../../api/dashboards.ts';
import { ObjectProblem } from '../../shell/ObjectProblem.tsx';

/** `/tessera/dashboard/p/{key}/`: the dashboard as it was when the link was made. */
export function DashboardLinkPage() {
  const { link = '' } = useParams();
  const state = useQuery(dashboardLink(link));
  if (state.isPending) return null;
  if (state.isError)
    return (
      <ObjectProblem
        kind="dashboard"
        error={state.error}
        title={t('This link does not lead anywhere you may go.')}
        onRetry={() => void state.refetch()}
      />
    );
  const search = new URLSearchParams([
    ...(state.data.state.urlParams ?? []).map(([name, value]): [string, string] => [name, value]),
    ['permalink_key', link],
  ]);
  return <Navigate replace to={hrefOf('dashboard', { key: state.data.dashboardId }, search)} />;
}
