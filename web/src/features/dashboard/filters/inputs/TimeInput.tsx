import { IconCalendar } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { maskOfState } from '@tessera/core/native-filters/emit';
import { NO_TIME_RANGE } from '@tessera/core/time-range/no-range';
import { useId, useState } from 'react';
import { timeText } from '../filter-words.ts';
import { TimeRangeEditor } from '../../../../controls/TimeRangeEditor.tsx';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Field } from '../../../../ui/fields/Field.tsx';
import { Popover } from '../../../../ui/overlays/Popover.tsx';
import classes from './Inputs.module.css';
import type { FilterInputProps } from './input-props.ts';

/** A range of time, in words; a press opens where it is chosen. */
export function TimeInput({ filter, state, onChange, error, hideLabel }: FilterInputProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [now] = useState(() => Date.now());
  const { value } = state;
  const text = typeof value === 'string' && value !== '' ? value : NO_TIME_RANGE;
  return (
    <Field
      id={id}
      label={filter.name}
      hideLabel={hideLabel ?? false}
      required={filter.settings.enableEmptyFilter === true}
      {...(filter.description === '' ? {} : { hint: filter.description })}
      error={error ?? null}
    >
      <Popover
        opened={isOpen}
        onChange={setOpen}
        label={filter.name}
        width={320}
        padding="12px"
        trigger={
          <button
            id={id}
            type="button"
            aria-label={`${filter.name}: ${timeText(text, now)}`}
            className={classes['time']}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={classes['timeText']} data-empty={text === NO_TIME_RANGE || undefined}>
              {timeText(text, now)}
            </span>
            <IconCalendar size={16} stroke={1.5} aria-hidden />
          </button>
        }
      >
        <div className={classes['stack']}>
          <TimeRangeEditor value={text} onChange={(next) => onChange(maskOfState(filter, { value: next }))} />
          <div className={classes['end']}>
            <Button size="small" onClick={() => setOpen(false)}>
              {t('Done')}
            </Button>
          </div>
        </div>
      </Popover>
    </Field>
  );
}
