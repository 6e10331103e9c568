import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { boundOfRows } from '@tessera/core/row-limit';
import type { QueryObject } from '@tessera/core/query-object';
import type { QueryResult } from '@tessera/viz/define';
import { asList, asNumber, asRecord, readQueryResult } from '@tessera/viz/read-result';
import { ApiError, call, requestAnswer } from '../api/client.ts';
import { parseExactJson } from '@tessera/core/exact-json';
import { limits } from '../api/limits.ts';
import { pageParameters } from '../api/page-parameters.ts';
import { asyncJobs } from './async-browser.ts';
import type { ChartLine, ChartQuestion } from './batch-requests.ts';
import type { ChartFailure } from './chart-status.ts';

export type Datasource = { readonly id: number; readonly type: string };

export type ChartDataRequest = {
  readonly datasource: Datasource;
  readonly queries: readonly QueryObject[];
  readonly form: RawForm;
  readonly chartId: number | null;
  readonly dashboardId: number | null;
  /** Past the cache, to the database. */
  readonly force: boolean;
  /** The request id under which the queue reports its progress. */
  readonly ask?: string;
};

/** One answer with what the page says about it beside the picture. */
export type ChartResult = QueryResult & {
  /** Rows after and before post-processing. */
  readonly rowCount: number;
  readonly sqlRowCount: number;
  /** The row limit that the query ran with, if it had one. */
  readonly rowLimit: number | null;
  readonly isCached: boolean;
  /** The dataset is accelerated, and its copy answered. */
  readonly isOfExtract: boolean;
  /** Epoch milliseconds of the moment when the database was asked. */
  readonly cachedAt: number | null;
  readonly query: string | null;
  /** Names of columns whose filters had no effect here. */
  readonly rejectedFilters: readonly string[];
};

/**
 * Ask for the data of a chart ([7.1-01]).
 *
 * @throws ApiError as the client does; DOMException AbortError when stopped; Error with the text of [4.3-01] on an
 *         answer that is neither data nor a refusal.
 */
export async function fetchChartData(
  asked: ChartDataRequest,
  signal: AbortSignal,
  send: SendQuestion = sendAtOnce,
): Promise<readonly ChartResult[]> {
  const search = chartDataSearch(asked);
  const {
    status,
    data,
    jobSince = Infinity,
  } = await askChartData(
    { search, body: chartDataBody(asked), ...(asked.ask !== undefined && { ask: asked.ask }) },
    signal,
    send,
  );
  const results = await asShown(readAnswer(status, data, asked.queries));
  return results.map((result) => ({
    ...result,
    isCached: result.isCached && !((result.cachedAt ?? 0) >= jobSince),
  }));
}

/** The body of every request for the data of a chart. */
export function chartDataBody(
  { datasource, queries, form, force }: Pick<ChartDataRequest, 'datasource' | 'queries' | 'form' | 'force'>,
  resultType: 'full' | 'post_processed' | 'query' | 'explain' | 'timegrains' = 'full',
  resultFormat: 'json' | 'csv' | 'xlsx' = 'json',
) {
  return { datasource, force, queries, form_data: form, result_format: resultFormat, result_type: resultType };
}

/** How a question goes out. */
export type SendQuestion = (question: ChartQuestion, signal: AbortSignal) => Promise<ChartLine>;

/** What a user asks for by hand goes out at once. */
export const sendAtOnce: SendQuestion = async ({ search, body }, signal) => {
  const { status, data, headers } = await requestAnswer<unknown>(`/chart/data${search}`, {
    method: 'POST',
    csrf: false,
    body,
    signal,
    timeoutMs: limits.timeoutMs,
  });
  return { status, data, date: headers.get('Date') };
};

/**
 * `jobSince`: the answer waited in the cache for whoever asked for its job, and says that it comes from there. What the
 * database was asked since is fresh all the same. Epoch milliseconds of the server's clock.
 */
type ChartAnswer = { readonly status: number; readonly data: unknown; readonly jobSince?: number };

/**
 * Ask chart data for anything, and wait for the answer where a job makes it.
 * @throws as `fetchChartData`, which reads
 * the answer
 */
export async function askChartData(
  question: ChartQuestion,
  signal: AbortSignal,
  send: SendQuestion = sendAtOnce,
): Promise<ChartAnswer> {
  const { status, data, date } = await send(question, signal);
  if (status !== 202) return { status, data };
  return { ...(await resultOf(readJob(data), signal)), jobSince: Date.parse(date ?? '') };
}

