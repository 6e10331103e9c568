import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { holds, me } from '../../../api/me.ts';
import type { Datasource } from '../../../chart/chart-data.ts';
import { nowhere, type MarkHost } from '../../../chart/drill/mark-host.ts';
import { useDashboard } from '../DashboardProvider.tsx';

/**
 * What can be done with a mark of a chart on a dashboard. A click selects where selections are on; its own filters
 * nobody changes from here.
 */
export function useMarkHost(
  datasource: Datasource | null,
  { readsDataset, refresh }: { readonly readsDataset: boolean; readonly refresh: (force?: boolean) => void },
): MarkHost {
  const user = useQuery(me).data;
  const dashboardId = useDashboard((state) => state.id);
  const selects = useDashboard((state) => isOn(state.history.present.settings['cross_filters_enabled']));
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
    };
  }, [user, datasource, dashboardId, selects, readsDataset, refresh]);
}

/** On unless a dashboard says otherwise. */
function isOn(setting: unknown): boolean {
  return setting === undefined || Boolean(setting);
}
