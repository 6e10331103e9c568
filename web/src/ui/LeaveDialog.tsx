import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { LeaveGuard } from './use-leave-guard.ts';

/** Asks when a guard holds somebody back. */
export function LeaveDialog({ guard: { question }, children }: { readonly guard: LeaveGuard; readonly children: ReactNode }) {
  if (question === null) return null;
  return (
    <ConfirmDialog opened danger title={t('Leave without saving?')} action={t('Leave')} onConfirm={question.leave} onClose={question.stay}>
      {children}
    </ConfirmDialog>
  );
}
