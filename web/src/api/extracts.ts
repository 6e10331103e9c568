import { queryOptions } from '@tanstack/react-query';
import type { DeepReadonly } from '@tessera/core/deep-readonly';
import type { ExtractBody, ExtractItem as Item, ExtractPut as Put } from '@tessera/server/contract';
import { request } from './client.ts';

export type ExtractItem = DeepReadonly<Item>;
export type ExtractPut = DeepReadonly<Put>;

const REFRESHING_MS = 1000;
const IDLE_MS = 30_000;

/** How a dataset is accelerated; looked at each second while its extract is made. */
export function extractOf(id: number) {
  return queryOptions({
    queryKey: ['dataset', id, 'extract'] as const,
    queryFn: async ({ signal }) =>
      (await request<ExtractBody>(`/dataset/${id}/extract`, { signal })).result as ExtractItem,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.refresh ? REFRESHING_MS : IDLE_MS),
  });
}

export async function putExtract(id: number, body: ExtractPut): Promise<ExtractItem> {
  return (await request<ExtractBody>(`/dataset/${id}/extract`, { method: 'PUT', body })).result;
}

export async function removeExtract(id: number): Promise<void> {
  await request(`/dataset/${id}/extract`, { method: 'DELETE' });
}

/** @param all also the rows that are there */
export async function refreshExtract(id: number, all: boolean): Promise<ExtractItem> {
  return (await request<ExtractBody>(`/dataset/${id}/extract/refresh`, { method: 'POST', body: { all } })).result;
}

export async function cancelExtract(id: number): Promise<ExtractItem> {
  return (await request<ExtractBody>(`/dataset/${id}/extract/cancel`, { method: 'POST' })).result;
}
