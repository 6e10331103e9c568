import type { RestoredBody, TrashIds } from '@tessera/server/contract';
import { request } from './client.ts';

/** What goes into the trash when it is deleted. */
export type TrashKind = 'chart' | 'dashboard' | 'saved_query';

/** The resource of the list of deleted objects; the key of its queries too. */
export const trashResource = (kind: TrashKind) => `trash/${kind}` as const;

/** Takes objects out of the trash, all or none. */
export function restoreTrashed(kind: TrashKind, ids: readonly number[]): Promise<RestoredBody> {
  return request<RestoredBody>(`/${trashResource(kind)}/restore`, {
    method: 'POST',
    body: { ids: [...ids] } satisfies TrashIds,
  });
}
