import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import { COMPARISON_TYPES } from '../../bundles/time-comparison.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled } from '../../shared/choices.ts';
import { adhocFilters, currencyFormat, hasValue, numberFormat, rowLimit } from '../../shared/controls.ts';

const LARGE_SIZES = labelled(
  [0.2, msg('Tiny')],
  [0.3, msg('Small')],
  [0.4, msg('Normal')],
  [0.5, msg('Large')],
  [0.6, msg('Huge')],
);
const SMALL_SIZES = labelled(
  [0.125, msg('Tiny')],
  [0.15, msg('Small')],
  [0.2, msg('Normal')],
  [0.3, msg('Large')],
  [0.4, msg('Huge')],
);
const SHIFTS = labelled(
  ['1 day ago', msg('1 day ago')],
  ['1 week ago', msg('1 week ago')],
  ['1 month ago', msg('1 month ago')],
  ['1 year ago', msg('1 year ago')],
  ['custom', msg('Custom date')],
  ['inherit', msg('The same length before')],
);
const SCHEMES = labelled(
  ['Green', msg('Green for increase, red for decrease')],
  ['Red', msg('Red for increase, green for decrease')],
);
const size = <const L extends string>(label: L, value: 0.125 | 0.15) =>
  ({ kind: 'select', label, choices: SMALL_SIZES, default: value, renderOnly: true }) as const satisfies Control;

export const popKpiControls = {
  metric: { kind: 'metric', label: msg('Metric'), required: true },
  adhoc_filters: adhocFilters,
  row_limit: rowLimit,
  time_compare: {
    kind: 'select',
    label: msg('Range for comparison'),
    hint: msg('Choose one, or type it: "28 days ago". It needs a time range among the filters.'),
    choices: [{ value: null, label: msg('None') }, ...SHIFTS],
    default: null,
    initial: () => 'inherit',
    freeForm: 'text',
  },
  start_date_offset: {
    kind: 'date',
    label: msg('Shift start date'),
    hint: msg('Where the earlier range begins.'),
    visible: (form: RawForm) => chosenShift(form) === 'custom',
  },
  comparison_type: {
    kind: 'select',
    label: msg('Calculation type'),
    choices: COMPARISON_TYPES,
    default: 'values',
  },
  comparison_range_label: {
    kind: 'compared_range',
    label: msg('Compared range'),
    visible: (form: RawForm) => hasValue(form, 'time_compare'),
  },
  y_axis_format: numberFormat('Number format'),
  percentDifferenceFormat: numberFormat('Percent difference format'),
  currency_format: currencyFormat,
  header_font_size: {
    kind: 'select',
    label: msg('Big number font size'),
    choices: LARGE_SIZES,
    default: 0.2,
    initial: () => 0.3,
    renderOnly: true,
  },
  subtitle: { kind: 'text', label: msg('Subtitle'), default: '', renderOnly: true },
  subtitle_font_size: size(msg('Subtitle font size'), 0.15),
  show_metric_name: { kind: 'bool', label: msg('Show metric name'), default: false, renderOnly: true },
  metric_name_font_size: {
    ...size(msg('Metric name font size'), 0.15),
    visible: (form: RawForm) => form['show_metric_name'] === true,
  },
  subheader_font_size: size(msg('Comparison font size'), 0.125),
  comparison_color_enabled: {
    kind: 'bool',
    label: msg('Add color for positive/negative change'),
    default: false,
    renderOnly: true,
  },
  comparison_color_scheme: {
    kind: 'select',
    label: msg('Color scheme for comparison'),
    choices: SCHEMES,
    default: 'Green',
    renderOnly: true,
    visible: (form: RawForm) => form['comparison_color_enabled'] === true,
  },
  column_config: {
    kind: 'column_config',
    label: msg('Customize columns'),
    hint: msg('Which of the compared values are shown, and their names.'),
    renderOnly: true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type PopKpiForm = FormOf<typeof popKpiControls>;

export const popKpiSections: readonly Section<typeof popKpiControls>[] = [
  { tab: 'data', label: msg('Query'), controls: ['metric', 'adhoc_filters', 'row_limit'] },
  {
    tab: 'data',
    label: msg('Time comparison'),
    controls: ['time_compare', 'start_date_offset', 'comparison_type', 'comparison_range_label'],
  },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: [
      'y_axis_format',
      'percentDifferenceFormat',
      'currency_format',
      'header_font_size',
      'subtitle',
      'subtitle_font_size',
      'show_metric_name',
      'metric_name_font_size',
      'subheader_font_size',
      'comparison_color_enabled',
      'comparison_color_scheme',
      'column_config',
    ],
  },
];

/** The shift that the form asks, as queries name it; null for none. */
export function shiftOf(raw: RawForm): string | null {
  const own = chosenShift(raw);
  if (own === 'custom') {
    const date = raw['start_date_offset'];
    return typeof date === 'string' && date !== '' ? date : null;
  }
  return typeof own === 'string' && own !== '' ? own : null;
}

/** A shift, or a list of it. */
function chosenShift(raw: RawForm): unknown {
  const shift = raw['time_compare'];
  return Array.isArray(shift) ? (shift[0] as unknown) : shift;
}
