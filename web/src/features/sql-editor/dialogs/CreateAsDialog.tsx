import { t } from '@tessera/core/messages';
import { useState } from 'react';
import type { EditorDatabase } from '../../../api/catalog.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import type { CreateAs } from '../runs/run.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './Dialogs.module.css';

type CreateAsDialogProps = {
  readonly tab: EditorTab;
  readonly method: CreateAs['method'];
  readonly database: EditorDatabase | null;
  readonly onRun: (createAs: CreateAs) => void;
  readonly onClose: () => void;
};

/** A table or a view of what the query gives. */
export function CreateAsDialog({ tab, method, database, onRun, onClose }: CreateAsDialogProps) {
  const [name, setName] = useState('');
  const forced = database?.force_ctas_schema ?? null;
  const [schema, setSchema] = useState(forced ?? tab.schema ?? '');
  const isTable = method === 'TABLE';
  const problem = nameProblem(name);
  const run = () => {
    if (problem !== null) return;
    onRun({ method, name: name.trim(), schema: schema.trim() === '' ? null : schema.trim() });
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isTable ? t('Create a table') : t('Create a view')}
      subtitle={tab.name}
      onSubmit={run}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabledReason={problem}>
            {isTable ? t('Create table') : t('Create view')}
          </Button>
        </>
      }
    >
      <div className={classes['stack']}>
        <TextInput
          label={isTable ? t('Name of the table') : t('Name of the view')}
          value={name}
          onChange={setName}
          maxLength={256}
          required
          mono
          data-autofocus
        />
        <TextInput
          label={t('Schema')}
          value={schema}
          onChange={setSchema}
          readOnly={forced !== null}
          maxLength={256}
          mono
          description={
            forced === null
              ? t('Empty is the default schema of the database.')
              : t('This database creates all tables in this schema.')
          }
        />
        <p className={classes['note']}>
          {isTable
            ? t('The rows of the last statement are stored as a new table; they are not shown.')
            : t('The statement is stored as a view; it must be one SELECT.')}
        </p>
      </div>
    </Dialog>
  );
}

function nameProblem(name: string): string | null {
  return name.trim() === '' ? t('Type a name.') : null;
}
