import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import { call, request } from '../api/client.ts';
import { chartDataSearch, type Datasource } from './chart-data.ts';
import type { ChartControl } from './use-chart.ts';

/** A chart as a request needs it; `chartId` is null before the first save. */
export type ChartRequest = { readonly chartId: number | null; readonly dashboardId: number | null; readonly datasource: Datasource; readonly queries: readonly QueryObject[]; readonly form: RawForm };

/** The request of the picture on screen; null before the first, and for a form that its type cannot read. */
export function shownRequest({ shown, ownState }: Pick<ChartControl, 'shown' | 'ownState'>, place: Pick<ChartRequest, 'chartId' | 'dashboardId' | 'datasource'>): ChartRequest | null {
  if (!shown) return null;
  try {
    return { ...place, form: shown.form, queries: shown.loaded.viz.buildQueries(shown.form, { ownState }) };
  } catch {
    return null;
  }
}

/** The SQL of each query of a chart, without running it. */
export async function fetchChartSql(asked: ChartRequest, signal: AbortSignal): Promise<readonly string[]> {
  const { result } = await request<{ readonly result: readonly { readonly query?: string | null; readonly error?: string | null }[] }>(`/chart/data${searchOf(asked)}`, { method: 'POST', csrf: false, body: chartRequestBody(asked, 'query', 'json'), signal });
  return result.map((one) => one.query ?? one.error ?? '');
}

/** All rows of a chart as a file that the browser saves under the chart's name. @throws ApiError */
export async function downloadChartRows(name: string, asked: ChartRequest, format: 'csv' | 'xlsx'): Promise<void> {
  const response = await call(`/api/v1/chart/data${searchOf(asked)}`, { method: 'POST', csrf: false, body: chartRequestBody(asked, 'full', format), headers: { Accept: '*/*' } });
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fileName(name)}.${response.headers.get('Content-Type')?.includes('zip') === true ? 'zip' : format}`;
  link.click();
  URL.revokeObjectURL(address);
}

/** What the address of a request says of the chart and its dashboard. */
export function searchOf({ chartId, dashboardId }: ChartRequest): string {
  return chartDataSearch({ chartId, dashboardId, force: false });
}

export function chartRequestBody({ datasource, queries, form }: ChartRequest, resultType: string, resultFormat: string) {
  return { datasource, force: false, queries, form_data: form, result_type: resultType, result_format: resultFormat };
}

/** A name without what file systems refuse. */
function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'chart';
}
