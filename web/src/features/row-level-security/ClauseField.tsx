import { t } from '@tessera/core/messages';
import { SqlField } from '../../ui/code-editor/SqlField.tsx';

type ClauseFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly engine: string;
  readonly error: string | null;
};

/** The predicate in the SQL editor, with what is wrong with it right below. */
export function ClauseField({ value, onChange, engine, error }: ClauseFieldProps) {
  return (
    <SqlField
      label={t('Clause')}
      value={value}
      onChange={onChange}
      error={error}
      required
      description={t('A condition as it would stand after WHERE; only rows that meet it are shown.')}
      minHeight={96}
      tabLeaves
      {...(engine === '' ? {} : { engine })}
    />
  );
}
