import { queryOptions } from '@tanstack/react-query';
import type { DrillInfoBody } from '@tessera/server/contract';
import { columnKinds, type ColumnKind } from '@tessera/core/table';
import { request } from '../../api/client.ts';
import type { DrillHost } from './mark-host.ts';

/** A dimension that a chart can be broken down by. */
export type Dimension = { readonly name: string; readonly label: string; readonly kind: ColumnKind };

/** The dimensions of a dataset; a reader of a dashboard gets them through it. */
export function dimensionsOf({ datasource, dashboardId }: Pick<DrillHost, 'datasource' | 'dashboardId'>) {
  const q = dashboardId === null ? '' : `?q=(dashboard_id:${dashboardId})`;
  return queryOptions({
    queryKey: ['drill-info', datasource.id, dashboardId] as const,
    queryFn: async ({ signal }): Promise<readonly Dimension[]> => {
      const { result } = await request<DrillInfoBody>(`/dataset/${datasource.id}/drill_info/${q}`, { signal });
      return result.columns.map(({ column_name: name, verbose_name, type_generic, is_dttm }) => ({
        name,
        label: verbose_name || name,
        kind: is_dttm ? 'temporal' : (columnKinds[type_generic ?? 1] ?? 'string'),
      }));
    },
    staleTime: 60_000,
    retry: false,
  });
}
