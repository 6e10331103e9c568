import { IconAlertCircleFilled } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { SqlEditor } from '../../ui/SqlEditor.tsx';
import classes from './Rules.module.css';

type ClauseFieldProps = { readonly value: string; readonly onChange: (value: string) => void; readonly engine: string; readonly error: string | null };

/** The predicate in the SQL editor, with what is wrong with it right below. */
export function ClauseField({ value, onChange, engine, error }: ClauseFieldProps) {
  return (
    <div className={classes['clause']}>
      {/* The editor carries the name for screen readers. */}
      <div className={classes['label']} aria-hidden>{t('Clause')}<span className={classes['required']}> *</span></div>
      <SqlEditor label={t('Clause')} value={value} onChange={onChange} minHeight={96} tabLeaves {...(engine === '' ? {} : { engine })} />
      {error === null ? (
        <p className={classes['note']}>{t('A condition as it would stand after WHERE; only rows that meet it are shown.')}</p>
      ) : (
        <p className={classes['error']} role="alert">
          <IconAlertCircleFilled size={14} aria-hidden />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
