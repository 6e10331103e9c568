import { parseExactJson } from '@tessera/core/exact-json';
import { toRison } from '@tessera/core/rison';
import type {
  ExecuteBody,
  LinkBody,
  PreviewAnswer,
  PreviewBody,
  Result,
  SqlLink,
  StopBody,
  UpdatedQueries,
  ValidateAnswer,
  ValidateBody,
} from '@tessera/server/contract';
import { call, request, type RequestOptions } from './client.ts';
import type { Cell } from '@tessera/core/table';

/** Runs that stream their lines. */
const LINES = 'application/x-ndjson';

/** Run a script ([7.6-02]); the lines of the answer come as they happen. 202: it goes on without this request. */
export function executeSql(body: ExecuteBody, signal: AbortSignal): Promise<Response> {
  return call('/api/v1/sqllab/execute/', { method: 'POST', body, signal, headers: { Accept: LINES } });
}

/** The lines of a stored result from its beginning, and those that are still added ([7.6-03]). */
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

/** All rows of a statement, which is requested again without the limit of the editor. */
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

/** A link to a query, for whoever may use its database ([7.6-05]). @returns its address */
export async function createSqlLink(link: SqlLink): Promise<string> {
  return (await request<LinkBody>('/sqllab/permalink', { method: 'POST', body: link })).url;
}

/** The query behind a link. @throws ApiError 404 for whoever may not use its database */
export function readSqlLink(key: string): Promise<SqlLink> {
  return request<SqlLink>(`/sqllab/permalink/${encodeURIComponent(key)}`);
}

type SqlPlace = {
  readonly dbId: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly sql: string;
  /** JSON text. */
  readonly templateParams: string;
};

/** What a database expects a script to cost, statement by statement, in its own words ([7.6-04]). */
export async function estimateSql(
  { dbId, catalog, schema, sql, templateParams }: SqlPlace,
  signal: AbortSignal,
): Promise<readonly Readonly<Record<string, string | number>>[]> {
  const body = {
    database_id: dbId,
    catalog,
    schema,
    sql,
    template_params: templateParams === '' ? {} : (parseExactJson(templateParams) as object),
  };
  const { result } = await request<Result<readonly Readonly<Record<string, string | number>>[]>>('/sqllab/estimate/', {
    method: 'POST',
    body,
    signal,
  });
  return result;
}

/** Where a script is wrong, by the parsers of the server and the database itself; nothing runs. */
export async function validateSql(
  { dbId, catalog, schema, sql, templateParams }: SqlPlace,
  signal: AbortSignal,
): Promise<ValidateAnswer['result']> {
  const body = { sql, catalog, schema, template_params: templateParams } satisfies ValidateBody;
  return (await request<ValidateAnswer>(`/database/${dbId}/validate_sql/`, { method: 'POST', body, signal })).result;
}

/** The text laid out anew ([7.6-04]). */
export async function formatSql(sql: string, databaseId: number | null): Promise<string> {
  const body = { sql, ...(databaseId === null ? {} : { database_id: databaseId }) };
  return (await request<Result<string>>('/sqllab/format_sql/', { method: 'POST', body })).result;
}

/** A stored result, by the name that it has as a table. */
export type ResultSource = { readonly name: string; readonly key: string; readonly statement: number };

/** SQL of the embedded engine over stored results, which are its tables; nothing is asked of their database. */
export function queryResults(
  body: { readonly sources: readonly ResultSource[]; readonly sql: string; readonly limit: number },
  signal: AbortSignal,
): Promise<Response> {
  return call('/api/v1/sqllab/results/query/', { method: 'POST', body, signal, headers: { Accept: LINES } });
}
