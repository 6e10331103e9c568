import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { useDashboard, useDashboardStore } from './DashboardProvider.tsx';
import { saveAsCopy } from './save.ts';

/** Save what is on screen as a dashboard of one's own ([7.4-05]). */
export function CopyDialog({
  onClose,
  onCopied,
}: {
  readonly onClose: () => void;
  readonly onCopied: (id: number) => void;
}) {
  const store = useDashboardStore();
  const present = useDashboard((state) => state.history.present.title);
  const [title, setTitle] = useState(t('%(title)s (copy)', { title: present }));
  const [duplicate, setDuplicate] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const copy = async () => {
    setBusy(true);
    setError(null);
    try {
      onCopied(await saveAsCopy(store, title, duplicate));
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      width={460}
      title={t('Save as a copy')}
      onSubmit={() => void copy()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={busy}>
            {t('Save copy')}
          </Button>
        </>
      }
    >
      <TextInput label={t('Title')} value={title} onChange={setTitle} data-autofocus />
      <Checkbox
        label={t('Copy the charts as well')}
        description={t('Changes to the copies do not touch the originals.')}
        checked={duplicate}
        onChange={setDuplicate}
      />
      {error !== null && (
        <ErrorCard
          small
          error={error}
          title={t('Sorry, there was an error saving this dashboard: %s', describeError(error).title)}
        />
      )}
    </Dialog>
  );
}
