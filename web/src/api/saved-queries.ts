import { queryOptions } from '@tanstack/react-query';
import type { DeepReadonly } from '@tessera/core/deep-readonly';
import type {
  ChoicesBody,
  Result,
  SavedQuery as SavedQueryBody,
  SavedQueryItem,
  SavedQueryPost,
  SavedQueryPut,
  SavedQueryRestored,
  SavedQueryRow as Row,
  SavedQueryText,
  SavedQueryVersions,
} from '@tessera/server/contract';
import { request } from './client.ts';
import { listAddress, type ListAnswer, type ListFilter } from './list.ts';

/** The resource of the list, and the key of its queries. */
export const savedQueriesResource = 'saved_query';

/** A saved query as lists read it. */
export type SavedQueryRow = DeepReadonly<
  Pick<
    Row,
    | 'id'
    | 'label'
    | 'description'
    | 'database'
    | 'catalog'
    | 'schema'
    | 'sql'
    | 'is_cut'
    | 'folder'
    | 'shared_with'
    | 'can_edit'
    | 'url'
    | 'last_run_delta_humanized'
    | 'rows'
    | 'created_by'
    | 'changed_on_delta_humanized'
    | 'tags'
    | 'version'
  >
>;
export type SavedQuery = DeepReadonly<SavedQueryBody>;
export type SavedQueryVersion = DeepReadonly<SavedQueryVersions['result'][number]>;

export const savedQueryFields = [
  'id',
  'label',
  'description',
  'database.id',
  'database.database_name',
  'catalog',
  'schema',
  'sql',
  'is_cut',
  'folder',
  'shared_with',
  'can_edit',
  'url',
  'last_run_delta_humanized',
  'rows',
  'created_by.id',
  'created_by.first_name',
  'created_by.last_name',
  'changed_on_delta_humanized',
  'tags.id',
  'tags.name',
  'tags.type',
  'version',
] as const;

export function savedQuery(id: number) {
  return queryOptions({
    queryKey: [savedQueriesResource, id] as const,
    queryFn: ({ signal }) => readSavedQuery(id, signal),
  });
}

export async function readSavedQuery(id: number, signal?: AbortSignal): Promise<SavedQuery> {
  const answer = await request<SavedQueryItem & Result<SavedQuery>>(`/saved_query/${id}`, signal ? { signal } : {});
  return answer.result;
}

/** The SQL of a row of a list, whole: lists cut long texts. */
export async function wholeSql({
  id,
  sql,
  is_cut: isCut,
}: Pick<SavedQueryRow, 'id' | 'sql' | 'is_cut'>): Promise<string> {
  return isCut ? (await readSavedQuery(id)).sql : sql;
}

/** The last changed of those that fit. */
export function savedQueriesOf(filters: readonly ListFilter[], pageSize: number) {
  return queryOptions({
    queryKey: [savedQueriesResource, 'some', filters, pageSize] as const,
    queryFn: ({ signal }) =>
      request<ListAnswer<SavedQueryRow>>(
        listAddress(savedQueriesResource, {
          columns: savedQueryFields,
          filters,
          orderColumn: 'changed_on_delta_humanized',
          orderDirection: 'desc',
          page: 0,
          pageSize,
        }),
        { signal },
      ),
  });
}

/** @returns its id */
export async function createSavedQuery(body: SavedQueryPost): Promise<number> {
  return (await request<Pick<SavedQueryItem, 'id'>>('/saved_query/', { method: 'POST', body })).id;
}

/** What is left out stays. @throws ApiError 412 when it is at another version by now */
export async function changeSavedQuery(id: number, change: SavedQueryPut, version: number | null): Promise<void> {
  await request(`/saved_query/${id}`, { method: 'PUT', body: change, ifMatch: version });
}

/** Paths of folders that queries are in, sorted. */
export const savedQueryFolders = queryOptions({
  queryKey: [savedQueriesResource, 'distinct', 'folder'] as const,
  queryFn: async ({ signal }): Promise<readonly string[]> => {
    const { result } = await request<ChoicesBody>('/saved_query/distinct/folder', { signal });
    return result
      .map(({ text }) => text)
      .filter(Boolean)
      .toSorted((a, b) => a.localeCompare(b));
  },
});

/** What it once was, the newest save first. */
export function savedQueryVersions(id: number) {
  return queryOptions({
    queryKey: [savedQueriesResource, id, 'versions'] as const,
    queryFn: async ({ signal }) =>
      (await request<SavedQueryVersions>(`/saved_query/${id}/versions`, { signal })).result,
  });
}

/** The text of one save; it stays as it was. */
export function savedQueryText(id: number, version: number) {
  return queryOptions({
    queryKey: [savedQueriesResource, id, 'versions', version] as const,
    queryFn: async ({ signal }) =>
      (await request<SavedQueryText>(`/saved_query/${id}/versions/${version}`, { signal })).result,
    staleTime: Infinity,
  });
}

export async function restoreSavedQuery(id: number, version: number): Promise<void> {
  await request<SavedQueryRestored>(`/saved_query/${id}/versions/${version}/restore`, { method: 'POST' });
}
