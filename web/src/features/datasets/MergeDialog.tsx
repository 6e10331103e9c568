import { t, tMarked } from '@tessera/core/messages';
import { useState } from 'react';
import type { Dataset } from '../../api/datasets.ts';
import { nameOf } from '../../api/me.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import type { DatasetDraft } from './dataset-draft.ts';
import classes from './Datasets.module.css';
import type { Choice, Merge } from './merge-draft.ts';

type MergeDialogProps = {
  readonly merge: Merge;
  readonly theirs: Dataset;
  readonly saving: boolean;
  readonly onSave: (merged: DatasetDraft) => void;
  readonly onEdit: (merged: DatasetDraft) => void;
};

/**
 * Someone else saved in the meantime. Everything that does not clash is merged from both; for the rest a user chooses.
 */
export function MergeDialog({ merge, theirs, saving, onSave, onEdit }: MergeDialogProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const who = theirs.changed_by === null ? t('Someone else') : nameOf(theirs.changed_by);
  const merged = () => merge.resolve(choices);
  return (
    <Dialog
      opened
      onClose={() => onEdit(merged())}
      title={t('This dataset was changed in the meantime')}
      subtitle={t('%(who)s saved it (%(when)s). Nothing of yours is lost.', {
        who,
        when: theirs.changed_on_humanized,
      })}
      width={720}
      footer={
        <>
          <Button onClick={() => onEdit(merged())}>{t('Look at it first')}</Button>
          <Button variant="primary" loading={saving} onClick={() => onSave(merged())}>
            {t('Save both changes')}
          </Button>
        </>
      }
    >
      <p>
        {merge.conflicts.length === 0
          ? t('Your changes and theirs touch different things, so both can be kept.')
          : t('Both of you changed what follows: choose which to keep. Everything else is kept from both.')}
      </p>
      {merge.conflicts.map((conflict) => (
        <fieldset key={conflict.id}>
          <div className={classes['conflict']}>
            <legend>{tMarked(conflict.label)}</legend>
            <span />
            {(['mine', 'theirs'] as const).map((side) => (
              <label key={side} className={classes['side']}>
                <span className={classes['sideHead']}>
                  <input
                    type="radio"
                    name={conflict.id}
                    checked={(choices[conflict.id] ?? 'mine') === side}
                    onChange={() => setChoices({ ...choices, [conflict.id]: side })}
                  />
                  {side === 'mine' ? t('Yours') : t('Theirs')}
                </span>
                <pre>{conflict[side]}</pre>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </Dialog>
  );
}
