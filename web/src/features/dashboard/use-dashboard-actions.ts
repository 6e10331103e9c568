import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { createDashboardLink, type DashboardItem } from '../../api/dashboards.ts';
import { favoriteStatus, setFavorite } from '../../api/favorites.ts';
import { holds, me } from '../../api/me.ts';
import { copyText } from '../../ui/feedback/copy.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { linkParameters } from './dashboard-address.ts';
import { useDashboard } from './dashboard-store.ts';
import type { OpenDialog } from './DashboardDialogs.tsx';
import type { DashboardActions } from './DashboardHeader.tsx';
import { setPublished } from './publish.ts';
import { keepAsNew, rereadDashboard, save } from './save.ts';
import { SAME_DASHBOARD } from './use-unsaved-guard.ts';
import { useBoard } from './view/chart-board.tsx';

/** What the buttons of the title row do. */
export function useDashboardActions(
  item: DashboardItem,
  open: (dialog: OpenDialog) => void,
): {
  readonly actions: DashboardActions;
  readonly isStarred: boolean;
  readonly may: { readonly copy: boolean; readonly share: boolean };
} {
  const client = useQueryClient();
  const person = useQuery(me);
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const board = useBoard();
  const { id } = item;
  const stars = useQuery(favoriteStatus('dashboard', [id]));
  const isStarred = stars.data?.has(id) === true;
  useEffect(() => {
    if (stars.isError) toast.danger(t('There was an issue fetching the favorite status of this dashboard.'));
  }, [stars.isError]);

  const reread = () => rereadDashboard(client);
  const startAnew = () => {
    // The page may show another dashboard by now.
    if (useDashboard.getState().id !== id) return;
    keepAsNew();
    void navigate('/dashboard/new/', { state: SAME_DASHBOARD });
  };

  const actions: DashboardActions = {
    onStar: () =>
      void setFavorite(client, 'dashboard', id, !isStarred).catch(() =>
        toast.danger(t('There was an issue favoriting this dashboard.')),
      ),

    // Who has it open loses it: that is asked. Publishing takes nothing from anybody.
    onPublish: () => {
      if (useDashboard.getState().isPublished) open('hide');
      else void setPublished(client, id, true);
    },

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
        if (outcome === 'gone') {
          toast.danger(t('This dashboard was deleted, or is closed to you now. Your changes are still here.'), {
            action: { label: t('Make a new dashboard of it'), onClick: startAnew },
          });
        }
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
