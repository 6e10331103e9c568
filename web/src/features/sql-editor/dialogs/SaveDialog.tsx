import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Textarea, TextInput } from '../../../ui/fields/TextInput.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { saveAsNew } from '../saving/save-query.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './Dialogs.module.css';

/** Save a tab under a name. */
export function SaveDialog({ tab, onClose }: { readonly tab: EditorTab; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [label, setLabel] = useState(tab.name || t('Untitled query'));
  const [description, setDescription] = useState('');
  const [isSaving, setSaving] = useState(false);
  const problem = label.trim() === '' ? t('Type a name.') : null;
  const save = async () => {
    if (problem !== null) return;
    setSaving(true);
    const isSaved = await saveAsNew(client, tab, { label: label.trim(), description });
    setSaving(false);
    if (isSaved) onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Save query')}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={isSaving} disabledReason={problem}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className={classes['stack']}>
        <TextInput label={t('Name')} value={label} onChange={setLabel} maxLength={256} required data-autofocus />
        <Textarea label={t('Description')} value={description} onChange={setDescription} rows={3} />
      </div>
    </Dialog>
  );
}
