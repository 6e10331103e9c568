import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Dialog } from './Dialog.tsx';

type ConfirmDialogProps = {
  readonly opened: boolean;
  readonly title: string;
  /** What will happen, and what depends on it. */
  readonly children: ReactNode;
  /** The verb of the title: Delete, Overwrite … */
  readonly action: string;
  /** The word for going back; 'Cancel' when left out. */
  readonly cancel?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly danger?: boolean;
  readonly loading?: boolean;
  readonly disabledReason?: string | null;
};

export function ConfirmDialog({
  opened,
  title,
  children,
  action,
  cancel = t('Cancel'),
  onConfirm,
  onClose,
  danger = false,
  loading = false,
  disabledReason = null,
}: ConfirmDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      width={460}
      onSubmit={onConfirm}
      footer={
        <>
          {/* What cannot be taken back is not one stray Enter away. */}
          <Button onClick={onClose} {...(danger ? { 'data-autofocus': true } : {})}>
            {cancel}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            loading={loading}
            disabledReason={disabledReason}
            {...(danger ? {} : { 'data-autofocus': true })}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
