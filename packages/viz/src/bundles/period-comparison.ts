import type { RawForm } from '@tessera/core/form-data';
import { msg } from '@tessera/core/messages';
import { readList, readText } from '../control-kinds/read.ts';
import { labelled } from '../shared/choices.ts';
import { hasValue } from '../shared/controls.ts';
import { defineBundle } from './bundle.ts';
import { COMPARISON_TYPES } from './time-comparison.ts';

const PERIODS = labelled(
  ['1 day ago', msg('1 day ago')],
  ['1 week ago', msg('1 week ago')],
  ['1 month ago', msg('1 month ago')],
  ['1 year ago', msg('1 year ago')],
  ['custom', msg('From a date')],
  ['inherit', msg('The period before, as long as this one')],
);
const hasPeriod = (form: RawForm) => hasValue(form, 'time_compare');

/** One period beside another, where there is no axis of time: a period ago, the one before, or one from a date. */
export const periodComparison = defineBundle({
  controls: {
    time_compare: {
      kind: 'select_many',
      label: msg('Time shift'),
      hint: msg('Choose one, or type it: "28 days ago", "1 year ago".'),
      choices: PERIODS,
      freeForm: true,
    },
    start_date_offset: {
      kind: 'date',
      label: msg('Shift start date'),
      hint: msg('Where the other period begins; it is as long as this one.'),
      visible: (form) => readList(form['time_compare'], readText).includes('custom'),
    },
    comparison_type: {
      kind: 'select',
      label: msg('Calculation type'),
      hint: msg('Show the other time beside the present one, or what changed since.'),
      choices: COMPARISON_TYPES,
      default: 'values',
      visible: hasPeriod,
    },
    comparison_range_label: {
      kind: 'compared_range',
      label: msg('Actual range for comparison'),
      visible: hasPeriod,
    },
  },
  sections: [
    {
      tab: 'data',
      label: msg('Time comparison'),
      controls: ['time_compare', 'start_date_offset', 'comparison_type', 'comparison_range_label'],
    },
  ],
});

/** The time offsets that a form asks for; without a way of comparing it asks for none. */
export function periodsOf(form: RawForm): readonly string[] {
  if (readText(form['comparison_type']) === undefined) return [];
  const chosen = readList(form['time_compare'], readText);
  const plain = chosen.filter((one) => one !== 'custom' && one !== 'inherit');
  const date = chosen.includes('custom') ? readText(form['start_date_offset']) : undefined;
  return [...plain, ...(date === undefined ? [] : [date]), ...(chosen.includes('inherit') ? ['inherit'] : [])];
}
