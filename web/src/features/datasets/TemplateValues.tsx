import { t } from '@tessera/core/messages';
import { CodeField } from '../../ui/code-editor/CodeField.tsx';

type TemplateValuesProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly readOnly?: boolean;
  readonly error: string | null;
};

/** What the names in the templates of a query stand for, where they are no macros. */
export function TemplateValues({ value, onChange, readOnly = false, error }: TemplateValuesProps) {
  return (
    <CodeField
      label={t('Values for the template')}
      value={value}
      onChange={onChange}
      rows={2}
      language="json"
      readOnly={readOnly}
      placeholder={'{"country": "FR"}'}
      error={error}
      description={t('For queries with {{ names }}: a JSON object with the values of names that are no macros.')}
    />
  );
}
