import { IconFolderSymlink } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { useState, type ReactNode } from 'react';
import { changeSavedQuery, savedQueriesResource } from '../../api/saved-queries.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import type { BulkAction } from '../../ui/lists/list-page-types.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { FolderField } from './SavedQueryDialog.tsx';

type Asked = { readonly ids: readonly number[]; readonly answer: (result: undefined | false) => void };

/** The action that moves what is selected into a folder, and the dialog that it opens. */
export function useMove(): { readonly action: BulkAction; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    action: {
      label: t('Move to folder'),
      icon: <IconFolderSymlink size={14} stroke={1.5} />,
      run: (ids) => new Promise((resolve) => setAsked({ ids, answer: resolve })),
    },
    dialog: asked && (
      <MoveDialog
        ids={asked.ids}
        onDone={(isDone) => {
          setAsked(null);
          asked.answer(isDone ? undefined : false);
        }}
      />
    ),
  };
}

type MoveDialogProps = {
  readonly ids: readonly number[];
  /** False: it was given up. */
  readonly onDone: (isDone: boolean) => void;
};

function MoveDialog({ ids, onDone }: MoveDialogProps) {
  const client = useQueryClient();
  const [folder, setFolder] = useState('');
  const move = useMutation({
    mutationFn: async () => {
      for (const id of ids) await changeSavedQuery(id, { folder: folder.trim() || null }, null);
    },
    onSuccess: () => {
      toast.success(tn('1 query was moved', '%(count)s queries were moved', ids.length));
      onDone(true);
    },
    // Some of them may be moved.
    onSettled: () => client.invalidateQueries({ queryKey: [savedQueriesResource] }),
  });
  return (
    <Dialog
      opened
      width={480}
      onClose={() => onDone(false)}
      closable={!move.isPending}
      title={tn('Move 1 query', 'Move %(count)s queries', ids.length)}
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
      <FolderField value={folder} onChange={setFolder} />
      {move.isError && <ErrorCard small error={move.error} />}
    </Dialog>
  );
}
