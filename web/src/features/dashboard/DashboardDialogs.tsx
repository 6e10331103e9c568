import { useQueryClient } from '@tanstack/react-query';
import { t, tMarked, tn } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useState } from 'react';
import { useNavigate, useParams, type Blocker } from 'react-router';
import { dashboard, deleteDashboard, type DashboardItem } from '../../api/dashboards.ts';
import { forgetVisit } from '../../api/recent.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { tellDeleted } from '../../ui/lists/undo-delete.ts';
import { questionOf } from '../../ui/overlays/use-leave-guard.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { keepDraft } from './dashboard-draft.ts';
import { useCarryCharts } from './dashboard-data.tsx';
import { useDashboard, useDashboardStore } from './DashboardProvider.tsx';
import { CrossFilterDialog } from './filter-config/CrossFilterDialog.tsx';
import { FilterConfigDialog } from './filter-config/FilterConfigDialog.tsx';
import { FilterMappingDialog } from './filter-config/FilterMappingDialog.tsx';
import { useSaveFilters } from './filter-config/use-save-filters.ts';
import { EditedPropertiesDialog, PropertiesDialog } from './PropertiesDialog.tsx';
import { setPublished } from './publish.ts';
import { rereadDashboard } from './reread-dashboard.ts';
import { SaveConflictDialog } from './SaveConflictDialog.tsx';
import { ShareDialog } from './sharing/ShareDialog.tsx';
import { MetadataDialog } from './style/MetadataDialog.tsx';
import { StyleDialog } from './style/StyleDialog.tsx';
import { AutoRefreshDialog } from './viewing/AutoRefreshDialog.tsx';
import { DownloadDashboardDialog } from './viewing/DownloadDashboardDialog.tsx';
import type { Refreshing } from './viewing/use-refresh.ts';
import { WallDialog } from './viewing/WallDialog.tsx';
import { ChangesDialog } from './versions/ChangesDialog.tsx';
import { VersionsDialog } from './versions/VersionsDialog.tsx';
import { SAME_DASHBOARD } from './use-unsaved-guard.ts';

const PARTS = [
  'filters',
  'filter_mapping',
  'cross_filters',
  'versions',
  'changes',
  'style',
  'metadata',
  'download',
  'auto_refresh',
  'tv',
  'share',
] as const;
type Part = (typeof PARTS)[number];

export type OpenDialog = Part | 'properties' | 'copy' | 'conflict' | 'discard' | 'delete' | 'hide' | null;

function isPart(dialog: OpenDialog): dialog is Part {
  return PARTS.some((part) => part === dialog);
}

type OpenedDialogProps = {
  readonly item: DashboardItem;
  readonly dialog: OpenDialog;
  readonly setDialog: (dialog: OpenDialog) => void;
  readonly refreshing: Refreshing;
  readonly onCopyLink: () => void;
  readonly onSave: () => void;
};

/** Everything that the title row opens, and over it the question before unsaved changes are left. */
export function DashboardDialogs({ guard, ...opened }: OpenedDialogProps & { readonly guard: Blocker }) {
  const dispatch = useDashboard((state) => state.dispatch);
  const giveUp = () => {
    keepDraft(opened.item.id, null);
    dispatch({ type: 'closed' });
  };
  return (
    <>
      <OpenedDialog {...opened} />
      <LeaveDialog guard={{ question: questionOf(guard, giveUp) }}>
        {t('Your changes to this dashboard are not saved and will be lost.')}
      </LeaveDialog>
    </>
  );
}

function OpenedDialog({ dialog, setDialog, ...shared }: OpenedDialogProps) {
  const { item } = shared;
  const client = useQueryClient();
  const editMode = useDashboard((state) => state.editMode);
  const close = () => setDialog(null);
  const { reload, openCopy, takeProperties } = useOutcomes(item, close);

  if (isPart(dialog))
    return <PartDialog {...shared} dialog={dialog} close={close} onDiscard={() => setDialog('discard')} />;
  switch (dialog) {
    case null:
      return null;
    case 'properties':
      if (editMode) return <EditedPropertiesDialog item={item} onClose={close} />;
      return <PropertiesDialog item={item} onClose={close} onSaved={takeProperties} />;
    case 'copy':
      return <CopyDialog onClose={close} onCopied={openCopy} />;
    case 'conflict':
      return (
        <SaveConflictDialog
          id={item.id}
          onClose={close}
          onCopied={openCopy}
          onReload={reload}
          onSaved={() => void rereadDashboard(client)}
        />
      );
    case 'discard':
      return (
        <ConfirmDialog
          opened
          danger
          title={t('Discard your changes?')}
          action={t('Discard')}
          onConfirm={reload}
          onClose={close}
        >
          {t('The dashboard goes back to how it was last saved.')}
        </ConfirmDialog>
      );
    case 'delete':
      return <DeleteDialog item={item} onClose={close} />;
    case 'hide':
      return <HideDialog item={item} onClose={close} />;
  }
}

