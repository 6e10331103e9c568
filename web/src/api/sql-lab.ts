import { toRison } from '@tessera/core/rison';
import type { RequestOptions } from './client.ts';
import { call, request } from './client.ts';

/** Runs that stream their lines. */
const LINES = 'application/x-ndjson';

/** Run a script ([7.6-02]); the lines of the answer come as they happen. */
export function executeSql(body: unknown, signal: AbortSignal): Promise<Response> {
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
  await request('/query/stop', { method: 'POST', body: { client_id: clientId } });
}
