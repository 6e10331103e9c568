import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { deleteFrom } from '../api/list.ts';
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx';
import { describeError } from '../ui/feedback/describe-error.ts';
import { toast } from '../ui/feedback/toast-store.ts';

type DeleteRowDialogProps = {
  readonly resource: string;
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
};

/** Asks before a row of a list is deleted. */
export function DeleteRowDialog({ resource, id, name, title, children, onClose }: DeleteRowDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteFrom(resource, id),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: [resource] });
      toast.success(t('Deleted: %s', name));
    },
    onError: (error) => {
      onClose();
      toast.danger(describeError(error).title);
    },
  });
  return (
    <ConfirmDialog
      opened
      danger
      title={title}
      action={t('Delete')}
      loading={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
