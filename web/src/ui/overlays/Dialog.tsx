import { Modal, ModalBaseTitle } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { FormEvent, ReactNode } from 'react';
import classes from './Dialog.module.css';
import { IconButton } from '../buttons/IconButton.tsx';
import { useIsTopmost } from './dialog-stack.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** Default width of a dialog in px ([9.0-35]). */
export const dialogWidth = 600;

export type DialogProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly children: ReactNode;
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode;
  readonly width?: number | string;
  /** With it the dialog is a form: Enter in a field submits. */
  readonly onSubmit?: () => void;
  /** Off while something runs that must not be left half done. */
  readonly closable?: boolean;
  /** Over every other dialog, whichever opened first. */
  readonly topmost?: boolean;
  /** Comes from below, as wide as the page: for phones. */
  readonly sheet?: boolean;
};

/** Dialogs of the kit lie at 200. */
const topmostLayer = 250;

/** Takes the focus, keeps it, gives it back; Escape and the scrim close it. */
export function Dialog({
  opened,
  onClose,
  width = dialogWidth,
  topmost = false,
  sheet = false,
  ...content
}: DialogProps) {
  const closable = content.closable ?? true;
  const isTopmost = useIsTopmost(opened);
  useReturnFocus(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={sheet ? '100%' : width}
      centered={!sheet}
      {...(sheet ? { classNames: { inner: classes['sheetInner'] ?? '', content: classes['sheet'] ?? '' } } : {})}
      padding={0}
      {...(topmost ? { zIndex: topmostLayer } : {})}
      closeOnEscape={closable && isTopmost}
      closeOnClickOutside={closable}
      transitionProps={{ duration: 120, transition: sheet ? 'slide-up' : 'fade' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <DialogContent {...content} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function DialogContent({
  title,
  subtitle,
  children,
  footer,
  onSubmit,
  closable = true,
  onClose,
}: Omit<DialogProps, 'opened' | 'width' | 'topmost' | 'sheet'>) {
  const parts = (
    <>
      <div className={classes['body']}>{children}</div>
      {footer !== undefined && <div className={classes['footer']}>{footer}</div>}
    </>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog opened from a form must not submit that form as well: React events bubble through portals.
    event.stopPropagation();
    onSubmit?.();
  };
  return (
    <>
      <div className={classes['header']}>
        <div className={classes['titles']}>
          {/* It names the dialog: Mantine ties the two. */}
          <ModalBaseTitle className={classes['title'] ?? ''}>{title}</ModalBaseTitle>
          {subtitle !== undefined && <p className={classes['subtitle']}>{subtitle}</p>}
        </div>
        {closable && <IconButton label={t('Close')} icon={<IconX size={16} stroke={1.5} />} onClick={onClose} />}
      </div>
      {onSubmit === undefined ? (
        parts
      ) : (
        <form noValidate onSubmit={submit} className={classes['form']}>
          {parts}
        </form>
      )}
    </>
  );
}
