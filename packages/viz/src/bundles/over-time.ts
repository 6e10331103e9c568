import { asColumns, asMetrics, buildQueryObject, metricsOf, type OrderBy } from '@tessera/core/build-query';
import { columnLabel, metricLabel, type RawForm } from '@tessera/core/form-data';
import { msg } from '@tessera/core/messages';
import type { PostStep, QueryObject } from '@tessera/core/query-object';
import { labelled, sameLabels } from '../shared/choices.ts';
import { adhocFilters, hasTimeColumn, orderDesc, rowLimit, timeGrain } from '../shared/controls.ts';
import type { Control } from '../define.ts';
import type { Bundle } from './bundle.ts';
import { contribution } from './contribution.ts';
import { resample } from './resample.ts';
import { rolling } from './rolling.ts';
import { seriesLimit } from './series-limit.ts';
import { shiftedLabel } from './shifted-label.ts';
import { timeComparison } from './time-comparison.ts';

/** Where the time of a chart over the dataset's time column is in its answer. */
export const TIME = '__timestamp';

/** The time of charts that have no x axis of their own: a column, its grain, and a range. */
export const timeControls = {
  granularity_sqla: {
    kind: 'column',
    label: msg('Time column'),
    hint: msg('The column that the chart takes its time from.'),
    temporalOnly: true,
    required: true,
    requiredUnless: hasTimeColumn,
    initial: ({ mainTimeColumn }) => mainTimeColumn ?? undefined,
  },
  time_grain_sqla: timeGrain,
  time_range: {
    kind: 'time_range',
    label: msg('Time range'),
    hint: msg('The part of time that the chart looks at.'),
    default: 'No filter',
  },
} as const satisfies Readonly<Record<string, Control>>;

/** What is measured, by what it is split, and how many series there may be. */
export const seriesControls = {
  metrics: {
    kind: 'metrics',
    label: msg('Metrics'),
    hint: msg('One or more measures; each makes a series.'),
    required: true,
  },
  groupby: { kind: 'columns', label: msg('Dimensions'), hint: msg('One series for each combination of their values.') },
  adhoc_filters: adhocFilters,
  limit: seriesLimit.controls.limit,
  timeseries_limit_metric: seriesLimit.controls.timeseries_limit_metric,
  order_desc: orderDesc,
  contribution: {
    kind: 'bool',
    label: msg('Contribution'),
    hint: msg('Show values as shares of all series at the same time.'),
    default: false,
  },
  row_limit: rowLimit,
} as const satisfies Readonly<Record<string, Control>>;

const SHIFTS = sameLabels(
  '1 day',
  '1 week',
  '28 days',
  '30 days',
  '52 weeks',
  '1 year',
  '104 weeks',
  '2 years',
  '156 weeks',
  '3 years',
);
const COMPARISONS = labelled(
  ['values', msg('Actual values')],
  ['absolute', msg('Difference')],
  ['percentage', msg('Percentage change')],
  ['ratio', msg('Ratio')],
);
const WINDOWS = labelled(
  ['None', msg('None')],
  ['mean', msg('Mean')],
  ['sum', msg('Sum')],
  ['std', msg('Standard deviation')],
  ['cumsum', msg('Running total')],
);

/** Rolling windows, comparison with other times and resampling, in the spelling of charts over the time column. */
const advancedControls = {
  rolling_type: { ...rolling.controls.rolling_type, choices: WINDOWS, default: 'None' },
  rolling_periods: rolling.controls.rolling_periods,
  min_periods: rolling.controls.min_periods,
  time_compare: { ...timeComparison.controls.time_compare, choices: SHIFTS },
  comparison_type: { ...timeComparison.controls.comparison_type, choices: COMPARISONS, default: 'values' },
  ...resample.controls,
} as const satisfies Readonly<Record<string, Control>>;

export const advancedAnalytics = {
  controls: advancedControls,
  sections: [
    {
      tab: 'data',
      label: msg('Advanced analytics'),
      controls: [
        'rolling_type',
        'rolling_periods',
        'min_periods',
        'time_compare',
        'comparison_type',
        'resample_rule',
        'resample_method',
      ],
    },
  ],
} as const satisfies Bundle<typeof advancedControls>;

export const timeSection = {
  tab: 'data',
  label: msg('Time'),
  controls: ['granularity_sqla', 'time_grain_sqla', 'time_range'],
} as const;

export const seriesSection = {
  tab: 'data',
  label: msg('Query'),
  controls: [
    'metrics',
    'groupby',
    'adhoc_filters',
    'limit',
    'timeseries_limit_metric',
    'order_desc',
    'contribution',
    'row_limit',
  ],
} as const;

/** What forms mean that say nothing. */
export const overTimeDefaults: RawForm = {
  time_range: 'No filter',
  groupby: [],
  order_desc: true,
  contribution: false,
  row_limit: 10_000,
};

/** Rows by time and dimensions, the greatest first: what a row limit leaves are the small ones. */
export function overTimeQuery(raw: RawForm): QueryObject {
  const dimensions = asColumns(raw['groupby']);
  const metrics = metricsOf(raw);
  const by = asMetrics(raw['timeseries_limit_metric'])[0] ?? metrics[0];
  const orderby: OrderBy[] = by === undefined ? [] : [[by, raw['order_desc'] === false]];
  return {
    ...buildQueryObject(raw),
    columns: dimensions,
    metrics,
    is_timeseries: true,
    orderby,
    ...(dimensions.length > 0 ? { series_columns: dimensions } : {}),
  };
}

/** The same with one column per series; windows, shares and other times in the order of older charts. */
export function seriesOverTimeQuery(raw: RawForm): QueryObject {
  const query = overTimeQuery(raw);
  const metrics = metricsOf(raw).map(metricLabel);
  const form: RawForm = {
    ...raw,
    comparison_type: raw['comparison_type'] ?? 'values',
    contributionMode: raw['contribution'] === true ? 'row' : null,
  };
  const offsets = timeComparison.query(form, { index: TIME, metrics, offsets: [] }).object?.time_offsets ?? [];
  const around = { index: TIME, metrics, offsets };
  const labels = metrics.flatMap((metric) => [metric, ...offsets.map((offset) => shiftedLabel(metric, offset))]);
  const pivot: PostStep = {
    operation: 'pivot',
    options: {
      index: [TIME],
      columns: asColumns(raw['groupby']).map(columnLabel),
      aggregates: Object.fromEntries(labels.map((label) => [label, { operator: 'mean' }])),
      drop_missing_columns: false,
    },
  };
  const steps = [resample, rolling, contribution, timeComparison].flatMap(
    (bundle) => bundle.query(form, around).steps ?? [],
  );
  if (labels.length === 0) return query;
  return {
    ...query,
    ...(offsets.length > 0 ? { time_offsets: [...offsets] } : {}),
    post_processing: [pivot, ...steps, { operation: 'flatten' }],
  };
}
