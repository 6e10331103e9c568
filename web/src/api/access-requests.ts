import { queryOptions } from '@tanstack/react-query';
import type { AccessDecision, AccessRequestItem, Result } from '@tessera/server/contract';
import { request } from './client.ts';

export type { AccessRequestItem } from '@tessera/server/contract';

/** Open requests for access to dashboards that this user may change, the newest first. */
export const accessRequests = queryOptions({
  queryKey: ['dashboard', 'access-requests'] as const,
  queryFn: async ({ signal }) =>
    (await request<Result<readonly AccessRequestItem[]>>('/dashboard/access_requests/', { signal })).result,
});

/** Ask the owners of a dashboard to see it; the answer does not tell whether there is one. @throws ApiError 429 */
export async function askForAccess(key: string): Promise<void> {
  await request(`/dashboard/${encodeURIComponent(key)}/access_request`, { method: 'POST' });
}

/** @param roleId the role of the user that joins those of the dashboard */
export async function decideAccess(id: number, decision: AccessDecision['decision'], roleId?: number): Promise<void> {
  await request(`/dashboard/access_requests/${id}`, {
    method: 'PUT',
    body: { decision, ...(roleId === undefined ? {} : { role_id: roleId }) } satisfies AccessDecision,
  });
}
