import { parseExactJson } from '@tessera/core/exact-json';
import { toRison } from '@tessera/core/rison';
import type { ExecuteBody, PreviewAnswer, PreviewBody, StopBody, UpdatedQueries } from '@tessera/server/contract';
import { call, request, type RequestOptions } from './client.ts';
import type { Cell } from '@tessera/core/table';

/** Runs that stream their lines. */
const LINES = 'application/x-ndjson';

/** Run a script ([7.6-02]); the lines of the answer come as they happen. 202: it goes on without this request. */
export function executeSql(body: ExecuteBody, signal: AbortSignal): Promise<Response> {
  return call('/api/v1/sqllab/execute/', { method: 'POST', body, signal, headers: { Accept: LINES } });
}

/** The lines of a kept result from its beginning, and those that are still added ([7.6-03]). */
export function readResults(key: string, options: Pick<RequestOptions, 'signal'>): Promise<Response> {
  return call(`/api/v1/sqllab/results/?q=${encodeURIComponent(toRison({ key }))}`, {
    ...options,
    headers: { Accept: LINES },
  });
}

/** Stop a query down to the database ([7.6-06]). */
export async function stopQuery(clientId: string): Promise<void> {
  const body: StopBody = { client_id: clientId };
  await request('/query/stop', { method: 'POST', body });
}

/** Queries of the user that changed since, in epoch milliseconds, the oldest change first. */
export async function updatedQueries(since: number, signal?: AbortSignal): Promise<UpdatedQueries['result']> {
  const address = `/query/updated_since?q=${encodeURIComponent(toRison({ last_updated_ms: since }))}`;
  return (await request<UpdatedQueries>(address, signal ? { signal } : {})).result;
}

export const exportFormats = ['csv', 'xlsx', 'json', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type ExportOf = {
  /** The query by the name that the browser gave it. */
  readonly clientId: string;
  readonly statement: number;
  readonly format: ExportFormat;
};

/** The rows of a result that the server holds, as a file. */
export function exportResult({ clientId, statement, format }: ExportOf, signal: AbortSignal): Promise<Response> {
  return call(`/api/v1/sqllab/export/${encodeURIComponent(clientId)}/?format=${format}&statement=${statement}`, {
    signal,
  });
}

/** All rows of a statement, which is asked again without the limit of the editor. */
export function exportAllRows({ clientId, statement, format }: ExportOf, signal: AbortSignal): Promise<Response> {
  const body = { client_id: clientId, statement, format };
  return call('/api/v1/sqllab/export_streaming/', { method: 'POST', body, signal });
}

/** A cell that came in part, whole. */
export async function readWholeCell(
  key: string,
  { at, bytes }: { readonly at: number; readonly bytes: number },
  signal: AbortSignal,
): Promise<Cell> {
  const answer = await call(`/api/v1/sqllab/results/cell?q=${encodeURIComponent(toRison({ key, at, bytes }))}`, {
    signal,
  });
  return parseExactJson(await answer.text()) as Cell;
}

/** The first rows of a statement while it is typed; the request ends with its signal, down to the database. */
export function previewSql(body: PreviewBody, signal: AbortSignal): Promise<PreviewAnswer> {
  return request<PreviewAnswer>('/sqllab/preview/', { method: 'POST', body, signal });
}

/** The text in the form that the server gives it ([7.6-04]). */
export async function formatSql(body: { readonly sql: string; readonly database_id: number | null }): Promise<string> {
  return (await request<{ readonly result: string }>('/sqllab/format_sql/', { method: 'POST', body })).result;
}
