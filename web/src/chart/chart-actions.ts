import { effectiveQuery, type EffectiveQuery } from '@tessera/core/effective-query/effective-query';
import type { QueryResult } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { printExactJson } from '@tessera/core/exact-json';
import { rowsOf, type Table } from '@tessera/core/table';
import { cutQuery } from '@tessera/viz/layer/series-cut';
import { call } from '../api/client.ts';
import { saveFile } from '../ui/common/save-file.ts';
import {
  asShown as asChartsShow,
  askChartData,
  chartDataBody,
  chartDataSearch,
  readAnswer,
  readResults,
  type ChartResult,
  type Datasource,
} from './chart-data.ts';

/** What is asked about a chart beside its picture: SQL, files, reasons. */
export type ChartRequest = Pick<EffectiveQuery, 'form' | 'queries' | 'parts'> & {
  /** Null before the first save. */
  readonly chartId: number | null;
  readonly dashboardId: number | null;
  readonly datasource: Datasource;
};

/** The request of an effective query, on the dashboard where it is shown. */
export function chartRequest(
  { input, form, queries, parts }: EffectiveQuery,
  { dashboardId, datasource }: Pick<ChartRequest, 'dashboardId' | 'datasource'>,
): ChartRequest {
  return { dashboardId, datasource, chartId: input.chartId, form, queries, parts };
}

/** The same for a file: all rows, whatever page the chart shows. @throws what `buildQueries` throws */
export function exportRequest(
  { input }: Pick<EffectiveQuery, 'input'>,
  viz: Pick<AnyViz, 'buildQueries'>,
  place: Pick<ChartRequest, 'dashboardId' | 'datasource'>,
): ChartRequest {
  return chartRequest(effectiveQuery({ ...input, forExport: true }, viz.buildQueries), place);
}

/** The same with the series that the chart shows where not all of them fit. */
export function asShown(asked: ChartRequest, results: readonly QueryResult[]): ChartRequest {
  const queries = asked.queries.map((query, index) => {
    const cut = results[index]?.seriesCut;
    return cut ? cutQuery(query, cut) : query;
  });
  return { ...asked, queries };
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
  const { status, data } = await askChartData(
    { search: searchOf(asked), body: bodyOf(asked, resultType, 'json') },
    signal,
  );
  return readResults(status, data);
}

/** How rows leave as a file. `pivoted` is the table that the chart shows, not the rows that it is made of. */
export type RowsFile = { readonly format: 'csv' | 'xlsx' | 'json'; readonly pivoted: boolean };

/** All rows of a chart as a file that the browser saves under the chart's name. @throws ApiError */
export async function downloadChartRows(
  name: string,
  asked: ChartRequest,
  { format, pivoted }: RowsFile,
  signal: AbortSignal,
): Promise<void> {
  if (format === 'json') {
    saveFile(new Blob([await rowsAsJson(asked, signal)], { type: 'application/json' }), name, 'json');
    return;
  }
  const response = await call(`/api/v1/chart/data${searchOf(asked)}`, {
    method: 'POST',
    csrf: false,
    body: bodyOf(asked, pivoted ? 'post_processed' : 'full', format),
    headers: { Accept: '*/*' },
    signal,
  });
  const isZip = response.headers.get('Content-Type')?.includes('zip') === true;
  saveFile(await response.blob(), name, isZip ? 'zip' : format);
}

/** The rows of each query as a chart shows them. @throws as `fetchChartData` */
export async function fetchChartRows(asked: ChartRequest, signal: AbortSignal): Promise<readonly Table[]> {
  return (await asChartsShow(await askForRows(asked, signal))).map(({ table }) => table);
}

async function askForRows(asked: ChartRequest, signal: AbortSignal): Promise<readonly ChartResult[]> {
  const { status, data } = await askChartData({ search: searchOf(asked), body: bodyOf(asked, 'full', 'json') }, signal);
  return readAnswer(status, data, asked.queries);
}

/** The rows of one query as a list of records, of several as a list of such lists; as they travel, moments in UTC. */
async function rowsAsJson(asked: ChartRequest, signal: AbortSignal): Promise<string> {
  const lists = (await askForRows(asked, signal)).map(({ table }) => rowsOf(table));
  return printExactJson(lists.length === 1 ? lists[0] : lists);
}

/** The same request past the row limit of the chart, up to the limit of downloads (ruling 6). */
export function wholeRequest(asked: ChartRequest, maxRows: number): ChartRequest {
  return { ...asked, queries: asked.queries.map((query) => ({ ...query, row_limit: maxRows })) };
}

/** What the address of a request says of the chart and its dashboard. */
function searchOf({ chartId, dashboardId }: ChartRequest): string {
  return chartDataSearch({ chartId, dashboardId, force: false });
}

function bodyOf(
  { datasource, queries, form }: ChartRequest,
  resultType: 'full' | 'post_processed' | 'query' | 'explain',
  format: 'json' | 'csv' | 'xlsx',
) {
  return chartDataBody({ datasource, queries, form, force: false }, resultType, format);
}