/** The answer of a question that became a job; how long the job may take is the server's to say. */
async function resultOf(job: string | null, signal: AbortSignal): Promise<ChartAnswer> {
  if (job === null) return { status: 202, data: null };
  const url = await asyncJobs().wait(job, signal);
  const response = await call(url, { signal, timeoutMs: limits.timeoutMs });
  return { status: response.status, data: parseExactJson(await response.text()) };
}

/** The job of an answer with status 202; null when it names none. */
export function readJob(body: unknown): string | null {
  const id = asText(asRecord(body)['job_id']);
  return id === '' ? null : id;
}

/**
 * The query string of a call for data.
 *
 * @param page that of the page, of which templates read what is not the page's own
 */
export function chartDataSearch(
  { chartId, dashboardId, force, ask }: Pick<ChartDataRequest, 'chartId' | 'dashboardId' | 'force' | 'ask'>,
  page: string = globalThis.location?.search ?? '',
): string {
  const parameters = new URLSearchParams(pageParameters(page));
  if (chartId !== null) parameters.set('form_data', JSON.stringify({ slice_id: chartId }));
  if (dashboardId !== null) parameters.set('dashboard_id', String(dashboardId));
  if (force) parameters.set('force', 'true');
  if (ask !== undefined) parameters.set('ask', ask);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** Answers with their moments in the clock that charts have; few have any, and the code for it is not small. */
export async function asShown(results: readonly ChartResult[]): Promise<readonly ChartResult[]> {
  const hasMoments = results.some(({ moments }) => moments);
  return hasMoments ? (await import('@tessera/viz/shown-table')).asShown(results) : results;
}

/** Answers as they travel. @throws Error with the text of [4.3-01] when the status is not 200 */
export function readAnswer(status: number, body: unknown, queries: readonly QueryObject[]): readonly ChartResult[] {
  return readResults(status, body).map((result, index) => readResult(result, queries[index]));
}

/** One entry per query, whatever was asked of it. @throws Error with the text of [4.3-01] when the status is not 200 */
export function readResults(status: number, body: unknown): readonly unknown[] {
  if (status !== 200) throw new Error(t('Received unexpected response status (%s) while fetching chart data', status));
  return asList(asRecord(body)['result']);
}

function readResult(json: unknown, query: QueryObject | undefined): ChartResult {
  const result = asRecord(json);
  const read = readQueryResult(json);
  const rowCount = asNumber(result['rowcount']) ?? read.table.rowCount;
  return {
    ...read,
    rowCount,
    sqlRowCount: asNumber(result['sql_rowcount']) ?? rowCount,
    rowLimit: boundOfRows(query?.row_limit, limits.maxRows),
    isCached: result['is_cached'] === true,
    isOfExtract: typeof result['extract_dttm'] === 'string',
    cachedAt: read.ranAtMs ?? null,
    query: typeof result['query'] === 'string' ? result['query'] : null,
    rejectedFilters: asList(result['rejected_filters']).map((filter) => asText(asRecord(filter)['column'])),
  };
}

/** What a user reads of an error ([4.1-05], [8.2-05]). */
export function readFailure(error: unknown): ChartFailure {
  if (error instanceof ApiError) {
    const first = error.errors[0];
    // The body of a timeout repeats its hints as errors; of the others the extra part names the known issues.
    const hints =
      error.code === 'FRONTEND_TIMEOUT_ERROR' ? error.errors.map((item) => item.message) : issues(first?.extra);
    const details = [
      `${t('Status')}: ${error.status || t('no answer')}`,
      error.code && `${t('Code')}: ${error.code}`,
      error.requestId && `${t('Request id')}: ${error.requestId}`,
    ];
    return {
      message: error.status === 0 ? t('Network error.') : error.message,
      code: error.code,
      detail: details.filter(Boolean).join('\n'),
      hasStack: false,
      isUnanswered: error.status === 0,
      hints,
    };
  }
  const message = error instanceof Error && error.message !== '' ? error.message : t('Unknown error');
  return {
    message,
    code: null,
    detail: error instanceof Error ? (error.stack ?? null) : null,
    hasStack: false,
    isUnanswered: false,
    hints: [],
  };
}

function issues(extra: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  return asList(extra?.['issue_codes'])
    .map((issue) => asText(asRecord(issue)['message']))
    .filter((text) => text !== '');
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
