import { useQueryClient } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { saveSnippet, useRemoveSnippet, useSnippets } from './snippets.ts';
import classes from './SnippetDialog.module.css';
import { SqlText } from '../dialogs/SqlText.tsx';

type SnippetDialogProps = {
  readonly sql: string;
  readonly onInsert: (sql: string) => void;
  readonly onClose: () => void;
};

/** Gives a name to what is selected, so that the list of the editor offers it; and what has one already. */
export function SnippetDialog({ sql, onInsert, onClose }: SnippetDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [isSaving, setSaving] = useState(false);
  const list = useSnippets();
  const given = name.trim();
  const text = sql.trim();
  const problem = text === '' ? t('There is no text yet.') : given === '' ? t('It needs a name.') : null;
  const save = async () => {
    if (problem !== null) return;
    setSaving(true);
    const isStored = await saveSnippet(client, { name: given, description: description.trim(), sql: text });
    setSaving(false);
    if (isStored) onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Snippets')}
      subtitle={t('Type the beginning of its name where a statement begins, and choose it from the list.')}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button variant="primary" type="submit" loading={isSaving} disabledReason={problem}>
            {list.some((snippet) => snippet.name === given) ? t('Replace') : t('Save')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        {text !== '' && <SqlText label={t('Text of the snippet')} sql={text} />}
        <TextInput label={t('Name')} value={name} onChange={setName} maxLength={100} required data-autofocus />
        <TextInput label={t('Description')} value={description} onChange={setDescription} maxLength={1000} />
      </div>
      {list.length > 0 && (
        <SnippetList
          onInsert={(text) => {
            onInsert(text);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

function SnippetList({ onInsert }: Pick<SnippetDialogProps, 'onInsert'>) {
  const list = useSnippets();
  const remove = useRemoveSnippet();
  return (
    <ul className={classes['list']} aria-label={t('Your snippets')}>
      {list.map((snippet) => (
        <li key={snippet.name} className={classes['snippet']}>
          <span className={classes['names']}>
            <span>{snippet.name}</span>
            <span className={classes['muted']}>{snippet.description || snippet.sql}</span>
          </span>
          <Button size="small" onClick={() => onInsert(snippet.sql)} aria-label={t('Insert %s', snippet.name)}>
            {t('Insert')}
          </Button>
          <IconButton
            size="small"
            label={t('Remove %s', snippet.name)}
            icon={<IconTrash size={16} stroke={1.5} />}
            onClick={() => void remove(snippet)}
          />
        </li>
      ))}
    </ul>
  );
}
