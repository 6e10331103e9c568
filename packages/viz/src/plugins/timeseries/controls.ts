import { msg, t } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import { metricLabel } from '@tessera/core/form-data';
import { asMetrics } from '@tessera/core/build-query';
import type { Choice, Control, FormOf, PanelContext, Section, Warning } from '../../define.ts';
import type { Named } from '../../panel.ts';
import { annotation } from '../../bundles/annotation.ts';
import { axis } from '../../bundles/axis.ts';
import type { AnyQueryBundle } from '../../bundles/bundle.ts';
import { contribution } from '../../bundles/contribution.ts';
import { forecast } from '../../bundles/forecast.ts';
import { valueLabels } from '../../bundles/labels.ts';
import { legend } from '../../bundles/legend.ts';
import { resample } from '../../bundles/resample.ts';
import { rolling } from '../../bundles/rolling.ts';
import { seriesLimit } from '../../bundles/series-limit.ts';
import { timeComparison } from '../../bundles/time-comparison.ts';
import { tooltip } from '../../bundles/tooltip.ts';
import { labelled, SERIES_SORTS } from '../../shared/choices.ts';
import {
  adhocFilters,
  colorScheme,
  hasTimeColumn,
  hasValue,
  isTemporal,
  orderDesc,
  rowLimit,
  storedLabel,
  timeGrain,
} from '../../shared/controls.ts';
import { warnOfSums } from '../../shared/warnings.ts';

const STEPS = [
  ['start', 'Step - start'],
  ['middle', 'Step - middle'],
  ['end', 'Step - end'],
] as const;
const LINES = labelled(['line', msg('Line')], ['smooth', msg('Smooth line')], ...STEPS);
const ANY_MARK = labelled(
  ['line', msg('Line')],
  ['scatter', msg('Scatter')],
  ['smooth', msg('Smooth line')],
  ['bar', msg('Bar')],
  ...STEPS,
);
const STACKS = labelled([null, msg('None')], ['Stack', msg('Stack')], ['Stream', msg('Stream')]);
const AREA_STACKS = labelled(
  [null, msg('None')],
  ['Stack', msg('Stack')],
  ['Stream', msg('Stream')],
  ['Expand', msg('Expand')],
);
const ORIENTATIONS = labelled(['vertical', msg('Vertical')], ['horizontal', msg('Horizontal')]);

