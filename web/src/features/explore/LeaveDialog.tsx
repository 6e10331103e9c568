import { t } from '@tessera/core/messages';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { forgetDrafts } from './draft-store.ts';
import { useExplore } from './explore-store.ts';
import { useLeaveBlocker } from './use-leave-blocker.ts';

/** Asked when a link leads away from unsaved work. */
export function LeaveDialog() {
  const blocker = useLeaveBlocker();
  if (blocker.state !== 'blocked') return null;
  const leave = () => {
    const { address, chart } = useExplore.getState();
    forgetDrafts(address, chart?.id ?? null);
    blocker.proceed();
  };
  return (
    <ConfirmDialog opened danger title={t('Leave without saving?')} action={t('Leave')} onConfirm={leave} onClose={() => blocker.reset()}>
      {t('Your changes to this chart are not saved and will be lost.')}
    </ConfirmDialog>
  );
}
