import type { NativeFilter } from '@tessera/core/native-filters/definition';
import { chosenRange } from '@tessera/core/native-filters/emit';
import { stateLabel } from '@tessera/core/native-filters/labels';
import { rangeLabel } from '@tessera/core/native-filters/range-label';
import type { RawForm } from '@tessera/core/form-data';
import { t, tMarked } from '@tessera/core/messages';
import { timeRangeLabel } from '@tessera/core/time-range/label';
import { NO_TIME_RANGE } from '@tessera/core/time-range/no-range';
import { timePresets } from '../../../controls/time-presets.ts';

/** A range of time in words: by its name where it has one, else its two ends. */
export function timeText(range: string, now: number): string {
  if (range === NO_TIME_RANGE) return t('Any time');
  const preset = timePresets.find(({ text }) => text === range);
  return preset === undefined ? timeRangeLabel(range, { now }) : tMarked(preset.label);
}

/** What a filter is set to, in words; null where it lets everything through. */
export function setText(filter: Pick<NativeFilter, 'filterType' | 'settings'>, state: RawForm): string | null {
  const { filterType } = filter;
  if (filterType === 'filter_range')
    return stateLabel(state) === null ? null : rangeLabel(chosenRange(filter, state)) || null;
  if (filterType === 'filter_time' && typeof state['value'] === 'string') return timeText(state['value'], Date.now());
  return stateLabel(state);
}

/** What is selected on a chart, in words. */
export function selectionText(state: Readonly<Record<string, unknown>>): string {
  const { selectedValues } = state;
  if (Array.isArray(selectedValues) && selectedValues.length > 0) return selectedValues.map(String).join(', ');
  return stateLabel(state) ?? '';
}
