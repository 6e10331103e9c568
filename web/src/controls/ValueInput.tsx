import { useQuery } from '@tanstack/react-query';
import { useState, type ClipboardEvent } from 'react';
import { t } from '@tessera/core/messages';
import type { FilterValue } from '@tessera/core/query-object';
import type { ColumnKind } from '@tessera/core/table';
import { MultiSelect } from '../ui/fields/MultiSelect.tsx';
import { matchOptions } from '../ui/fields/options.ts';
import { Select } from '../ui/fields/Select.tsx';
import { columnValues, valuesWith, type ColumnValue } from './column-values.ts';
import type { DatasetFields } from './fields.ts';
import { parseValue } from './filter-input.ts';
import { labelOfValue } from './filters.ts';
import { readTypedNumber } from './typed-number.ts';

type ValueInputProps = {
  readonly dataset: DatasetFields;
  readonly column: string;
  readonly kind: ColumnKind | undefined;
  readonly multiple: boolean;
  readonly value: FilterValue | undefined;
  readonly error: string | null;
  readonly onChange: (value: FilterValue) => void;
};

/** The server lists no more values of a column than these. */
const LISTED_VALUES = 1000;

/** One value or many, offered from the data; anything else can be typed, and a list can be pasted. */
export function ValueInput({ dataset, column, kind, multiple, value, error, onChange }: ValueInputProps) {
  const [typed, setTyped] = useState('');
  const listed = useQuery(columnValues(dataset, column));
  // The list of a column with many values ends somewhere: what is typed is looked for in the database.
  const searches = typed.trim() !== '' && kind === 'string' && (listed.data?.length ?? 0) >= LISTED_VALUES;
  const found = useQuery({ ...valuesWith(dataset, column, typed.trim()), enabled: searches });
  const offered = searches && found.data ? found : listed;
  // What stands there already is read once, when it was typed.
  const chosen = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const known = new Map<string, ColumnValue | bigint>(
    [...chosen, ...(listed.data ?? []), ...(found.data ?? [])].map((one) => [labelOfValue(one), one]),
  );
  const read = (text: string): ColumnValue | bigint =>
    known.has(text) ? (known.get(text) ?? null) : parseValue(text, kind);
  const options = (offered.data ?? []).map(labelOfValue).map((label) => ({ value: label, label }));
  const emptyText = offered.isError
    ? t('The values cannot be loaded; type them.')
    : t('No value matches; type any other.');

  if (multiple) {
    const values = (Array.isArray(value) ? value : []).map(labelOfValue);
    return (
      <div onPasteCapture={(event) => kind === 'numeric' && isNumber(event) && event.stopPropagation()}>
        <MultiSelect
          label={t('Values')}
          values={values}
          // What the database did not look for is looked for here.
          options={searches ? options : matchOptions(options, typed)}
          loading={offered.isPending}
          emptyText={emptyText}
          error={error}
          freeEntry
          inline
          onSearch={setTyped}
          onChange={(next) => onChange(next.map(read))}
        />
      </div>
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

/** Whether what is pasted is one number, and no list, in spite of its separators: it is typed like any other text. */
function isNumber(event: ClipboardEvent): boolean {
  return readTypedNumber(event.clipboardData.getData('text')) !== null;
}
