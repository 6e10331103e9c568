import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  Comment as CommentBody,
  MentionableUsers,
  CommentPost,
  CommentPut,
  Comments,
  CommentSaved,
  Mentioned,
} from '@tessera/server/contract';
import type { DeepReadonly } from '@tessera/core/deep-readonly';
import { request } from './client.ts';

export type Comment = DeepReadonly<CommentBody>;
export type MentionRow = DeepReadonly<Mentioned['result'][number]>;

/** What is said about a dashboard, in the order in which it was written. */
export function commentsOn(dashboardId: number) {
  return queryOptions({
    queryKey: ['dashboard', 'comments', dashboardId] as const,
    queryFn: async ({ signal }) =>
      (await request<Comments>(`/dashboard/${dashboardId}/comments`, { signal })).result as readonly Comment[],
    staleTime: 60_000,
    retry: false,
  });
}

export async function addComment(dashboardId: number, body: CommentPost): Promise<Comment> {
  return (await request<CommentSaved>(`/dashboard/${dashboardId}/comments`, { method: 'POST', body })).result;
}

export async function changeComment(dashboardId: number, id: number, body: CommentPut): Promise<Comment> {
  return (await request<CommentSaved>(`/dashboard/${dashboardId}/comments/${id}`, { method: 'PUT', body })).result;
}

export async function deleteComment(dashboardId: number, id: number): Promise<void> {
  await request(`/dashboard/${dashboardId}/comments/${id}`, { method: 'DELETE' });
}

/** Users who see the dashboard, by a part of their name. */
export function mentionable(dashboardId: number, search: string) {
  return queryOptions({
    queryKey: ['dashboard', 'comments', dashboardId, 'people', search] as const,
    queryFn: async ({ signal }) =>
      (
        await request<MentionableUsers>(
          `/dashboard/${dashboardId}/comments/people?search=${encodeURIComponent(search)}`,
          {
            signal,
          },
        )
      ).result,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Comments that name this user and were not seen. */
export const mentionsOfMe = queryOptions({
  queryKey: ['comment', 'mentions'] as const,
  queryFn: async ({ signal }) =>
    (await request<Mentioned>('/comment/mentions', { signal })).result as readonly MentionRow[],
  staleTime: 60_000,
});

export async function seeMentions(ids: readonly number[]): Promise<void> {
  await request('/comment/mentions/seen', { method: 'POST', body: { ids: [...ids] } });
}