type PartDialogProps = Pick<OpenedDialogProps, 'item' | 'refreshing' | 'onCopyLink' | 'onSave'> & {
  readonly dialog: Part;
  readonly close: () => void;
  readonly onDiscard: () => void;
};

/** Dialogs that stand in folders of their own. */
function PartDialog({ item, dialog, close, refreshing, onCopyLink, onSave, onDiscard }: PartDialogProps) {
  const saveFilters = useSaveFilters();
  switch (dialog) {
    case 'filters':
      return <FilterConfigDialog onClose={close} onSave={saveFilters} />;
    case 'filter_mapping':
      return <FilterMappingDialog onClose={close} onSave={saveFilters} />;
    case 'cross_filters':
      return <CrossFilterDialog chartId={null} onClose={close} />;
    case 'style':
      return <StyleDialog item={item} onClose={close} />;
    case 'metadata':
      return <MetadataDialog onClose={close} />;
    case 'versions':
      return <VersionsDialog id={item.id} onClose={close} />;
    case 'changes':
      return <ChangesDialog isPublished={item.published} onSave={onSave} onDiscard={onDiscard} onClose={close} />;
    case 'download':
      return <DownloadDashboardDialog onClose={close} />;
    case 'auto_refresh':
      return (
        <AutoRefreshDialog
          seconds={refreshing.seconds}
          onChoose={refreshing.setSeconds}
          canEdit={item.can_edit}
          onClose={close}
        />
      );
    case 'share':
      return <ShareDialog item={item} onCopyLink={onCopyLink} onClose={close} />;
    case 'tv':
      return <WallDialog onClose={close} />;
  }
}

/** What the page does after a dialog. */
function useOutcomes(item: DashboardItem, close: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const dispatch = useDashboard((state) => state.dispatch);
  const carryCharts = useCarryCharts(useParams()['key'] ?? '');
  /** Forget what was typed and show what is stored. */
  const reload = () => {
    close();
    keepDraft(item.id, null);
    dispatch({ type: 'closed' });
    void client.refetchQueries({ queryKey: ['dashboard', 'item'] });
    void client.refetchQueries({ queryKey: ['dashboard', 'charts'] });
  };
  const openCopy = (id: number) => {
    close();
    void client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
    keepDraft(item.id, null);
    // What was typed lives on in the copy, so there is nothing to ask about.
    void navigate(hrefOf('dashboard', { key: id }), { state: SAME_DASHBOARD });
  };
  const takeProperties = (saved: DashboardItem) => {
    close();
    void rereadDashboard(client);
    if (saved.url === item.url) return;
    // The page asks for its dashboard under the new address from now on.
    client.setQueryData(dashboard(saved.slug ?? String(saved.id)).queryKey, saved);
    carryCharts(saved.slug ?? String(saved.id));
    void navigate(saved.url, { replace: true, state: SAME_DASHBOARD });
  };
  return { reload, openCopy, takeProperties };
}

function HideDialog({ item, onClose }: { readonly item: DashboardItem; readonly onClose: () => void }) {
  const store = useDashboardStore();
  const client = useQueryClient();
  const title = useDashboard((state) => state.history.present.title);
  const [busy, setBusy] = useState(false);
  const hide = async () => {
    setBusy(true);
    await setPublished(store, client, item.id, false);
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      danger
      loading={busy}
      title={t('Hide "%(title)s"?', { title })}
      action={t('Hide')}
      onConfirm={() => void hide()}
      onClose={onClose}
    >
      {tMarked(
        'Only its owners and administrators will see it. For everybody else it is gone, and links to it stop ' +
          'working until it is published again.',
      )}
    </ConfirmDialog>
  );
}

function DeleteDialog({ item, onClose }: { readonly item: DashboardItem; readonly onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await deleteDashboard(item.id);
      forgetVisit('dashboard', item.id);
      tellDeleted(client, 'dashboard', [item.id], `"${item.dashboard_title}"`);
      void client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
      await navigate(hrefOf('dashboards'), { state: SAME_DASHBOARD });
    } catch (error) {
      toast.danger(describeError(error).title);
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      opened
      danger
      loading={busy}
      title={t('Delete "%(title)s"?', { title: item.dashboard_title })}
      action={t('Delete')}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {item.charts.length === 0
        ? t('Links to it stop working.')
        : tn(
            'Links to it stop working. Its chart stays and can be used elsewhere.',
            'Links to it stop working. Its %(count)s charts stay and can be used elsewhere.',
            item.charts.length,
          )}
    </ConfirmDialog>
  );
}