/** Every control of the family. A chart type takes those that act on it; the others keep their defaults. */
export const familyControls = {
  x_axis: {
    kind: 'column',
    label: msg('X-axis'),
    hint: msg('Time or category along the base of the chart.'),
    required: true,
    requiredUnless: hasTimeColumn,
    initial: ({ mainTimeColumn }) => mainTimeColumn ?? undefined,
  },
  time_grain_sqla: {
    ...timeGrain,
    visible: (form, panel) => !hasValue(form, 'x_axis') || isTemporal(form['x_axis'], panel),
  },
  xAxisForceCategorical: {
    kind: 'bool',
    label: msg('Force categorical'),
    hint: msg('Treat the values of this axis as categories.'),
    default: false,
    renderOnly: true,
    visible: (form) => hasValue(form, 'x_axis'),
  },
  x_axis_sort: {
    kind: 'select',
    label: msg('X-axis sort by'),
    choices: [],
    choicesFor: xAxisSorts,
    ofNames: true,
    default: null,
    clearable: true,
    visible: canSortAxis,
  },
  x_axis_sort_asc: {
    kind: 'bool',
    label: msg('X-axis sort ascending'),
    default: true,
    visible: (form, panel) => canSortAxis(form, panel) && hasValue(form, 'x_axis_sort'),
  },
  metrics: {
    kind: 'metrics',
    label: msg('Metrics'),
    hint: msg('One or more measures; each makes a series.'),
    required: true,
  },
  groupby: { kind: 'columns', label: msg('Dimensions'), hint: msg('One series for each combination of their values.') },
  adhoc_filters: adhocFilters,
  limit: seriesLimit.controls.limit,
  group_others_when_limit_reached: seriesLimit.controls.group_others_when_limit_reached,
  timeseries_limit_metric: seriesLimit.controls.timeseries_limit_metric,
  order_desc: orderDesc,
  row_limit: rowLimit,
  truncate_metric: {
    kind: 'bool',
    label: msg('Truncate metric'),
    hint: msg('Leave the name of a single metric out of the series names.'),
    default: true,
  },
  show_empty_columns: { kind: 'bool', label: msg('Show empty columns'), default: true },
  contributionMode: {
    ...contribution.controls.contributionMode,
    warn: warnOfSums(
      ['metrics'],
      () => t('shares of it mean nothing'),
      (form) => hasValue(form, 'contributionMode'),
    ),
  },
  ...rolling.controls,
  ...timeComparison.controls,
  ...resample.controls,
  ...annotation.controls,
  ...forecast.controls,

  orientation: {
    kind: 'segmented',
    label: msg('Bar orientation'),
    choices: ORIENTATIONS,
    default: 'vertical',
    renderOnly: true,
  },

  sort_series_type: {
    kind: 'select',
    label: msg('Sort series by'),
    choices: SERIES_SORTS,
    default: 'sum',
    renderOnly: true,
  },
  sort_series_ascending: { kind: 'bool', label: msg('Sort series ascending'), default: false, renderOnly: true },
  color_scheme: colorScheme,
  time_shift_color: {
    kind: 'bool',
    label: msg('Match time shift color'),
    hint: msg('Give a series of another time the colour of the present one; it is dashed either way.'),
    default: true,
    renderOnly: true,
    visible: (form) => hasValue(form, 'time_compare'),
  },
  seriesType: { kind: 'select', label: msg('Series style'), choices: ANY_MARK, default: 'line', renderOnly: true },
  area: {
    kind: 'bool',
    label: msg('Area chart'),
    hint: msg('Fill the space under the lines.'),
    default: false,
    renderOnly: true,
  },
  opacity: { kind: 'slider', label: msg('Area opacity'), min: 0, max: 1, step: 0.1, default: 0.2, renderOnly: true },
  ...valueLabels.controls,
  stack: {
    kind: 'select',
    label: msg('Stacked style'),
    choices: AREA_STACKS,
    default: null,
    renderOnly: true,
    warn: warnOfSums(
      ['metrics'],
      () => t('its series are not stacked'),
      (form) => hasValue(form, 'stack'),
    ),
  },
  stackDimension: {
    kind: 'select',
    label: msg('Split stack by'),
    hint: msg('Stack in groups of this dimension.'),
    choices: [],
    choicesFor: dimensionChoices,
    ofNames: true,
    default: null,
    clearable: true,
    renderOnly: true,
    visible: (form) => form['stack'] === 'Stack',
  },
  markerEnabled: {
    kind: 'bool',
    label: msg('Marker'),
    hint: msg('Draw a dot at each value.'),
    default: false,
    renderOnly: true,
  },
  markerSize: {
    kind: 'slider',
    label: msg('Marker size'),
    min: 0,
    max: 20,
    step: 1,
    default: 6,
    renderOnly: true,
    visible: (form) => form['markerEnabled'] === true,
  },
  show_extra_controls: {
    kind: 'bool',
    label: msg('Extra controls'),
    hint: msg('Let readers choose the stacked style above the chart.'),
    default: false,
    renderOnly: true,
  },
  minorTicks: { kind: 'bool', label: msg('Minor ticks'), default: false, renderOnly: true },
  zoomable: { kind: 'bool', label: msg('Data zoom'), default: false, renderOnly: true },
  ...legend.controls,
  ...axis.controls,
  truncateXAxis: { ...axis.controls.truncateXAxis, visible: canBound },
  xAxisBounds: {
    ...axis.controls.xAxisBounds,
    visible: (form, panel) => canBound(form, panel) && form['truncateXAxis'] !== false,
  },
  y_axis_format: { ...axis.controls.y_axis_format, warn: warnOfPercent },
  ...tooltip.controls,
} as const satisfies Readonly<Record<string, Control>>;

export type FamilyForm = FormOf<typeof familyControls>;
type FamilyKey = keyof typeof familyControls;

/** Default form data of the family: what a saved chart means when it says nothing. */
export const familyDefaults: RawForm = {
  legendMargin: null,
  legendOrientation: 'top',
  legendType: 'scroll',
  show_legend: true,
  x_axis_title: '',
  x_axis_title_margin: 0,
  y_axis_title: '',
  y_axis_title_margin: 0,
  y_axis_title_position: 'Top',
  sort_series_type: 'sum',
  sort_series_ascending: false,
  area: false,
  logAxis: false,
  markerEnabled: false,
  markerSize: 6,
  minorSplitLine: false,
  opacity: 0.2,
  order_desc: true,
  row_limit: 10_000,
  seriesType: 'line',
  stack: null,
  tooltipTimeFormat: 'smart_date',
  truncateXAxis: true,
  truncateYAxis: false,
  y_axis_bounds: [null, null],
  zoomable: false,
  rich_tooltip: true,
  xAxisForceCategorical: false,
  xAxisLabelRotation: 0,
  groupby: [],
  show_value: false,
  only_total: false,
  percentage_threshold: 0,
  orientation: 'vertical',
  truncate_metric: false,
  show_empty_columns: false,
};

