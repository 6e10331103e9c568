import { toRison } from '@tessera/core/rison';
import type { ExecuteBody, StopBody, UpdatedQueries } from '@tessera/server/contract';
import { call, request, type RequestOptions } from './client.ts';

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
