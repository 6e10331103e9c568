import type { PageEvent } from '../../api/event-log.ts';
import type { ChartDataRequest, ChartResult } from '../chart-data.ts';

/** What the log of events says of an answer ([7.7-01]): of which chart, how long it took, how much came. */
export function loadEvent(
  { chartId, dashboardId, datasource, force }: ChartDataRequest,
  results: readonly ChartResult[],
  durationMs: number,
): PageEvent {
  return {
    event_name: 'load_chart',
    ...(chartId === null ? {} : { slice_id: chartId }),
    ...(dashboardId === null ? {} : { dashboard_id: dashboardId }),
    dataset_id: datasource.id,
    duration: Math.round(durationMs),
    row_count: results.reduce((sum, { table }) => sum + table.rowCount, 0),
    is_cached: results.every(({ isCached }) => isCached),
    force_refresh: force,
  };
}
