import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useSnippets } from './snippets.ts';

/** Gives a name to what is selected, so that the list of the editor offers it. */
export function SnippetDialog({ sql, onClose }: { readonly sql: string; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const { list, save, remove } = useSnippets();
  const trimmed = name.trim();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Save as a snippet')}
      onSubmit={() => {
        if (trimmed === '') return;
        save({ name: trimmed, description: description.trim(), sql });
        onClose();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" disabledReason={trimmed === '' ? t('It needs a name.') : null}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <TextInput label={t('Name')} value={name} onChange={setName} required />
      <TextInput label={t('Description')} value={description} onChange={setDescription} />
      <p>{t('Type the beginning of its name where a statement begins, and choose it from the list.')}</p>
      {list.map((snippet) => (
        <p key={snippet.name}>
          {snippet.name}{' '}
          <Button size="small" variant="quiet" onClick={() => remove(snippet.name)}>
            {t('Remove')}
          </Button>
        </p>
      ))}
    </Dialog>
  );
}
