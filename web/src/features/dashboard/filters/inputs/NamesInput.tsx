import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { maskOfState } from '@tessera/core/native-filters/emit';
import { useState } from 'react';
import { Select } from '../../../../ui/fields/Select.tsx';
import { filterNames } from '../filter-data.ts';
import classes from './Inputs.module.css';
import type { FilterInputProps } from './input-props.ts';

/** One of the time columns of a dataset, or of the grains of its database. */
export function NamesInput({ filter, state, dashboardId, onChange, error, hideLabel }: FilterInputProps) {
  const [isNear, setNear] = useState(false);
  const names = useQuery({ ...filterNames({ dashboardId, filter }), enabled: isNear });
  const { value, label } = state;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const chosen = typeof first === 'string' ? first : null;
  const offered = names.data ?? [];
  const isKnown = offered.some((one) => one.value === chosen);
  const shown =
    chosen === null || isKnown
      ? offered
      : [{ value: chosen, label: typeof label === 'string' ? label : chosen }, ...offered];
  const grains = new Map(offered.map((one) => [one.value, one.label]));
  return (
    <div className={classes['input']} onFocus={() => setNear(true)} onPointerEnter={() => setNear(true)}>
      <Select
        label={filter.name}
        hideLabel={hideLabel ?? false}
        required={filter.settings.enableEmptyFilter === true}
        {...(filter.description === '' ? {} : { hint: filter.description })}
        clearable
        value={chosen}
        options={shown}
        loading={isNear && names.isFetching}
        placeholder={filter.filterType === 'filter_timegrain' ? t('As each chart has it') : t('Choose…')}
        error={error ?? null}
        onChange={(next) => onChange(maskOfState(filter, { value: next === null ? null : [next] }, { grains }))}
      />
    </div>
  );
}
