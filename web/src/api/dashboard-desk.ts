import { queryOptions } from '@tanstack/react-query';
import type { DraftBody, EditorRow, FilterPreset, FilterPresets, Result } from '@tessera/server/contract';
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

// Nobody waits for these: a session that has ended is noticed where somebody does something.
const quiet = { signInAgain: false } as const;

export async function storeDraft(id: number, draft: string): Promise<void> {
  await request(`/dashboard/${id}/draft`, { method: 'PUT', body: { draft }, ...quiet });
}

export async function dropDraft(id: number): Promise<void> {
  await request(`/dashboard/${id}/draft`, { method: 'DELETE', ...quiet });
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