const QUERY: readonly FamilyKey[] = [
  'x_axis',
  'time_grain_sqla',
  'xAxisForceCategorical',
  'x_axis_sort',
  'x_axis_sort_asc',
  'metrics',
  'groupby',
  'contributionMode',
  'adhoc_filters',
  'limit',
  'group_others_when_limit_reached',
  'timeseries_limit_metric',
  'order_desc',
  'row_limit',
  'truncate_metric',
  'show_empty_columns',
];
/** The names of axes and of their settings where bars lie, and the base of the chart stands upright. */
const LYING: Readonly<Partial<Record<FamilyKey, string>>> = {
  x_axis: msg('Y-axis'),
  x_axis_sort: msg('Y-axis sort by'),
  x_axis_sort_asc: msg('Y-axis sort ascending'),
  x_axis_title: msg('Y-axis title'),
  x_axis_title_margin: msg('Y-axis title margin'),
  xAxisLabelRotation: msg('Rotate y-axis label'),
  truncateXAxis: msg('Truncate y-axis'),
  xAxisBounds: msg('Y-axis bounds'),
  y_axis_title: msg('X-axis title'),
  y_axis_title_margin: msg('X-axis title margin'),
  y_axis_format: msg('X-axis format'),
  logAxis: msg('Logarithmic x-axis'),
  truncateYAxis: msg('Truncate x-axis'),
  y_axis_bounds: msg('X-axis bounds'),
};
const LYING_SECTIONS: Readonly<Record<string, string>> = { 'X-axis': msg('Y-axis'), 'Y-axis': msg('X-axis') };

const ANALYTICS: readonly FamilyKey[] = [
  'rolling_type',
  'rolling_periods',
  'min_periods',
  'time_compare',
  'comparison_type',
  'resample_rule',
  'resample_method',
];
const SERIES: readonly FamilyKey[] = ['sort_series_type', 'sort_series_ascending', 'color_scheme', 'time_shift_color'];
const FORECAST: readonly FamilyKey[] = [
  'forecastEnabled',
  'forecastPeriods',
  'forecastInterval',
  'forecastSeasonalityYearly',
  'forecastSeasonalityWeekly',
  'forecastSeasonalityDaily',
];
const VALUES: readonly FamilyKey[] = ['show_value', 'stack', 'only_total', 'percentage_threshold'];
/** What tells one chart type's panel from another's. */
export type PanelOf = {
  readonly marks: readonly FamilyKey[];
  readonly without: readonly FamilyKey[];
  readonly replace: Readonly<Partial<Record<FamilyKey, Control>>>;
};

const MARKERS: readonly FamilyKey[] = ['markerEnabled', 'markerSize'];
const lineStyle = { ...familyControls.seriesType, choices: LINES } as const;

export const areaPanel: PanelOf = {
  marks: ['seriesType', 'opacity', ...MARKERS, 'show_extra_controls'],
  without: [],
  replace: { seriesType: lineStyle },
};
export const linePanel: PanelOf = {
  marks: ['seriesType', 'area', 'opacity', ...MARKERS],
  without: [],
  replace: { seriesType: lineStyle, opacity: shownWithArea() },
};
export const stepPanel: PanelOf = {
  ...linePanel,
  replace: { ...linePanel.replace, seriesType: { ...lineStyle, default: 'start' } },
};
export const smoothPanel: PanelOf = {
  marks: MARKERS,
  without: ['stack', 'percentage_threshold'],
  replace: {},
};
export const scatterPanel: PanelOf = { marks: MARKERS, without: [], replace: {} };
export const genericPanel: PanelOf = {
  marks: ['seriesType', 'area', 'opacity', ...MARKERS],
  without: [],
  replace: { opacity: shownWithArea() },
};
export const barPanel: PanelOf = {
  marks: ['orientation', 'stackDimension'],
  without: [],
  replace: {
    stack: { ...familyControls.stack, choices: STACKS },
    // Bars that lie have their categories in rows, whose names stay level, and no room above the axis.
    y_axis_title_position: { ...familyControls.y_axis_title_position, visible: (form) => !isHorizontal(form) },
    xAxisLabelRotation: {
      ...familyControls.xAxisLabelRotation,
      visible: (form, panel) => !isHorizontal(form) || !isCategorical(form, panel),
    },
  },
};

