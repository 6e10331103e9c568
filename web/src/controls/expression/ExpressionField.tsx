import { expressionComplaint } from '../../api/datasets.ts';
import { CodeField } from '../../ui/code-editor/CodeField.tsx';
import type { DatasetFields } from '../fields.ts';
import { useSuggestions } from './use-suggestions.ts';

type ExpressionFieldProps = {
  readonly label: string;
  readonly dataset: Pick<DatasetFields, 'id' | 'databaseId' | 'engine' | 'columns' | 'metrics'>;
  /** What it is to be: a value of a row, of a group, or a condition on one of them. */
  readonly kind: 'column' | 'metric' | 'where' | 'having';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
};

/** SQL over one dataset: offers its names and checks what is written against its database. */
export function ExpressionField({ label, dataset, kind, value, onChange, placeholder }: ExpressionFieldProps) {
  const suggestions = useSuggestions(dataset, dataset.databaseId);
  return (
    <CodeField
      label={label}
      language="sql-template"
      engine={dataset.engine ?? null}
      suggestions={suggestions}
      value={value}
      onChange={onChange}
      placeholder={placeholder}
      rows={4}
      check={(text) => expressionComplaint(dataset.id, text, kind)}
      checksLive
      takesFocus
    />
  );
}
