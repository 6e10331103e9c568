import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { commentsOn } from '../../../api/comments.ts';
import { holds, me } from '../../../api/me.ts';
import type { Datasource } from '../../../chart/chart-data.ts';
import { chartRequests } from '../../../chart/chart-requests.ts';
import { nowhere, type MarkHost } from '../../../chart/drill/mark-host.ts';
import { useDashboard } from '../DashboardProvider.tsx';

/**
 * What can be done with a mark of a chart on a dashboard. A click selects where selections are on; its own filters
 * nobody changes from here.
 */
export function useMarkHost(
  datasource: Datasource | null,
  {
    chartId,
    readsDataset,
    refresh,
    selects,
    isQuick,
  }: {
    readonly chartId: number;
    readonly readsDataset: boolean;
    readonly refresh: (force?: boolean) => void;
    /** A selection filters other charts. */
    readonly selects: boolean;
    /** Other charts can follow a brush while it is drawn. */
    readonly isQuick: boolean;
  },
): MarkHost {
  const user = useQuery(me).data;
  const dashboardId = useDashboard((state) => state.id);
  const dispatch = useDashboard((state) => state.dispatch);
  // They are read once the charts are there, by who may comment.
  const canComment = useQuery({ ...commentsOn(dashboardId ?? 0), enabled: false }).data !== undefined;
  return useMemo(() => {
    if (user === undefined || datasource === null) return nowhere;
    const allowed = (permission: string) => holds(user, permission, 'Tessera');
    return {
      press: selects ? 'select' : 'menu',
      filters: null,
      drill: allowed('can_samples')
        ? {
            datasource,
            dashboardId,
            mayDownload: allowed('can_csv'),
            mayExplore: readsDataset && allowed('can_explore'),
            onBreakDown: null,
          }
        : null,
      annotate: holds(user, 'can_write', 'Annotation') ? { showsLayer: false, onMade: () => refresh() } : null,
      follows: selects && isQuick ? chartRequests.isIdle : null,
      comment: canComment
        ? ({ name }) => dispatch({ type: 'commenting_set', commenting: { chartId, commentId: null, point: name } })
        : null,
    };
  }, [user, datasource, dashboardId, selects, isQuick, readsDataset, refresh, canComment, chartId, dispatch]);
}
