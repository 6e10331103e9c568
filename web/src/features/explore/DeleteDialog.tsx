import { useQueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { bulkDelete } from '../../api/list.ts';
import { forgetVisit } from '../../api/recent.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { tellDeleted } from '../../ui/lists/undo-delete.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { useExplore } from './explore-store.ts';
import { forgetChanges } from './forget-changes.ts';
import type { SavedChart } from '../../chart-editor/draft.ts';

type DeleteDialogProps = {
  readonly chart: SavedChart;
  readonly userId: number;
  readonly onClose: () => void;
};

/** Asks whether the open chart goes to the trash, with what was changed of it, and leads to the list. */
export function DeleteDialog({ chart, userId, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await bulkDelete('chart', [chart.id]);
      forgetVisit('chart', chart.id);
      const { dispatch, ...state } = useExplore.getState();
      forgetChanges(state, userId);
      dispatch({ type: 'closed' });
      tellDeleted(client, 'chart', [chart.id], `"${chart.name}"`);
      for (const key of ['chart', 'dashboard', 'home']) void client.invalidateQueries({ queryKey: [key] });
      await navigate(hrefOf('charts'));
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
      title={t('Delete "%(title)s"?', { title: chart.name })}
      action={t('Delete')}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {chart.dashboards.length === 0
        ? t('Links to it stop working.')
        : tn(
            'Links to it stop working, and the dashboard that it is on loses it.',
            'Links to it stop working, and the %(count)s dashboards that it is on lose it.',
            chart.dashboards.length,
          )}
    </ConfirmDialog>
  );
}
