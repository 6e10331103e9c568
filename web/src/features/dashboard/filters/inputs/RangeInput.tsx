import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { chosenRange, maskOfState, rangeFault, type NumberRange } from '@tessera/core/native-filters/emit';
import { rangeLabel } from '@tessera/core/native-filters/range-label';
import { formatNumber } from '@tessera/core/formats/number';
import { useId, useState } from 'react';
import { Field } from '../../../../ui/fields/Field.tsx';
import { NumberInput } from '../../../../ui/fields/NumberInput.tsx';
import { filterEnds } from '../filter-data.ts';
import classes from './Inputs.module.css';
import type { FilterInputProps } from './input-props.ts';

/** A range of numbers: typed, or drawn along the span of the data. */
export function RangeInput({ filter, state, limits, dashboardId, onChange, error, hideLabel }: FilterInputProps) {
  const id = useId();
  const [isTouched, setTouched] = useState(false);
  const ends = useQuery(filterEnds({ dashboardId, filter, limits })).data ?? [null, null];
  const range = chosenRange(filter, state);
  const set = (next: NumberRange) => {
    setTouched(true);
    const mask = maskOfState(filter, { value: next }, { rangeLabel });
    const fault = rangeFault(filter, next, ends);
    onChange(
      fault === null
        ? mask
        : {
            extraFormData: {},
            filterState: { ...mask.filterState, value: next, validateStatus: 'error', validateMessage: fault },
          },
    );
  };
  const fault = isTouched ? rangeFault(filter, range, ends) : null;
  return (
    <Field
      id={id}
      label={filter.name}
      hideLabel={hideLabel ?? false}
      required={filter.settings.enableEmptyFilter === true}
      {...(filter.description === '' ? {} : { hint: filter.description })}
      error={error ?? fault}
    >
      <div className={classes['stack']} role="group" aria-label={filter.name}>
        <RangeFields id={id} mode={filter.settings.enableSingleValue} range={range} ends={ends} onChange={set} />
        <RangeTrack mode={filter.settings.enableSingleValue} range={range} ends={ends} onChange={set} />
      </div>
    </Field>
  );
}

type PartProps = {
  readonly mode: 0 | 1 | 2 | undefined;
  readonly range: NumberRange;
  readonly ends: NumberRange;
  readonly onChange: (range: NumberRange) => void;
};

function RangeFields({ id, mode, range: [lower, upper], ends, onChange }: PartProps & { readonly id: string }) {
  const hint = (end: number | null, fallback: string) => (end === null ? fallback : formatNumber('', end));
  const least = (
    <NumberInput
      id={id}
      hideLabel
      label={mode === 1 ? t('Value') : t('Minimum')}
      placeholder={hint(ends[0], t('Min'))}
      value={lower}
      onChange={(next) => onChange(mode === 1 ? [next, next] : [next, upper])}
    />
  );
  if (mode === 0 || mode === 1) return least;
  const most = (
    <NumberInput
      {...(mode === 2 ? { id } : {})}
      hideLabel
      label={t('Maximum')}
      placeholder={hint(ends[1], t('Max'))}
      value={upper}
      onChange={(next) => onChange([lower, next])}
    />
  );
  if (mode === 2) return most;
  return (
    <div className={classes['pair']}>
      {least}
      <span aria-hidden>–</span>
      {most}
    </div>
  );
}

/** Two thumbs on the span of the data; keys move them as they move every slider. */
function RangeTrack({ mode, range: [lower, upper], ends: [least, most], onChange }: PartProps) {
  if (least === null || most === null || !(most > least)) return null;
  const step = stepOf(most - least);
  const low = Math.max(least, Math.min(most, lower ?? least));
  const high = Math.max(least, Math.min(most, upper ?? most));
  const share = (value: number) => `${((value - least) / (most - least)) * 100}%`;
  const common = { type: 'range', min: least, max: most, step, className: classes['thumb'] } as const;
  return (
    <div className={classes['track']}>
      <div
        className={classes['trackChosen']}
        style={{
          insetInlineStart: mode === 2 ? '0' : share(low),
          insetInlineEnd: mode === 0 ? '0' : `calc(100% - ${share(mode === 1 ? low : high)})`,
        }}
      />
      {mode !== 2 && (
        <input
          {...common}
          aria-label={mode === 1 ? t('Value') : t('Minimum')}
          value={low}
          onChange={({ target: { valueAsNumber: next } }) =>
            onChange(mode === 1 ? [next, next] : [next <= least ? null : Math.min(next, high), upper])
          }
        />
      )}
      {mode !== 0 && mode !== 1 && (
        <input
          {...common}
          aria-label={t('Maximum')}
          value={high}
          onChange={({ target: { valueAsNumber: next } }) =>
            onChange([lower, next >= most ? null : Math.max(next, low)])
          }
        />
      )}
    </div>
  );
}

/** A hundred steps or so, each a round number. */
function stepOf(span: number): number {
  const rough = 10 ** Math.floor(Math.log10(span / 100));
  return span / rough > 500 ? rough * 5 : rough;
}
