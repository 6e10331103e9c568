import { t, tMarked } from '@tessera/core/messages';
import { CodeField } from '../../ui/code-editor/CodeField.tsx';
import { NumberInput } from '../../ui/fields/NumberInput.tsx';
import { templateProblem, type ConnectionForm } from './connection-form.ts';
import classes from './DatabaseDialog.module.css';

type MoreSettingsProps = {
  readonly form: ConnectionForm;
  readonly onChange: (form: ConnectionForm) => void;
};

/** What every kind of database has, and few connections need: cache, concurrency, values for templates. */
export function MoreSettings({ form, onChange }: MoreSettingsProps) {
  return (
    <>
      <div className={classes['half']}>
        <NumberInput
          label={t('Keep results for (seconds)')}
          integer
          min={-1}
          value={form.cacheTimeout}
          onChange={(cacheTimeout) => onChange({ ...form, cacheTimeout })}
          placeholder={t('as the server is set')}
          hint={t('0 keeps them for ever, −1 not at all.')}
        />
      </div>
      <div className={classes['half']}>
        <NumberInput
          label={t('Queries at once')}
          integer
          min={1}
          max={100}
          value={form.concurrency}
          onChange={(concurrency) => onChange({ ...form, concurrency })}
          placeholder="8"
          hint={t(
            'More than these wait for their turn, and say so. Half of them take queries of the SQL editor and files.',
          )}
        />
      </div>
      <div className={classes['whole']}>
        <CodeField
          label={t('Values for templates')}
          language="json"
          value={form.templateValues}
          onChange={(templateValues) => onChange({ ...form, templateValues })}
          rows={2}
          placeholder={'{"country": "FR"}'}
          error={templateProblem(form)}
          description={tMarked(
            'A JSON object: what names in {{ … }} stand for in every dataset of this database, unless the ' +
              'dataset says it itself. Whoever may ask can read them, so no secrets.',
          )}
        />
      </div>
    </>
  );
}

/** Whether one of these is set: then they are shown from the beginning. */
export function hasMoreSettings(form: ConnectionForm): boolean {
  return form.cacheTimeout !== null || form.concurrency !== null || form.templateValues !== '';
}
