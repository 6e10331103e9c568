import { clearLayout } from '@tessera/core/layout/clear';
import { t } from '@tessera/core/messages';
import { toast } from '../../../ui/feedback/toast-store.ts';
import type { DashboardStore } from '../dashboard-store.ts';
import { applyLayout, presentLayout } from './apply-change.ts';

/** Everything goes in one step, which undo takes back: nothing is asked. */
export function clearPage(store: DashboardStore): void {
  const before = presentLayout(store);
  const layout = clearLayout(before);
  applyLayout(store, layout);
  toast.info(
    layout === before
      ? t('There is nothing on this dashboard to remove.')
      : t('The layout was cleared. Undo brings it back.'),
  );
}
