import type { RawForm } from '@tessera/core/form-data';
import { msg, t } from '@tessera/core/messages';
import {
  advancedAnalytics,
  overTimeDefaults,
  seriesControls,
  seriesSection,
  timeControls,
  timeSection,
} from '../../bundles/over-time.ts';
import type { Complaints, Control, FormOf, Section } from '../../define.ts';
import { labelled } from '../../shared/choices.ts';
import { colorScheme, hasValue, numberFormat, timeFormat } from '../../shared/controls.ts';
import { warnOfSums } from '../../shared/warnings.ts';

const TIME_OPTIONS = labelled(
  ['not_time', msg('Not time series')],
  ['time_series', msg('Time series')],
  ['agg_mean', msg('Aggregate mean')],
  ['agg_sum', msg('Aggregate sum')],
  ['point_diff', msg('Difference')],
  ['point_percent', msg('Percent change')],
  ['point_factor', msg('Factor')],
  ['adv_anal', msg('Advanced analytics')],
);

const isAdvanced = (form: RawForm) => form['time_series_option'] === 'adv_anal';
const { required: _required, requiredUnless: _unless, ...timeColumn } = timeControls.granularity_sqla;
const analytics = advancedAnalytics.controls;

export const partitionControls = {
  granularity_sqla: timeColumn,
  time_grain_sqla: timeControls.time_grain_sqla,
  time_range: timeControls.time_range,
  ...seriesControls,
  metrics: { ...seriesControls.metrics, warn: warnOfSums(['metrics'], () => t('groups of groups have no total')) },
  groupby: {
    kind: 'columns',
    label: msg('Dimensions'),
    hint: msg('One level for each, from the first to the last.'),
    required: true,
  },
  contribution: { ...seriesControls.contribution, visible: isAdvanced },

  time_series_option: {
    kind: 'select',
    label: msg('Options'),
    hint: msg('What a value is: the rows as they are, a statistic over time, or a change between its ends.'),
    choices: TIME_OPTIONS,
    default: 'not_time',
    required: true,
  },

  color_scheme: colorScheme,
  number_format: numberFormat('Number format'),
  date_time_format: timeFormat('Date format'),
  partition_limit: {
    kind: 'text',
    label: msg('Partition limit'),
    hint: msg('The most parts of a group; the rest is gathered in Others.'),
    default: '5',
    format: 'integer',
  },
  partition_threshold: {
    kind: 'text',
    label: msg('Partition threshold'),
    hint: msg('Parts below this share of their group are gathered in Others.'),
    default: '0.05',
    format: 'number',
  },
  log_scale: {
    kind: 'bool',
    label: msg('Logarithmic scale'),
    hint: msg('Heights by the logarithm of values, so that small parts can be seen.'),
    default: false,
    renderOnly: true,
  },
  equal_date_size: {
    kind: 'bool',
    label: msg('Equal date sizes'),
    hint: msg('Every time has the same height.'),
    default: true,
    renderOnly: true,
  },
  rich_tooltip: {
    kind: 'bool',
    label: msg('Rich tooltip'),
    hint: msg('Say the groups that a part belongs to, and its share of them.'),
    default: true,
    renderOnly: true,
  },
  rolling_type: { ...analytics.rolling_type, visible: isAdvanced },
  rolling_periods: { ...analytics.rolling_periods, visible: hasWindow },
  min_periods: { ...analytics.min_periods, visible: hasWindow },
  time_compare: { ...analytics.time_compare, visible: isAdvanced },
  comparison_type: { ...analytics.comparison_type, visible: isAdvanced },
  resample_rule: { ...analytics.resample_rule, visible: isAdvanced },
  resample_method: {
    ...analytics.resample_method,
    visible: (form) => isAdvanced(form) && hasValue(form, 'resample_rule'),
  },
} as const satisfies Readonly<Record<string, Control>>;

export type PartitionForm = FormOf<typeof partitionControls>;

export const partitionSections: readonly Section<typeof partitionControls>[] = [
  timeSection,
  seriesSection,
  { tab: 'data', label: msg('Time series options'), controls: ['time_series_option'] },
  ...advancedAnalytics.sections,
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: [
      'color_scheme',
      'number_format',
      'date_time_format',
      'partition_limit',
      'partition_threshold',
      'log_scale',
      'equal_date_size',
      'rich_tooltip',
    ],
  },
];

export const partitionDefaults: RawForm = {
  ...overTimeDefaults,
  time_series_option: 'not_time',
  number_format: 'SMART_NUMBER',
  date_time_format: 'smart_date',
  partition_limit: 5,
  partition_threshold: 0.05,
  log_scale: false,
  equal_date_size: true,
  rich_tooltip: true,
};

function hasWindow(form: RawForm): boolean {
  return isAdvanced(form) && ['mean', 'sum', 'std'].includes(String(form['rolling_type']));
}

/** Everything but rows as they are needs a time. */
export function complainOfTime({ time_series_option: option, granularity_sqla: column }: PartitionForm): Complaints {
  return option === 'not_time' || column !== null ? {} : { granularity_sqla: [t('cannot be empty')] };
}
