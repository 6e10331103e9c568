import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../../api/api-error.ts';
import { commentsOn } from '../../../api/comments.ts';
import { dashboard, storedDashboard } from '../../../api/dashboards.ts';
import { holds, me } from '../../../api/me.ts';
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx';
import { isUnsaved } from '../dashboard-store.ts';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { chartHref } from './chart-href.ts';

type LostSourceProps = {
  readonly chartId: number;
  readonly title: string;
  /** Of the server's error. */
  readonly code: string;
};

/** Errors that stay until the chart itself is changed. */
const lost = new Set(['dataset_not_found', 'columns_missing', 'metric_missing']);

/**
 * The way out for a chart whose dataset, column or metric is gone: who may explore mends it, others ask its owner.
 * Another dataset is for who may edit the dashboard.
 */
export function LostSource({ chartId, title, code }: LostSourceProps) {
  const user = useQuery(me).data;
  const dashboardId = useDashboard((state) => state.id);
  const dispatch = useDashboard((state) => state.dispatch);
  const canEdit = useDashboard((state) => state.canEdit);
  const isDataset = code === 'dataset_not_found';
  useReadAgain(isDataset ? dashboardId : null);
  const canComment = useQuery({ ...commentsOn(dashboardId ?? 0), enabled: false }).data !== undefined;
  if (!lost.has(code)) return null;
  if (user !== undefined && holds(user, 'can_explore', 'Tessera') && (canEdit || !isDataset))
    return (
      <LinkButton size="small" variant="quiet" to={chartHref(chartId, dashboardId, null)}>
        {isDataset ? t('Use another dataset') : t('Mend it in Explore')}
      </LinkButton>
    );
  const ask = () => dispatch({ type: 'commenting_set', commenting: { chartId, commentId: null, point: title } });
  return canComment ? (
    <Button size="small" variant="quiet" onClick={ask}>
      {t('Ask the owner')}
    </Button>
  ) : null;
}

/**
 * A dashboard that is hidden or deleted opens no data: to its readers the datasets are gone. It is read again, and the
 * page says what has become of it. Nothing is taken from who is editing.
 */
function useReadAgain(id: number | null): void {
  const client = useQueryClient();
  const store = useDashboardStore();
  const { key = '' } = useParams();
  useEffect(() => {
    if (id === null) return;
    const asked = { queryKey: ['dashboard', 'again', id], queryFn: () => storedDashboard(id), retry: false };
    // All cards ask at once, and one request answers them. What fails in another way says nothing of the dashboard.
    client.fetchQuery(asked).catch((error: unknown) => {
      const state = store.getState();
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone && !state.editMode && !isUnsaved(state))
        void client.invalidateQueries({ queryKey: dashboard(key).queryKey });
    });
  }, [id, client, store, key]);
}
