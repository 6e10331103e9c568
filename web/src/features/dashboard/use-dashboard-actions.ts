import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { DashboardItem, LinkState } from '../../api/dashboards.ts';
import { favoriteStatus, setFavorite } from '../../api/favorites.ts';
import { holds, me } from '../../api/me.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { usePageActions, type PageAction } from '../../ui/common/page-actions.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { linkParameters } from './dashboard-address.ts';
import { isUnsaved } from './dashboard-store.ts';
import type { OpenDialog } from './DashboardDialogs.tsx';
import type { DashboardActions, Rights } from './dashboard-actions.ts';
import { useDashboardStore } from './DashboardProvider.tsx';
import { useFilterStore } from './filters/FilterProvider.tsx';
import type * as Links from './sharing/links.ts';
import { useFullscreen } from './viewing/use-fullscreen.ts';
import { useBoard } from './view/chart-board.tsx';

/** What the buttons of the title row do. */
export function useDashboardActions(
  item: DashboardItem,
  open: (dialog: OpenDialog) => void,
  refresh: () => void,
): {
  readonly actions: DashboardActions;
  readonly isStarred: boolean;
  readonly may: Rights;
} {
  const store = useDashboardStore();
  const client = useQueryClient();
  const user = useQuery(me);
  const board = useBoard();
  const links = useLinks(item);
  const fullscreen = useFullscreen();
  const { id } = item;
  const { isStarred, onStar } = useStar(id);
  const onSave = useSave(open);

  const actions: DashboardActions = {
    onStar,
    onSave,

    // Who has it open loses it: that is asked. Publishing takes nothing from anybody.
    onPublish: () => {
      if (item.published) open('hide');
      else import('./publish.ts').then(({ setPublished }) => setPublished(store, client, id, true)).catch(tellFailure);
    },

    onRefresh: refresh,
    onStopAll: () => [...board.handles.values()].forEach((handle) => handle.stop()),

    ...links,
    ...openers(open),
    onFullscreen: fullscreen.toggle,

    onEdit: () => store.getState().dispatch({ type: 'edit_mode_set', on: true }),

    onClear: () => void import('./edit/clear-page.ts').then(({ clearPage }) => clearPage(store), tellFailure),

    onDiscard: () => {
      if (isUnsaved(store.getState())) open('discard');
      else store.getState().dispatch({ type: 'edit_mode_set', on: false });
    },
  };
  const may = {
    copy: user.data !== undefined && holds(user.data, 'can_write', 'Dashboard'),
    share: user.data !== undefined && holds(user.data, 'can_share_dashboard', 'Tessera'),
    star: typeof user.data?.id === 'number',
  };
  usePageActions(paletteActions(actions, isStarred, { ...may, edit: item.can_edit }));
  return { actions, isStarred, may };
}

/** What only opens a dialog. */
function openers(open: (dialog: OpenDialog) => void) {
  return {
    onPeople: () => open('share'),
    onDownload: () => open('download'),
    onAutoRefresh: () => open('auto_refresh'),
    onTv: () => open('tv'),
    onCopy: () => open('copy'),
    onChanges: () => open('changes'),
    onProperties: () => open('properties'),
    onFilters: () => open('filters'),
    onFilterMapping: () => open('filter_mapping'),
    onVersions: () => open('versions'),
    onStyle: () => open('style'),
    onMetadata: () => open('metadata'),
    onCrossFilters: () => open('cross_filters'),
    onDelete: () => open('delete'),
  };
}

/** Links on the clipboard or in a letter: to what is seen now, or to the dashboard as it opens. */
function useLinks(item: DashboardItem): Pick<DashboardActions, 'onShare' | 'onShareAsOpens' | 'onMail'> {
  const store = useDashboardStore();
  const filters = useFilterStore();
  const [parameters] = useSearchParams();
  const seenNow = (): LinkState => ({
    activeTabs: Object.values(store.getState().activeTabs),
    dataMask: filters.getState().masks,
    urlParams: linkParameters(parameters),
  });
  const share = (how: (links: typeof Links) => Promise<void>): void =>
    void import('./sharing/links.ts').then(how).catch(tellFailure);
  return {
    onShare: () => share(({ copyLink }) => copyLink(item.id, seenNow())),
    onShareAsOpens: () =>
      share(({ copyAddress }) => copyAddress(item, new URLSearchParams(linkParameters(parameters)))),
    onMail: () => share(({ mailLink }) => mailLink(item, seenNow())),
  };
}

/** What of it the search of commands offers. */
function paletteActions(
  actions: DashboardActions,
  isStarred: boolean,
  may: Rights & { readonly edit: boolean },
): readonly PageAction[] {
  return [
    { title: t('Refresh dashboard'), run: actions.onRefresh },
    { title: t('Set auto-refresh'), run: actions.onAutoRefresh },
    { title: t('Toggle fullscreen'), run: actions.onFullscreen },
    { title: t('Download the dashboard'), run: actions.onDownload },
    ...(may.star
      ? [{ title: isStarred ? t('Remove from favorites') : t('Add to favorites'), run: actions.onStar }]
      : []),
    ...(may.share
      ? [
          { title: t('Copy link'), run: actions.onShare },
          { title: t('Copy link without my filters'), run: actions.onShareAsOpens },
        ]
      : []),
    ...(may.copy ? [{ title: t('Save as a copy'), run: actions.onCopy }] : []),
    ...(may.edit
      ? [
          { title: t('Edit dashboard'), run: actions.onEdit },
          { title: t('Share with people'), run: actions.onPeople },
          { title: t('Edit properties'), run: actions.onProperties },
          { title: t('Add or edit filters'), run: actions.onFilters },
          { title: t('Version history'), run: actions.onVersions },
          { title: t('Edit CSS'), run: actions.onStyle },
        ]
      : []),
  ];
}

/** Whether the dashboard is a favourite of the user, and what makes it one. */
function useStar(id: number) {
  const client = useQueryClient();
  const stars = useQuery(favoriteStatus('dashboard', [id]));
  const isStarred = stars.data?.has(id) === true;
  useEffect(() => {
    if (stars.isError) toast.danger(t('There was an issue fetching the favorite status of this dashboard.'));
  }, [stars.isError]);
  const onStar = () =>
    void setFavorite(client, 'dashboard', id, !isStarred).catch(() =>
      toast.danger(t('There was an issue favoriting this dashboard.')),
    );
  return { isStarred, onStar };
}

/** Saves the dashboard. Who only looks saves nothing: how comes with the editor. */
function useSave(open: (dialog: OpenDialog) => void): () => void {
  const store = useDashboardStore();
  const client = useQueryClient();
  const navigate = useNavigate();
  return () =>
    void import('./save-from-page.ts')
      .then(({ saveFromPage }) => saveFromPage({ store, client, navigate, open }))
      .catch(tellFailure);
}

function tellFailure(error: unknown): void {
  toast.danger(describeError(error).title);
}
