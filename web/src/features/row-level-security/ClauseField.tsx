import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { TextPosition } from '@tessera/core/text-position';
import { useMemo } from 'react';
import { dataset, expressionComplaint, type Dataset } from '../../api/datasets.ts';
import { useSuggestions } from '../../controls/expression/use-suggestions.ts';
import { CodeField } from '../../ui/code-editor/CodeField.tsx';

type ClauseFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The first dataset that the rule limits: its columns are offered, and its database checks the clause. */
  readonly datasetId: number | null;
  readonly engine: string;
  readonly error: string | null;
  readonly errorPlace: TextPosition | null;
};

/** The predicate in the SQL editor, with what is wrong with it right below. */
export function ClauseField({ value, onChange, datasetId, engine, error, errorPlace }: ClauseFieldProps) {
  const limited = useQuery({ ...dataset(datasetId ?? 0), enabled: datasetId !== null }).data;
  const names = useMemo(() => namesOf(limited), [limited]);
  const suggestions = useSuggestions(names, limited?.database.id ?? null);
  return (
    <CodeField
      label={t('Clause')}
      language="sql-template"
      engine={engine === '' ? null : engine}
      suggestions={suggestions}
      value={value}
      onChange={onChange}
      {...(datasetId === null ? {} : { check: (text: string) => expressionComplaint(datasetId, text, 'where') })}
      error={error}
      errorPlace={errorPlace}
      required
      description={t('A condition as it would stand after WHERE; only rows that meet it are shown.')}
      rows={4}
    />
  );
}

/** A rule is about rows: metrics have no place in it. */
function namesOf(limited: Dataset | undefined) {
  const columns = (limited?.columns ?? []).map(({ column_name, type }) => ({ name: column_name, type }));
  return { columns, metrics: [] };
}
