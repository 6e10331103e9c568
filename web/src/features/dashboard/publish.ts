import type { QueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { saveDashboard } from '../../api/dashboards.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import type { DashboardStore } from './dashboard-store.ts';
import { rereadDashboard } from './reread-dashboard.ts';
import { saveErrorText } from './save.ts';

/** Published or hidden, at once and without touching the rest ([4.5-04]); what is said about it takes it back. */
export async function setPublished(
  store: DashboardStore,
  client: QueryClient,
  id: number,
  published: boolean,
): Promise<void> {
  try {
    const { version } = await saveDashboard(id, { published }, null);
    // The page may show another dashboard by now.
    if (store.getState().id === id) store.getState().dispatch({ type: 'version_written', version });
    void client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
    toast.success(published ? t('This dashboard is now published') : t('This dashboard is now hidden'), {
      action: { label: t('Undo'), onClick: () => void setPublished(store, client, id, !published) },
    });
    void rereadDashboard(client);
  } catch (error) {
    toast.danger(saveErrorText(error));
  }
}