/** What the family may ask beyond rows: the order is that of `seriesPart`. */
export const familyBundles: readonly AnyQueryBundle[] = [
  rolling,
  timeComparison,
  resample,
  contribution,
  forecast,
  seriesLimit,
];

/** The controls of one chart type and their order in the panel. */
export function panelOf(panel: PanelOf): {
  readonly controls: Readonly<Record<string, Control>>;
  readonly sections: readonly Section[];
} {
  const keep = (keys: readonly FamilyKey[]) => keys.filter((key) => !panel.without.includes(key));
  const sections: readonly Section[] = [
    { tab: 'data', label: msg('Query'), controls: keep(QUERY) },
    { tab: 'data', label: msg('Advanced analytics'), controls: ANALYTICS },
    ...annotation.sections,
    { tab: 'data', label: msg('Predictive analytics'), controls: FORECAST },
    {
      tab: 'customize',
      label: msg('Chart options'),
      controls: keep([
        ...panel.marks.filter((key) => key !== 'stackDimension'),
        ...SERIES,
        ...VALUES,
        ...panel.marks.filter((key) => key === 'stackDimension'),
        'minorTicks',
        'zoomable',
      ]),
    },
    ...legend.sections,
    ...axis.sections.map((section) => named(section, LYING_SECTIONS[section.label])),
    ...tooltip.sections,
  ];
  const keys = sections.flatMap((section) => section.controls);
  const all: Readonly<Record<string, Control>> = { ...familyControls, ...panel.replace };
  return {
    sections,
    controls: Object.fromEntries(
      keys.flatMap((key) => (all[key] ? [[key, named(all[key], lying[key])] as const] : [])),
    ),
  };
}

const lying: Readonly<Record<string, string | undefined>> = LYING;

/** A control or a section that has another name beside bars that lie. */
function named<N extends Named>(one: N, lyingLabel: string | undefined): N {
  if (lyingLabel === undefined) return one;
  return { ...one, labelFor: (form: RawForm) => (isHorizontal(form) ? lyingLabel : one.label) };
}

/** How changes are written, whatever format was chosen ([5.0-11]). */
export const CHANGE_FORMAT = '.1%';

/** Beside a format that is not used, because the values are parts of one. */
function warnOfPercent(form: RawForm): Warning | null {
  const isShare = hasValue(form, 'contributionMode');
  const isChange = hasValue(form, 'time_compare') && form['comparison_type'] === 'percentage';
  const format = form['y_axis_format'];
  if (isChange) return { text: t('The values are percentages and are written as such.'), holds: CHANGE_FORMAT };
  if (!isShare || (typeof format === 'string' && format.includes('%'))) return null;
  return { text: t('The values are percentages and are written as such.') };
}

function shownWithArea(): Control {
  return { ...familyControls.opacity, visible: (form) => form['area'] === true };
}

/** Categories can be put in order by their names or by a metric, as long as there is one series per metric. */
function canSortAxis(form: RawForm, panel: PanelContext): boolean {
  const isNoTime =
    hasValue(form, 'x_axis') && (!isTemporal(form['x_axis'], panel) || form['xAxisForceCategorical'] === true);
  return isNoTime && !hasValue(form, 'groupby');
}

/** Neither times nor categories have a least and a greatest number; an expression may give numbers. */
function canBound(form: RawForm, panel: PanelContext): boolean {
  if (form['xAxisForceCategorical'] === true) return false;
  const kind = panel.columns.find(({ name }) => name === form['x_axis'])?.kind;
  return kind === undefined ? hasValue(form, 'x_axis') && typeof form['x_axis'] === 'object' : kind === 'numeric';
}

function isCategorical(form: RawForm, panel: PanelContext): boolean {
  const isForced = form['xAxisForceCategorical'] === true;
  return hasValue(form, 'x_axis') && (isForced || (!isTemporal(form['x_axis'], panel) && !canBound(form, panel)));
}

function isHorizontal(form: RawForm): boolean {
  return form['orientation'] === 'horizontal';
}

function xAxisSorts(form: RawForm): readonly Choice[] {
  const axis = storedLabel(form['x_axis']);
  const metrics = [...asMetrics(form['metrics']), ...asMetrics(form['timeseries_limit_metric'])].map(metricLabel);
  const names = [...(axis === null ? [] : [axis]), ...metrics];
  return [...new Set(names)].map((name) => ({ value: name, label: name }));
}

function dimensionChoices(form: RawForm): readonly Choice[] {
  const dimensions = Array.isArray(form['groupby']) ? form['groupby'].map(storedLabel) : [];
  return dimensions.flatMap((name) => (name === null ? [] : [{ value: name, label: name }]));
}
