import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { Complaints, Control, FormOf, Section } from '../../define.ts';
import { adhocFilters, colorScheme, currencyFormat, numberFormat } from '../../shared/controls.ts';

const MAX_GAUGES = 10;
const flag = <const L extends string>(label: L, hint: string, on: boolean) =>
  ({ kind: 'bool', label, hint, default: on, renderOnly: true }) as const satisfies Control;

export const gaugeControls = {
  groupby: {
    kind: 'columns',
    label: msg('Dimensions'),
    hint: msg('One pointer for each combination of their values.'),
  },
  metric: { kind: 'metric', label: msg('Metric'), required: true },
  adhoc_filters: adhocFilters,
  row_limit: {
    kind: 'row_limit',
    label: msg('Row limit'),
    hint: msg('The most pointers that are shown.'),
    choices: Array.from({ length: MAX_GAUGES }, (_, at) => at + 1),
    default: MAX_GAUGES,
  },
  sort_by_metric: {
    kind: 'bool',
    label: msg('Sort by metric'),
    hint: msg('Ask for the greatest values first.'),
    default: false,
    initial: () => true,
  },
  min_val: {
    kind: 'text',
    label: msg('Min'),
    hint: msg('Where the scale begins; empty follows the data.'),
    default: '',
    format: 'number',
    renderOnly: true,
  },
  max_val: {
    kind: 'text',
    label: msg('Max'),
    hint: msg('Where the scale ends; empty follows the data.'),
    default: '',
    format: 'number',
    renderOnly: true,
  },
  start_angle: {
    kind: 'text',
    label: msg('Start angle'),
    hint: msg('In degrees, counted from the right against the clock.'),
    default: '225',
    format: 'number',
    renderOnly: true,
  },
  end_angle: {
    kind: 'text',
    label: msg('End angle'),
    hint: msg('In degrees, counted from the right against the clock.'),
    default: '-45',
    format: 'number',
    renderOnly: true,
  },
  color_scheme: colorScheme,
  font_size: { kind: 'slider', label: msg('Font size'), min: 10, max: 20, step: 1, default: 15, renderOnly: true },
  number_format: numberFormat('Number format'),
  currency_format: currencyFormat,
  value_formatter: {
    kind: 'text',
    label: msg('Value format'),
    hint: msg('What stands around the value, with {value} in its place.'),
    default: '{value}',
    renderOnly: true,
  },
  show_pointer: flag(msg('Show pointer'), msg('Point at the value.'), true),
  animation: flag(msg('Animation'), msg('Move pointers when values change.'), true),
  show_axis_tick: flag(msg('Show axis line ticks'), msg('Small marks on the scale.'), false),
  show_split_line: flag(msg('Show split lines'), msg('Large marks on the scale.'), false),
  split_number: {
    kind: 'slider',
    label: msg('Split number'),
    hint: msg('How many parts the scale has.'),
    min: 3,
    max: 30,
    step: 1,
    default: 10,
    renderOnly: true,
  },
  show_progress: flag(msg('Show progress'), msg('Fill the scale up to the value.'), true),
  overlap: flag(msg('Overlap'), msg('Several bars lie over each other.'), true),
  round_cap: flag(msg('Round cap'), msg('Bars end round.'), false),
  intervals: {
    kind: 'text',
    label: msg('Interval bounds'),
    hint: msg('Upper bounds of intervals on the scale: 20, 50, 100.'),
    default: '',
    renderOnly: true,
  },
  interval_color_indices: {
    kind: 'text',
    label: msg('Interval colors'),
    hint: msg('Places of their colours in the scheme, from 1 on: 1, 2, 4.'),
    default: '',
    renderOnly: true,
    visible: (form: RawForm) => typeof form['intervals'] === 'string' && form['intervals'].trim() !== '',
  },
} as const satisfies Readonly<Record<string, Control>>;

export type GaugeForm = FormOf<typeof gaugeControls>;

export const gaugeSections: readonly Section<typeof gaugeControls>[] = [
  { tab: 'data', label: msg('Query'), controls: ['groupby', 'metric', 'adhoc_filters', 'row_limit', 'sort_by_metric'] },
  {
    tab: 'customize',
    label: msg('General'),
    controls: [
      'min_val',
      'max_val',
      'start_angle',
      'end_angle',
      'color_scheme',
      'font_size',
      'number_format',
      'currency_format',
      'value_formatter',
      'show_pointer',
      'animation',
    ],
  },
  { tab: 'customize', label: msg('Axis'), controls: ['show_axis_tick', 'show_split_line', 'split_number'] },
  { tab: 'customize', label: msg('Progress'), controls: ['show_progress', 'overlap', 'round_cap'] },
  { tab: 'customize', label: msg('Intervals'), controls: ['intervals', 'interval_color_indices'] },
];

export const gaugeDefaults: RawForm = {
  groupby: [],
  row_limit: MAX_GAUGES,
  min_val: null,
  max_val: null,
  font_size: 15,
  number_format: 'SMART_NUMBER',
  animation: true,
  show_progress: true,
  overlap: true,
  round_cap: false,
  show_axis_tick: false,
  show_split_line: false,
  split_number: 10,
  start_angle: 225,
  end_angle: -45,
  show_pointer: true,
  intervals: '',
  interval_color_indices: '',
  value_formatter: '{value}',
};

const NOT_NUMBERS = msg('is expected to be numbers with commas between them');

/** What a single control cannot tell: lists of numbers, and a scale that ends before it begins. */
export function complainOfGauge(form: GaugeForm): Complaints {
  return {
    ...(readNumbers(form.intervals) === null ? { intervals: [NOT_NUMBERS] } : {}),
    ...(readNumbers(form.interval_color_indices) === null ? { interval_color_indices: [NOT_NUMBERS] } : {}),
    ...(form.value_formatter.includes('{value}') ? {} : { value_formatter: [msg('has no {value}')] }),
    ...(form.min_val !== null && form.max_val !== null && form.min_val >= form.max_val
      ? { max_val: [msg('is to be greater than the minimum')] }
      : {}),
  };
}

/** Numbers with commas between them; null for anything else. */
export function readNumbers(text: string): readonly number[] | null {
  if (text.trim() === '') return [];
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return numbers.every(Number.isFinite) ? numbers : null;
}
