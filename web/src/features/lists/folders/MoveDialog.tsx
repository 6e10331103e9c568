import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { saveDashboard } from '../../../api/dashboards.ts';
import { folders as allFolders, foldersResource } from '../../../api/folders.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { folderChoices } from './folder-tree.ts';

type MoveDialogProps = {
  readonly ids: readonly number[];
  /** False: it was given up. */
  readonly onDone: (isDone: boolean) => void;
};

/** Puts dashboards into a folder, or out of all folders. */
export function MoveDialog({ ids, onDone }: MoveDialogProps) {
  const client = useQueryClient();
  const folders = useQuery(allFolders);
  const [target, setTarget] = useState<string | null>(null);
  const move = useMutation({
    mutationFn: async () => {
      for (const id of ids) await saveDashboard(id, { folder_id: target === null ? null : Number(target) }, null);
    },
    onSuccess: () => {
      toast.success(tn('1 dashboard was moved', '%(count)s dashboards were moved', ids.length));
      onDone(true);
    },
    // Some of them may be moved.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [foldersResource] });
      await client.invalidateQueries({ queryKey: ['dashboard'] });
    },
  });
  return (
    <Dialog
      opened
      width={480}
      onClose={() => onDone(false)}
      closable={!move.isPending}
      title={tn('Move 1 dashboard', 'Move %(count)s dashboards', ids.length)}
      onSubmit={() => !move.isPending && move.mutate()}
      footer={
        <>
          <Button onClick={() => onDone(false)}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={move.isPending}>
            {t('Move')}
          </Button>
        </>
      }
    >
      <Select
        label={t('Folder')}
        description={t('Who may see and change a dashboard goes by its folder as well.')}
        placeholder={t('No folder')}
        clearable
        value={target}
        onChange={setTarget}
        loading={folders.isFetching}
        options={folderChoices(folders.data ?? []).filter(({ value }) =>
          (folders.data ?? []).some((folder) => folder.can_edit && String(folder.id) === value),
        )}
        emptyText={t('There is no folder that you may change.')}
      />
      {move.isError && <ErrorCard small error={move.error} />}
    </Dialog>
  );
}
