import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { createDashboardLink, saveDashboard, type DashboardItem } from '../../api/dashboards.ts';
import { favoriteStatus, setFavorite } from '../../api/favorites.ts';
import { holds, me } from '../../api/me.ts';
import { copyText } from '../../ui/copy.ts';
import { describeError } from '../../ui/describe-error.ts';
import { toast } from '../../ui/toast-store.ts';
import { linkParameters } from './dashboard-address.ts';
import { useDashboard } from './dashboard-store.ts';
import type { OpenDialog } from './DashboardDialogs.tsx';
import type { DashboardActions } from './DashboardHeader.tsx';
import { rereadDashboard, save, saveErrorText } from './save.ts';
import { useBoard } from './view/chart-board.tsx';

/** What the buttons of the title row do. */
export function useDashboardActions(item: DashboardItem, open: (dialog: OpenDialog) => void): { readonly actions: DashboardActions; readonly isStarred: boolean; readonly may: { readonly copy: boolean; readonly share: boolean } } {
  const client = useQueryClient();
  const person = useQuery(me);
  const [parameters] = useSearchParams();
  const board = useBoard();
  const { id } = item;
  const stars = useQuery(favoriteStatus('dashboard', [id]));
  const isStarred = stars.data?.has(id) === true;
  useEffect(() => {
    if (stars.isError) toast.danger(t('There was an issue fetching the favorite status of this dashboard.'));
  }, [stars.isError]);

  const reread = () => rereadDashboard(client);

  const actions: DashboardActions = {
    onStar: () => void setFavorite(client, 'dashboard', id, !isStarred).catch(() => toast.danger(t('There was an issue favoriting this dashboard.'))),

    onPublish: () => void publish(id, () => void reread()),

    onRefresh: () => {
      useDashboard.getState().dispatch({ type: 'refreshing_set', on: true });
      for (const handle of board.handles.values()) handle.refresh(true);
    },
    onStopAll: () => {
      for (const handle of board.handles.values()) handle.stop();
    },

    onShare: () => {
      const activeTabs = Object.values(useDashboard.getState().activeTabs);
      createDashboardLink(id, { activeTabs, urlParams: linkParameters(parameters) })
        .then((url) => copyText(url, t('Copied to clipboard!')))
        .catch((error: unknown) => toast.danger(describeError(error).title));
    },

    onEdit: () => useDashboard.getState().dispatch({ type: 'edit_mode_set', on: true }),

    onDiscard: () => {
      if (useDashboard.getState().hasUnsavedChanges) open('discard');
      else useDashboard.getState().dispatch({ type: 'edit_mode_set', on: false });
    },

    onSave: () => {
      void save(client).then((outcome) => {
        if (outcome === 'conflict') open('conflict');
        if (outcome === 'saved') void reread();
      });
    },

    onCopy: () => open('copy'),
    onProperties: () => open('properties'),
    onDelete: () => open('delete'),
  };
  const may = {
    copy: person.data !== undefined && holds(person.data, 'can_write', 'Dashboard'),
    share: person.data !== undefined && holds(person.data, 'can_share_dashboard', 'Tessera'),
  };
  return { actions, isStarred, may };
}

/** Published or hidden, at once and without touching the rest ([4.5-04]). */
async function publish(id: number, onDone: () => void): Promise<void> {
  const { isPublished, dispatch } = useDashboard.getState();
  try {
    const saved = await saveDashboard(id, { published: !isPublished }, null);
    dispatch({ type: 'published_set', published: !isPublished, version: saved.version });
    toast.success(isPublished ? t('This dashboard is now hidden') : t('This dashboard is now published'));
    onDone();
  } catch (error) {
    toast.danger(saveErrorText(error));
  }
}
