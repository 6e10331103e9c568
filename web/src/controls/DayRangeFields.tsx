import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Calendar } from '../ui/fields/Calendar.tsx';
import { addDays, type Day, type DayRange } from '../ui/fields/calendar-days.ts';
import { TextInput } from '../ui/fields/TextInput.tsx';
import classes from './Controls.module.css';
import type { TimeFrame } from './time-frame.ts';

type CustomFrame = Extract<TimeFrame, { readonly frame: 'custom' }>;

type DayRangeFieldsProps = { readonly frame: CustomFrame; readonly onFrame: (frame: CustomFrame) => void };

/** A range of days, typed or pressed in a calendar; an instant that was stored stays until another day is chosen. */
export function DayRangeFields({ frame, onFrame }: DayRangeFieldsProps) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <>
      <div className={classes['pair']}>
        <DayInput label={t('From, included')} value={frame.since} onChange={(since) => onFrame({ ...frame, since })} />
        <DayInput
          label={t('To, not included')}
          value={frame.until}
          onChange={(until) => onFrame({ ...frame, until })}
        />
      </div>
      <Calendar
        label={t('Days of the range')}
        range={daysOf(frame)}
        today={today}
        onRange={({ first, last }) =>
          onFrame({ ...frame, since: first ?? '', until: last === null ? '' : addDays(last, 1) })
        }
      />
    </>
  );
}

function DayInput({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <TextInput
      label={label}
      value={value}
      placeholder={t('YYYY-MM-DD')}
      autoComplete="off"
      spellCheck={false}
      onChange={(text) => onChange(text.trim())}
    />
  );
}

/** The days that a range holds: the one on which it ends is none of them, unless it ends within that day. */
function daysOf({ since, until }: CustomFrame): DayRange {
  const last = readDay(until);
  const isWhole = until.length === 10 || /T00:00(:00)?$/.test(until);
  return { first: readDay(since), last: last !== null && isWhole ? addDays(last, -1) : last };
}

function readDay(text: string): Day | null {
  const day = text.slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null;
}
