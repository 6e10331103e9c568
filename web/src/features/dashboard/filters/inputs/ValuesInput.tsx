import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { numberText, t, tn } from '@tessera/core/messages';
import { chosenValues, leavesOut, maskOfState, type FilterValue } from '@tessera/core/native-filters/emit';
import { valueLabel } from '@tessera/core/native-filters/labels';
import { useDeferredValue, useState } from 'react';
import { misfitOf } from '../../../../controls/filter-input.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { MultiSelect } from '../../../../ui/fields/MultiSelect.tsx';
import type { Option } from '../../../../ui/fields/options.ts';
import { Select } from '../../../../ui/fields/Select.tsx';
import { filterValues, type Choices } from '../filter-data.ts';
import classes from './Inputs.module.css';
import type { FilterInputProps } from './input-props.ts';
import { keyOf, valueOf } from './value-keys.ts';

/** Values of a column: they are asked for when somebody comes near. */
export function ValuesInput({ filter, state, limits, dashboardId, onChange, error, hideLabel }: FilterInputProps) {
  const { settings } = filter;
  const [isNear, setNear] = useState(false);
  const [search, setSearch] = useState('');
  const chosen = chosenValues(state);
  const offered = useOffered({ filter, limits, dashboardId }, isNear, search);
  const { data } = offered;
  const isTemporal = data?.kind === 'temporal';
  const set = (value: readonly FilterValue[], side: unknown = state['excludeFilterValues']) =>
    onChange(
      maskOfState(
        filter,
        { value: value.length === 0 ? null : value, ...(side === undefined ? {} : { excludeFilterValues: side }) },
        { isTemporal },
      ),
    );
  const known = [...(data?.choices ?? []).map(({ value }) => value), ...chosen];
  const read = (key: string) => valueOf(key, known, data?.kind);
  const isExcluding = leavesOut(filter, state);
  const options = optionsOf(data, chosen, isTemporal);
  const common = {
    label: filter.name,
    hideLabel: hideLabel ?? false,
    required: settings.enableEmptyFilter === true,
    ...(filter.description === '' ? {} : { hint: filter.description }),
    options,
    loading: isNear && offered.isFetching,
    freeEntry: settings.creatable !== false && data !== undefined && data.kind !== 'temporal',
    emptyText: offered.isError ? describeError(offered.error).title : t('No values'),
    error: error ?? misfitOf(chosen, data?.kind),
    ...(settings.inverseSelection === true && {
      aside: <Side isExcluding={isExcluding} onToggle={() => set(chosen, !isExcluding)} />,
    }),
    placeholder: placeholderOf(data),
    ...(settings.searchAllOptions === true || data?.isCut === true ? { onSearch: setSearch } : {}),
  };
  return (
    <div
      className={classes['input']}
      onFocus={() => setNear(true)}
      onPointerEnter={() => setNear(true)}
      data-wide={chosen.length > 0 || undefined}
    >
      {settings.multiSelect === false ? (
        <Select
          {...common}
          clearable
          value={chosen.length === 0 ? null : keyOf(chosen[0] ?? null)}
          onChange={(key) => set(key === null ? [] : [read(key)])}
        />
      ) : (
        <MultiSelect {...common} values={chosen.map(keyOf)} onChange={(keys) => set(keys.map(read))} />
      )}
      {data?.isCut === true && isNear && <More />}
    </div>
  );
}

function More() {
  return <p className={classes['note']}>{t('There are more values: type to find them.')}</p>;
}

/** Whether what is chosen is let through or left out. */
function Side({ isExcluding, onToggle }: { readonly isExcluding: boolean; readonly onToggle: () => void }) {
  return (
    <button
      type="button"
      className={classes['side']}
      aria-pressed={isExcluding}
      title={t('What is chosen is left out')}
      onClick={onToggle}
    >
      {isExcluding ? t('Is not') : t('Is')}
    </button>
  );
}

function useOffered(
  place: Pick<FilterInputProps, 'filter' | 'limits' | 'dashboardId'>,
  isNear: boolean,
  search: string,
) {
  const asked = useDeferredValue(search);
  const all = useQuery({ ...filterValues(place), enabled: isNear, placeholderData: keepPreviousData });
  const kind = all.data?.kind ?? 'string';
  const isFound = asked.trim() !== '' && (all.data?.isCut === true || place.filter.settings.searchAllOptions === true);
  const found = useQuery({
    ...filterValues(place, asked, kind),
    enabled: isNear && isFound,
    placeholderData: keepPreviousData,
  });
  return isFound && found.data !== undefined ? found : all;
}

function placeholderOf(data: Choices | undefined): string {
  if (data === undefined || data.isCut) return t('Choose…');
  return tn('%(count)s value', '%(count)s values', data.choices.length);
}

function optionsOf(data: Choices | undefined, chosen: readonly FilterValue[], isTemporal: boolean): readonly Option[] {
  const offered = data?.choices ?? [];
  const known = new Set(offered.map(({ value }) => keyOf(value)));
  const name = (value: FilterValue) => (value === '' ? t('(empty)') : valueLabel(value, { isTemporal }));
  return [
    ...chosen.filter((value) => !known.has(keyOf(value))).map((value) => ({ value: keyOf(value), label: name(value) })),
    ...offered.map(({ value, rows }) => ({
      value: keyOf(value),
      label: name(value),
      ...(rows === null ? {} : { note: numberText(rows) }),
    })),
  ];
}
