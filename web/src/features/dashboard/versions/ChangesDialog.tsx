import { difference } from '@tessera/core/dashboard/operations';
import { t } from '@tessera/core/messages';
import { useMemo } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useDashboard } from '../DashboardProvider.tsx';
import { changeLines } from './change-lines.ts';
import { ChangeList } from './ChangeList.tsx';
import classes from './Versions.module.css';

type ChangesDialogProps = {
  /** Everybody who sees the dashboard sees it as it was last saved until then. */
  readonly isPublished: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
};

/** What is on screen and not saved, in words, before it is there for everybody. */
export function ChangesDialog({ isPublished, onSave, onDiscard, onClose }: ChangesDialogProps) {
  const saved = useDashboard((state) => state.saved);
  const present = useDashboard((state) => state.history.present);
  const lines = useMemo(() => changeLines(difference(saved, present)), [saved, present]);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('What will be saved')}
      subtitle={
        isPublished
          ? t('Until you save, everybody else sees the dashboard without these changes.')
          : t('Until you save, only you see these changes.')
      }
      width={560}
      footer={
        <>
          <Button onClick={onClose}>{t('Go on editing')}</Button>
          <Button onClick={onDiscard}>{t('Discard')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              onSave();
            }}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      {lines.length === 0 ? (
        <p className={classes['nothing']}>{t('No difference that can be said in words.')}</p>
      ) : (
        <ChangeList lines={lines} />
      )}
    </Dialog>
  );
}
