import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { CloseGuard } from './use-close-guard.ts';

/** Asks when a guard holds somebody back. It may lie over a form that has a 'Cancel' of its own, so it has none. */
export function LeaveDialog({
  guard: { question },
  children,
}: {
  readonly guard: Pick<CloseGuard, 'question'>;
  readonly children: ReactNode;
}) {
  if (question === null) return null;
  return (
    <ConfirmDialog
      opened
      danger
      title={t('Leave without saving?')}
      action={t('Leave')}
      cancel={t('Keep editing')}
      onConfirm={question.leave}
      onClose={question.stay}
    >
      {children}
    </ConfirmDialog>
  );
}
