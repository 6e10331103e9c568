import { useQuery } from '@tanstack/react-query';
import { instantText, t, tMarked } from '@tessera/core/messages';
import { useState } from 'react';
import { columnProfile } from '../chart/column-profile.ts';
import classes from './Controls.module.css';
import { Histogram } from './Histogram.tsx';
import { readTimeFrame } from './time-frame.ts';
import { presetsOfData, timePresets } from './time-presets.ts';

/** The column whose time is chosen. */
export type TimeSource = {
  readonly dataset: { readonly id: number; readonly type: string };
  readonly column: string;
};

type TimePresetsProps = {
  readonly value: string;
  readonly source: TimeSource | null;
  readonly onChoose: (text: string) => void;
};

/** Ranges one press away, and the span of the data to drag over. */
export function TimePresets({ value, source, onChoose }: TimePresetsProps) {
  return (
    <>
      <div className={classes['chips']} role="group" aria-label={t('Common ranges')}>
        {timePresets.map(({ text, label }) => (
          <Chip key={text} label={tMarked(label)} isChosen={text === value} onChoose={() => onChoose(text)} />
        ))}
      </div>
      {source && <DataSpan value={value} source={source} onChoose={onChoose} />}
    </>
  );
}

type ChipProps = { readonly label: string; readonly isChosen: boolean; readonly onChoose: () => void };

function Chip({ label, isChosen, onChoose }: ChipProps) {
  return (
    <button type="button" aria-pressed={isChosen} className={classes['chip']} onClick={onChoose}>
      {label}
    </button>
  );
}

/** From when to when there are rows, and how many; a drag chooses a part. */
function DataSpan({ value, source, onChoose }: TimePresetsProps & { readonly source: TimeSource }) {
  const [now] = useState(() => Date.now());
  const { data } = useQuery(columnProfile(source.dataset, { name: source.column, kind: 'temporal' }));
  if (!data?.range) return null;
  const [low, high] = data.range;
  const span = t('The data is from %(from)s to %(to)s.', { from: dateText(low), to: dateText(high) });
  const [month, year] = presetsOfData(data.range, now);
  return (
    <div className={classes['span']}>
      {data.bars.length > 1 && (
        <Histogram
          bars={data.bars}
          label={span}
          chosen={chosenOf(value)}
          onRange={(from, to) => onChoose(`${dayOf(from)} : ${dayOf(to)}`)}
        />
      )}
      <p className={classes['reading']}>{data.bars.length > 1 ? t('%s Drag to choose a part.', span) : span}</p>
      {month !== undefined && (
        <div className={classes['chips']} role="group" aria-label={t('Where the data ends')}>
          <Chip label={t('Its last 30 days')} isChosen={month === value} onChoose={() => onChoose(month)} />
          {year !== undefined && (
            <Chip label={t('Its last 365 days')} isChosen={year === value} onChoose={() => onChoose(year)} />
          )}
        </div>
      )}
    </div>
  );
}

/** The part of the span that a range of two days stands for. */
function chosenOf(value: string): readonly [number, number] | null {
  const frame = readTimeFrame(value);
  if (frame.frame !== 'custom') return null;
  return [
    frame.since === '' ? Number.NEGATIVE_INFINITY : Date.parse(frame.since),
    frame.until === '' ? Number.POSITIVE_INFINITY : Date.parse(frame.until),
  ];
}

function dateText(epochMs: number): string {
  return instantText(new Date(epochMs), { dateStyle: 'medium', timeZone: 'UTC' });
}

function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
