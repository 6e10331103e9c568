import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { commentsOn } from '../../../api/comments.ts';
import { holds, me } from '../../../api/me.ts';
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx';
import { useDashboard } from '../DashboardProvider.tsx';
import { chartHref } from './chart-href.ts';

type LostSourceProps = {
  readonly chartId: number;
  readonly title: string;
  /** Of the server's error. */
  readonly code: string;
};

/** Errors that stay until the chart itself is changed. */
const lost = new Set(['dataset_not_found', 'columns_missing', 'metric_missing']);

/** The way out for a chart whose dataset, column or metric is gone: who may explore mends it, others ask its owner. */
export function LostSource({ chartId, title, code }: LostSourceProps) {
  const user = useQuery(me).data;
  const dashboardId = useDashboard((state) => state.id);
  const dispatch = useDashboard((state) => state.dispatch);
  const canComment = useQuery({ ...commentsOn(dashboardId ?? 0), enabled: false }).data !== undefined;
  if (!lost.has(code)) return null;
  if (user !== undefined && holds(user, 'can_explore', 'Tessera'))
    return (
      <LinkButton size="small" variant="quiet" to={chartHref(chartId, dashboardId, null)}>
        {code === 'dataset_not_found' ? t('Use another dataset') : t('Mend it in Explore')}
      </LinkButton>
    );
  const ask = () => dispatch({ type: 'commenting_set', commenting: { chartId, commentId: null, point: title } });
  return canComment ? (
    <Button size="small" variant="quiet" onClick={ask}>
      {t('Ask the owner')}
    </Button>
  ) : null;
}
