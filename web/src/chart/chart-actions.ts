import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import { call } from '../api/client.ts';
import { askChartData, chartDataSearch, readResults, type Datasource } from './chart-data.ts';
import type { ChartControl } from './use-chart.ts';

/** A chart as a request needs it; `chartId` is null before the first save. */
export type ChartRequest = {
  readonly chartId: number | null;
  readonly dashboardId: number | null;
  readonly datasource: Datasource;
  readonly queries: readonly QueryObject[];
  readonly form: RawForm;
};

/** The request of the picture on screen; null before the first, and for a form that its type cannot read. */
export function shownRequest(
  { shown, ownState }: Pick<ChartControl, 'shown' | 'ownState'>,
  place: Pick<ChartRequest, 'chartId' | 'dashboardId' | 'datasource'>,
): ChartRequest | null {
  if (!shown) return null;
  try {
    return { ...place, form: shown.form, queries: shown.loaded.viz.buildQueries(shown.form, { ownState }) };
  } catch {
    return null;
  }
}

/** The SQL of each query of a chart, without running it. */
export async function fetchChartSql(asked: ChartRequest, signal: AbortSignal): Promise<readonly string[]> {
  const result = (await askAbout(asked, 'query', signal)) as readonly {
    readonly query?: string | null;
    readonly error?: string | null;
  }[];
  return result.map((one) => one.query ?? one.error ?? '');
}

/**
 * What the server tells of each query of a chart, by the type of the result; also where jobs make the answers.
 * @throws
 * as `fetchChartData`
 */
export async function askAbout(
  asked: ChartRequest,
  resultType: 'query' | 'explain',
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const { status, data } = await askChartData(searchOf(asked), chartRequestBody(asked, resultType, 'json'), signal);
  return readResults(status, data);
}

/** All rows of a chart as a file that the browser saves under the chart's name. @throws ApiError */
export async function downloadChartRows(name: string, asked: ChartRequest, format: 'csv' | 'xlsx'): Promise<void> {
  const response = await call(`/api/v1/chart/data${searchOf(asked)}`, {
    method: 'POST',
    csrf: false,
    body: chartRequestBody(asked, 'full', format),
    headers: { Accept: '*/*' },
  });
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fileName(name)}.${response.headers.get('Content-Type')?.includes('zip') === true ? 'zip' : format}`;
  link.click();
  URL.revokeObjectURL(address);
}

/** What the address of a request says of the chart and its dashboard. */
function searchOf({ chartId, dashboardId }: ChartRequest): string {
  return chartDataSearch({ chartId, dashboardId, force: false });
}

function chartRequestBody({ datasource, queries, form }: ChartRequest, resultType: string, resultFormat: string) {
  return { datasource, force: false, queries, form_data: form, result_type: resultType, result_format: resultFormat };
}

/** A name without what file systems refuse. */
function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'chart';
}
