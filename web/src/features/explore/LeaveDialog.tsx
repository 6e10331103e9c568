import { t } from '@tessera/core/messages';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useLeaveBlocker } from './use-leave-blocker.ts';

/** Asked when a link leads away from unsaved work. */
export function LeaveDialog() {
  const blocker = useLeaveBlocker();
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      opened
      onClose={() => blocker.reset()}
      title={t('Leave without saving?')}
      width={440}
      footer={
        <>
          <Button onClick={() => blocker.proceed()}>{t('Leave')}</Button>
          <Button variant="primary" data-autofocus onClick={() => blocker.reset()}>{t('Stay')}</Button>
        </>
      }
    >
      <p>{t('The chart has changes that are not saved.')}</p>
    </Dialog>
  );
}
