import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { FilterValue } from '@tessera/core/query-object';
import type { ColumnKind } from '@tessera/core/table';
import { MultiSelect } from '../ui/fields/MultiSelect.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { columnValues, type ColumnValue } from './column-values.ts';
import type { DatasetFields } from './fields.ts';
import { labelOfValue, parseValue } from './filters.ts';

type ValueInputProps = {
  readonly dataset: DatasetFields;
  readonly column: string;
  readonly kind: ColumnKind | undefined;
  readonly multiple: boolean;
  readonly value: FilterValue | undefined;
  readonly error: string | null;
  readonly onChange: (value: FilterValue) => void;
};

/** One value or many, offered from the data; anything else can be typed, and a list can be pasted. */
export function ValueInput({ dataset, column, kind, multiple, value, error, onChange }: ValueInputProps) {
  const offered = useQuery(columnValues(dataset, column));
  const known = new Map<string, ColumnValue>((offered.data ?? []).map((one) => [labelOfValue(one), one]));
  const read = (text: string): ColumnValue => (known.has(text) ? (known.get(text) ?? null) : parseValue(text, kind));
  const options = [...known.keys()].map((label) => ({ value: label, label }));
  const emptyText = offered.isError
    ? t('The values cannot be loaded; type them.')
    : t('No value matches; type any other.');

  if (multiple) {
    const values = (Array.isArray(value) ? value : []).map(labelOfValue);
    return (
      <MultiSelect
        label={t('Values')}
        values={values}
        options={options}
        loading={offered.isPending}
        emptyText={emptyText}
        error={error}
        freeEntry
        inline
        onChange={(next) => onChange(next.map(read))}
      />
    );
  }
  const single = value === undefined || value === null || Array.isArray(value) ? null : labelOfValue(value);
  return (
    <Select
      label={t('Value')}
      value={single}
      options={options}
      loading={offered.isPending}
      emptyText={emptyText}
      error={error}
      freeEntry
      opens="above"
      clearable
      onChange={(next) => onChange(next === null ? null : read(next))}
    />
  );
}
