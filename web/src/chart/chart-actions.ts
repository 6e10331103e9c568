import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import { call, request } from '../api/client.ts';
import { chartDataSearch, type Datasource } from './chart-data.ts';

/** A chart as a request needs it; `chartId` is null before the first save. */
export type ChartRequest = { readonly chartId: number | null; readonly dashboardId: number | null; readonly datasource: Datasource; readonly queries: readonly QueryObject[]; readonly form: RawForm };

/** The SQL of each query of a chart, without running it. */
export async function fetchChartSql(asked: ChartRequest, signal: AbortSignal): Promise<readonly string[]> {
  const { result } = await request<{ readonly result: readonly { readonly query?: string | null; readonly error?: string | null }[] }>(`/chart/data${searchOf(asked)}`, { method: 'POST', csrf: false, body: bodyOf(asked, 'query', 'json'), signal });
  return result.map((one) => one.query ?? one.error ?? '');
}

/** All rows of a chart as a file that the browser saves under the chart's name. @throws ApiError */
export async function downloadChartRows(name: string, asked: ChartRequest, format: 'csv' | 'xlsx'): Promise<void> {
  const response = await call(`/api/v1/chart/data${searchOf(asked)}`, { method: 'POST', csrf: false, body: bodyOf(asked, 'full', format), headers: { Accept: '*/*' } });
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fileName(name)}.${response.headers.get('Content-Type')?.includes('zip') === true ? 'zip' : format}`;
  link.click();
  URL.revokeObjectURL(address);
}

function searchOf({ chartId, dashboardId }: ChartRequest): string {
  return chartDataSearch({ chartId, dashboardId, force: false });
}

function bodyOf({ datasource, queries, form }: ChartRequest, resultType: string, resultFormat: string) {
  return { datasource, force: false, queries, form_data: form, result_type: resultType, result_format: resultFormat };
}

/** A name without what file systems refuse. */
function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'chart';
}
