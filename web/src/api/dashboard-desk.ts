import { queryOptions } from '@tanstack/react-query';
import type { DraftBody, DraftPut, EditorRow, FilterPreset, FilterPresets, Result } from '@tessera/server/contract';
import { request } from './client.ts';

export type Preset = Readonly<FilterPreset>;

/** Changes of this user that are not saved yet, wherever they were made. */
export function dashboardDraft(id: number) {
  return queryOptions({
    queryKey: ['dashboard', 'draft', id] as const,
    queryFn: async ({ signal }) => (await request<Result<DraftBody>>(`/dashboard/${id}/draft`, { signal })).result,
    staleTime: Infinity,
    gcTime: 0,
  });
}

export type DraftState = Readonly<DraftBody>;
export const NO_DRAFT: DraftState = { draft: null, saved_on: null, token: null };

// Nobody waits for these: a session that has ended is noticed where somebody does something.
const quiet = { signInAgain: false } as const;

/** @throws ApiError 412 where a version lies there that this one does not go on from */
export async function storeDraft(id: number, draft: DraftPut): Promise<void> {
  await request(`/dashboard/${id}/draft`, { method: 'PUT', body: draft, ...quiet });
}

/** Only these versions go. @throws ApiError 412 where another one lies there */
export async function dropDraft(id: number, over: readonly string[]): Promise<void> {
  await request(`/dashboard/${id}/draft?over=${over.join(',')}`, { method: 'DELETE', ...quiet });
}

/** How often a page that edits says so. */
const HERE_MS = 20_000;

/** Who else edits a dashboard now; asking says that this user does. */
export function editorsHere(id: number) {
  return queryOptions({
    queryKey: ['dashboard', 'editors', id] as const,
    queryFn: async ({ signal }) =>
      (await request<Result<readonly EditorRow[]>>(`/dashboard/${id}/editors`, { method: 'PUT', signal, ...quiet }))
        .result,
    refetchInterval: HERE_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export async function stopEditing(id: number): Promise<void> {
  await request(`/dashboard/${id}/editors`, { method: 'DELETE', ...quiet });
}

/** Sets of filter values that this user has named. */
export function filterPresets(id: number) {
  return queryOptions({
    queryKey: ['dashboard', 'filter_presets', id] as const,
    queryFn: async ({ signal }) =>
      (await request<Result<FilterPresets>>(`/dashboard/${id}/filter_presets`, { signal })).result.presets,
    staleTime: 60_000,
  });
}

/** All of them at once. */
export async function saveFilterPresets(id: number, presets: readonly Preset[]): Promise<readonly Preset[]> {
  return (await request<Result<FilterPresets>>(`/dashboard/${id}/filter_presets`, { method: 'PUT', body: { presets } }))
    .result.presets;
}
