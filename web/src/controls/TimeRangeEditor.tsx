import { TimePresets, type TimeSource } from './TimePresets.tsx';
import { msg, t, tMarked } from '@tessera/core/messages';
import { timeRangeLabel } from '@tessera/core/time-range/label';
import { useRef, useState } from 'react';
import { NumberInput } from '../ui/fields/NumberInput.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';
import classes from './Controls.module.css';
import { DayRangeFields } from './DayRangeFields.tsx';
import {
  currentUnits,
  frameUnits,
  previousUnits,
  printTimeFrame,
  rangeProblem,
  readTimeFrame,
  type TimeFrame,
  unitNames,
} from './time-frame.ts';

const frames = [
  { value: 'none', label: msg('No filter') },
  { value: 'last', label: msg('Last') },
  { value: 'previous', label: msg('Previous') },
  { value: 'current', label: msg('Current') },
  { value: 'custom', label: msg('Custom') },
  { value: 'advanced', label: msg('Advanced') },
] as const;
type FrameName = (typeof frames)[number]['value'];

/** A range of time, by frames; the text under it is what is stored. */
export function TimeRangeEditor({
  value,
  onChange,
  source = null,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The column that is filtered: its span is shown. */
  readonly source?: TimeSource | null;
}) {
  // Text that is typed stays text, also where it reads as a choice of another frame half way through.
  const [typing, setTyping] = useState(false);
  // A day that is half typed is no other frame either.
  const [typed, setTyped] = useState<TimeFrame | null>(null);
  const read = typed !== null && printTimeFrame(typed) === value ? typed : readTimeFrame(value);
  const frame: TimeFrame = typing ? { frame: 'advanced', text: value } : read;
  const set = (next: TimeFrame) => {
    setTyped(next);
    onChange(next.frame === 'advanced' ? next.text : printTimeFrame(next));
  };
  // A look at another kind of range costs nothing of this one.
  const left = useRef(new Map<FrameName, TimeFrame>());
  const setText = (text: string) => {
    setTyping(false);
    onChange(text);
  };
  const choose = (name: FrameName) => {
    left.current.set(frame.frame, frame);
    setTyping(name === 'advanced');
    set(left.current.get(name) ?? startOf(name, value));
  };
  return (
    <div className={classes['stack']}>
      <TimePresets value={value} source={source} onChoose={setText} />
      <Select
        label={t('Range type')}
        value={frame.frame}
        options={frames.map(({ value, label }) => ({ value, label: tMarked(label) }))}
        onChange={(next) => next !== null && choose(next as FrameName)}
      />
      {frame.frame === 'last' && <LastFrame frame={frame} onFrame={set} />}
      {(frame.frame === 'previous' || frame.frame === 'current') && <CalendarFrame frame={frame} onFrame={set} />}
      {frame.frame === 'custom' && <DayRangeFields frame={frame} onFrame={set} />}
      {frame.frame === 'advanced' && (
        <TextInput
          label={t('From : to')}
          mono
          value={frame.text}
          placeholder="2024-01-01 : now"
          description={t('Two points in time with " : " between them; either side may stay empty.')}
          onChange={(text) => {
            setTyping(true);
            onChange(text);
          }}
        />
      )}
      <RangeReading text={value} frame={frame} />
    </div>
  );
}

type FrameProps<Name extends FrameName> = {
  readonly frame: Extract<TimeFrame, { readonly frame: Name }>;
  readonly onFrame: (frame: TimeFrame) => void;
};

function LastFrame({ frame, onFrame }: FrameProps<'last'>) {
  return (
    <div className={classes['pair']}>
      <NumberInput
        label={t('How many')}
        integer
        min={1}
        givesInvalid
        value={frame.count}
        onChange={(count) => onFrame({ ...frame, count: count ?? Number.NaN })}
      />
      <Select
        label={t('Unit')}
        value={frame.unit}
        options={frameUnits.map((unit) => ({ value: unit, label: tMarked(unitNames[unit].many) }))}
        onChange={(unit) => onFrame({ ...frame, unit: frameUnits.find((known) => known === unit) ?? 'day' })}
      />
    </div>
  );
}

function CalendarFrame({ frame, onFrame }: FrameProps<'previous' | 'current'>) {
  return (
    <Select
      label={t('Calendar unit')}
      value={frame.unit}
      options={(frame.frame === 'previous' ? previousUnits : currentUnits).map((unit) => ({
        value: unit,
        label: tMarked(unitNames[unit].one),
      }))}
      onChange={(next) => onFrame({ ...frame, unit: currentUnits.find((unit) => unit === next) ?? 'month' })}
    />
  );
}

/** What the range means today, or why it means nothing. */
function RangeReading({ text, frame }: { readonly text: string; readonly frame: TimeFrame }) {
  const [now] = useState(() => Date.now());
  const options = { now };
  const complaint = rangeProblem(text, now, frame);
  if (complaint !== null)
    return (
      <p className={classes['problem']} role="alert">
        {complaint}
      </p>
    );
  return (
    <p className={classes['reading']} aria-live="polite">
      {text === 'No filter'
        ? t('All of the time that the data has')
        : t('Today this means %s (UTC)', timeRangeLabel(text, options))}
    </p>
  );
}

/** Where a frame begins when it is chosen first. */
function startOf(name: FrameName, text: string): TimeFrame {
  switch (name) {
    case 'none':
      return { frame: 'none' };
    case 'last':
      return { frame: 'last', count: 1, unit: 'week' };
    case 'previous':
    case 'current':
      return { frame: name, unit: 'month' };
    // One open side and one day keep the text in this frame until a user chooses.
    case 'custom':
      return { frame: 'custom', since: `${new Date().getUTCFullYear()}-01-01`, until: '' };
    case 'advanced':
      return { frame: 'advanced', text: text === 'No filter' ? ' : now' : text };
  }
}
