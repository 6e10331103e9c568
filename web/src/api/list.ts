import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { toRison, type RisonInput } from '@tessera/core/rison';
import type { ChoicesBody, ListAnswer, MessageBody } from '@tessera/server/contract';
import { request } from './client.ts';

export type ListFilter = { readonly col: string; readonly opr: string; readonly value: RisonInput };

/** The list query of every resource; pages count from 0. */
export type ListQuery = {
  readonly columns?: readonly string[];
  readonly filters?: readonly ListFilter[];
  readonly orderColumn?: string;
  readonly orderDirection?: 'asc' | 'desc';
  readonly page?: number;
  /** −1 is the server's maximum. */
  readonly pageSize?: number;
};

export type { ListAnswer } from '@tessera/server/contract';

/** `?q=` of a list address. */
export function listAddress(
  resource: string,
  { columns, filters, orderColumn, orderDirection, page, pageSize }: ListQuery,
): string {
  const query = toRison({
    columns,
    filters: filters?.map(({ col, opr, value }) => ({ col, opr, value })),
    order_column: orderColumn,
    order_direction: orderColumn === undefined ? undefined : (orderDirection ?? 'asc'),
    page,
    page_size: pageSize,
  });
  return `/${resource}/?q=${encodeURIComponent(query)}`;
}

/** One page of a resource. The page before stays on screen while the next one comes. */
export function listOf<T>(resource: string, query: ListQuery) {
  return queryOptions({
    queryKey: [resource, 'list', query] as const,
    queryFn: ({ signal }) => request<ListAnswer<T>>(listAddress(resource, query), { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Users, roles or databases that a column may hold, found by part of their name. */
export function relatedTo(resource: string, column: string, filter: string, includeIds: readonly number[] = []) {
  const query = toRison({
    filter,
    page: 0,
    page_size: 50,
    include_ids: includeIds.length === 0 ? undefined : includeIds,
  });
  return queryOptions({
    queryKey: [resource, 'related', column, filter, includeIds] as const,
    queryFn: ({ signal }) =>
      request<ChoicesBody>(`/${resource}/related/${column}?q=${encodeURIComponent(query)}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Delete several at once; the answer says how many. */
export async function bulkDelete(resource: string, ids: readonly number[]): Promise<string> {
  const answer = await request<MessageBody>(`/${resource}/?q=${encodeURIComponent(toRison(ids))}`, {
    method: 'DELETE',
  });
  return answer.message;
}

/** Deletes one row of a list resource. */
export async function deleteFrom(resource: string, id: number): Promise<void> {
  await request(`/${resource}/${id}`, { method: 'DELETE' });
}
