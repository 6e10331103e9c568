import type { QueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import type { NavigateFunction } from 'react-router';
import { toast } from '../../ui/feedback/toast-store.ts';
import type { OpenDialog } from './DashboardDialogs.tsx';
import type { DashboardStore } from './dashboard-store.ts';
import { rereadDashboard } from './reread-dashboard.ts';
import { keepAsNew, save } from './save.ts';
import { SAME_DASHBOARD } from './use-unsaved-guard.ts';

type Page = {
  readonly store: DashboardStore;
  readonly client: QueryClient;
  readonly navigate: NavigateFunction;
  readonly open: (dialog: OpenDialog) => void;
};

/**
 * Saves the open dashboard, and opens what a save may ask for. Pressed again before the code of the first press was
 * there: one save is enough.
 *
 * @throws what the server refuses
 */
export async function saveFromPage({ store, client, navigate, open }: Page): Promise<void> {
  if (store.getState().isSaving) return;
  const { id } = store.getState();
  const startAnew = (): void => {
    // The page may show another dashboard by now.
    if (store.getState().id !== id) return;
    keepAsNew(store);
    void navigate(hrefOf('newDashboard'), { state: SAME_DASHBOARD });
  };
  const outcome = await save(store, client);
  if (outcome === 'conflict') open('conflict');
  if (outcome === 'gone')
    toast.danger(t('This dashboard was deleted, or is closed to you now. Your changes are still here.'), {
      action: { label: t('Make a new dashboard of it'), onClick: startAnew },
    });
  if (outcome === 'saved') await rereadDashboard(client);
}
