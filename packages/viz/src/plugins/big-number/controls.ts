import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import { DEFAULT_FIXED_COLOR } from '@tessera/core/colors/rgba';
import { adhocFiltersOf } from '@tessera/core/filters/adhoc';
import type { AnyQueryBundle } from '../../bundles/bundle.ts';
import { resample } from '../../bundles/resample.ts';
import { rolling } from '../../bundles/rolling.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled } from '../../shared/choices.ts';
import {
  adhocFilters,
  currencyFormat,
  hasTimeColumn,
  numberFormat,
  timeFormat,
  timeGrain,
} from '../../shared/controls.ts';

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
const AGGREGATIONS = labelled(
  ['raw', msg('Overall value')],
  ['LAST_VALUE', msg('Last value')],
  ['sum', msg('Total (sum)')],
  ['mean', msg('Average (mean)')],
  ['min', msg('Minimum')],
  ['max', msg('Maximum')],
  ['median', msg('Median')],
);

const ROLLING_TYPES = labelled(
  ['None', msg('None')],
  ['mean', msg('Mean')],
  ['sum', msg('Sum')],
  ['std', msg('Standard deviation')],
  ['cumsum', msg('Running total')],
);

const metric = { kind: 'metric', label: msg('Metric'), required: true } as const satisfies Control;

const look = {
  header_font_size: {
    kind: 'select',
    label: msg('Big number font size'),
    choices: LARGE_SIZES,
    default: 0.4,
    renderOnly: true,
  },
  subtitle: {
    kind: 'text',
    label: msg('Subtitle'),
    hint: msg('A line below the number.'),
    default: '',
    renderOnly: true,
  },
  subtitle_font_size: {
    kind: 'select',
    label: msg('Subtitle font size'),
    choices: SMALL_SIZES,
    default: 0.15,
    renderOnly: true,
  },
  show_metric_name: { kind: 'bool', label: msg('Show metric name'), default: false, renderOnly: true },
  metric_name_font_size: {
    kind: 'select',
    label: msg('Metric name font size'),
    choices: SMALL_SIZES,
    default: 0.15,
    renderOnly: true,
    visible: (form) => form['show_metric_name'] === true,
  },
  y_axis_format: numberFormat('Number format'),
  currency_format: currencyFormat,
  time_format: timeFormat('Date format'),
  force_timestamp_formatting: {
    kind: 'bool',
    label: msg('Force date format'),
    hint: msg('Read the number as a date.'),
    default: false,
    renderOnly: true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export const totalControls = {
  metric,
  adhoc_filters: adhocFilters,
  ...look,
  conditional_formatting: {
    kind: 'conditional_formatting',
    label: msg('Conditional formatting'),
    hint: msg('Colour the number by its value.'),
    renderOnly: true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export const trendControls = {
  x_axis: {
    kind: 'column',
    label: msg('Temporal x-axis'),
    temporalOnly: true,
    required: true,
    requiredUnless: hasTimeColumn,
    initial: ({ mainTimeColumn }) => mainTimeColumn ?? undefined,
  },
  time_grain_sqla: timeGrain,
  aggregation: {
    kind: 'select',
    label: msg('Aggregation method'),
    hint: msg('How the periods make the one big number.'),
    choices: AGGREGATIONS,
    default: 'LAST_VALUE',
  },
  metric,
  adhoc_filters: adhocFilters,
  compare_lag: {
    kind: 'text',
    label: msg('Comparison period lag'),
    hint: msg('How many periods back to compare with.'),
    default: '',
    format: 'integer',
    visible: showsLastValue,
  },
  compare_suffix: {
    kind: 'text',
    label: msg('Comparison suffix'),
    hint: msg('What stands behind the percent change.'),
    default: '',
    visible: showsLastValue,
  },
  show_timestamp: { kind: 'bool', label: msg('Show timestamp'), default: false, renderOnly: true },
  show_trend_line: { kind: 'bool', label: msg('Show trend line'), default: true, renderOnly: true },
  start_y_axis_at_zero: { kind: 'bool', label: msg('Start y-axis at 0'), default: true, renderOnly: true },
  time_range_fixed: {
    kind: 'bool',
    label: msg('Fix to selected time range'),
    hint: msg('Let the trend span the whole time range, not only the data.'),
    default: false,
    renderOnly: true,
    visible: hasTimeRange,
  },
  color_picker: { kind: 'color', label: msg('Fixed color'), default: DEFAULT_FIXED_COLOR, renderOnly: true },
  ...look,
  subheader_font_size: {
    kind: 'select',
    label: msg('Comparison font size'),
    choices: SMALL_SIZES,
    default: 0.15,
    renderOnly: true,
  },
  ...rolling.controls,
  // Numbers store the word where other types store nothing.
  rolling_type: { ...rolling.controls.rolling_type, choices: ROLLING_TYPES, default: 'None' },
  ...resample.controls,
} as const satisfies Readonly<Record<string, Control>>;

export type TotalForm = FormOf<typeof totalControls>;
export type TrendForm = FormOf<typeof trendControls>;

const LOOK = [
  'subtitle',
  'subtitle_font_size',
  'show_metric_name',
  'metric_name_font_size',
  'y_axis_format',
  'currency_format',
  'time_format',
  'force_timestamp_formatting',
] as const;

export const totalSections: readonly Section<typeof totalControls>[] = [
  { tab: 'data', label: msg('Query'), controls: ['metric', 'adhoc_filters'] },
  { tab: 'customize', label: msg('Chart options'), controls: ['header_font_size', ...LOOK, 'conditional_formatting'] },
];

export const trendSections: readonly Section<typeof trendControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['x_axis', 'time_grain_sqla', 'aggregation', 'metric', 'adhoc_filters'],
  },
  {
    tab: 'data',
    label: msg('Options'),
    controls: [
      'compare_lag',
      'compare_suffix',
      'show_timestamp',
      'show_trend_line',
      'start_y_axis_at_zero',
      'time_range_fixed',
    ],
  },
  {
    tab: 'data',
    label: msg('Advanced analytics'),
    controls: ['rolling_type', 'rolling_periods', 'min_periods', 'resample_rule', 'resample_method'],
  },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: ['color_picker', 'header_font_size', 'subheader_font_size', ...LOOK],
  },
];

/** What a trend may ask beyond rows. */
export const trendBundles: readonly AnyQueryBundle[] = [rolling, resample];

export const totalDefaults: RawForm = {};
export const trendDefaults: RawForm = {};

/** Without a range there is nothing to fix the trend to. */
function hasTimeRange(form: RawForm): boolean {
  const isRange = (text: unknown) => typeof text === 'string' && text !== '' && text !== 'No filter';
  const filters = adhocFiltersOf(form['adhoc_filters']);
  return (
    isRange(form['time_range']) ||
    filters.some(
      (one) => one.expressionType === 'SIMPLE' && one.operator === 'TEMPORAL_RANGE' && isRange(one.comparator),
    )
  );
}

/** A value of the whole time has no earlier period to be compared with. */
function showsLastValue(form: RawForm): boolean {
  return (form['aggregation'] ?? 'LAST_VALUE') === 'LAST_VALUE';
}
