import { queryOptions } from '@tanstack/react-query';
import type { AudienceBody, ChartAudienceBody, ChartSeenBody, DashboardSaved } from '@tessera/server/contract';
import { request } from './client.ts';

type Result<T> = { readonly result: T };

/** To whom a chart is open. */
export function chartAudience(id: number) {
  return queryOptions({
    queryKey: ['chart', 'audience', id, 'open'] as const,
    queryFn: async ({ signal }) =>
      (await request<Result<ChartAudienceBody>>(`/chart/${id}/audience`, { signal })).result,
    staleTime: 0,
  });
}

/** What another user sees of a chart. */
export function chartSeenBy(id: number, userId: number) {
  return queryOptions({
    queryKey: ['chart', 'audience', id, userId] as const,
    queryFn: async ({ signal }) =>
      (await request<Result<ChartSeenBody>>(`/chart/${id}/audience/${userId}`, { signal })).result,
    staleTime: 0,
  });
}

/** One more role sees a dashboard, with the data of its charts. */
export async function openDashboardTo(id: number, roleId: number): Promise<void> {
  const { result } = await request<Result<AudienceBody>>(`/dashboard/${id}/audience`);
  const roles = [...result.roles.map((role) => role.id), roleId];
  await request<DashboardSaved>(`/dashboard/${id}`, { method: 'PUT', body: { roles } });
}
