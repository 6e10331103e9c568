import type { QueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { restoreTrashed, trashResource, type TrashKind } from '../../api/trash.ts';
import { describeError } from '../feedback/describe-error.ts';
import { toast } from '../feedback/toast-store.ts';

/** Long enough to read what has gone, and to find the button by keyboard. */
const UNDO_MS = 10_000;

/**
 * Says that objects are in the trash, with a button that takes them out again.
 *
 * @param names  as they are read: notices that say the same replace each other, and each deletion has its own Undo
 */
export function tellDeleted(client: QueryClient, kind: TrashKind, ids: readonly number[], names: string): void {
  const undo = () =>
    void restore(client, kind, ids).catch((error: unknown) => toast.danger(describeError(error).title));
  toast.success(t('Deleted: %s', names), { action: { label: t('Undo'), onClick: undo }, durationMs: UNDO_MS });
}

/** Takes objects out of the trash, says so, and reads the lists again. */
export async function restore(client: QueryClient, kind: TrashKind, ids: readonly number[]): Promise<void> {
  const { without_slug: displaced } = await restoreTrashed(kind, ids);
  toast.success(restoredText(kind, ids.length));
  for (const { slug } of displaced)
    toast.warning(t('Another dashboard has its address by now: %(address)s', { address: slug }));
  await Promise.all([kind, trashResource(kind)].map((resource) => client.invalidateQueries({ queryKey: [resource] })));
}

function restoredText(kind: TrashKind, count: number): string {
  switch (kind) {
    case 'chart':
      return tn('1 chart is restored', '%(count)s charts are restored', count);
    case 'dashboard':
      return tn('1 dashboard is restored', '%(count)s dashboards are restored', count);
    case 'saved_query':
      return tn('1 query is restored', '%(count)s queries are restored', count);
  }
}
