import { t } from '@tessera/core/messages';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useLeaveBlocker } from './use-leave-blocker.ts';

/** Asked when a link leads away from unsaved work. */
export function LeaveDialog() {
  const blocker = useLeaveBlocker();
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog opened danger title={t('Leave without saving?')} action={t('Leave')} onConfirm={() => blocker.proceed()} onClose={() => blocker.reset()}>
      {t('Your changes to this chart are not saved and will be lost.')}
    </ConfirmDialog>
  );
}
