import { queryOptions } from '@tanstack/react-query';
import type { Folder as FolderBody, FolderItem, FolderPost, FolderPut, Folders } from '@tessera/server/contract';
import { request } from './client.ts';

export type Folder = FolderBody;

export const foldersResource = 'folder';

/** Every folder of dashboards that the user sees, by name. */
export const folders = queryOptions({
  queryKey: [foldersResource] as const,
  queryFn: async ({ signal }) =>
    (await request<Folders>(`/${foldersResource}/`, { signal })).result as readonly Folder[],
});

/** @throws ApiError 400 for a name that is taken */
export async function createFolder(body: FolderPost): Promise<Folder> {
  return (await request<FolderItem>(`/${foldersResource}/`, { method: 'POST', body })).result;
}

/** @throws ApiError 412 when the folder is at another version by now */
export async function changeFolder({ id, version }: Pick<Folder, 'id' | 'version'>, body: FolderPut): Promise<Folder> {
  return (await request<FolderItem>(`/${foldersResource}/${id}`, { method: 'PUT', body, ifMatch: version })).result;
}

/** @throws ApiError 400 while something is in it */
export async function deleteFolder(id: number): Promise<void> {
  await request(`/${foldersResource}/${id}`, { method: 'DELETE' });
}
