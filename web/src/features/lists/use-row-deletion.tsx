import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import type { BulkAction } from '../../ui/lists/list-page-types.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';

type RowDeletion = { readonly ask: (id: number) => void; readonly dialog: ReactNode };

/** The deletion of selected rows for one row, selected or not: it asks the same, and can be taken back the same way. */
export function useRowDeletion(resource: string, deletion: BulkAction): RowDeletion {
  const client = useQueryClient();
  const [asked, setAsked] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (id: number) => {
    setBusy(true);
    try {
      await deletion.run([id]);
      // First the row goes, and then the question: the focus does not return to what is about to go.
      await client.invalidateQueries({ queryKey: [resource] });
    } catch (error) {
      toast.danger(describeError(error).title);
    } finally {
      setBusy(false);
      setAsked(null);
    }
  };
  const question = asked === null ? undefined : deletion.confirm?.(1, [asked]);
  const dialog = asked !== null && question !== undefined && (
    <ConfirmDialog
      opened
      danger
      title={question.title}
      action={question.action}
      loading={isBusy}
      onConfirm={() => void run(asked)}
      onClose={() => setAsked(null)}
    >
      {question.text}
    </ConfirmDialog>
  );
  return { ask: setAsked, dialog };
}
