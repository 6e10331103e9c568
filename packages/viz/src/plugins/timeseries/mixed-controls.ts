import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { AnyQueryBundle } from '../../bundles/bundle.ts';
import { resample } from '../../bundles/resample.ts';
import { rolling } from '../../bundles/rolling.ts';
import { timeComparison } from '../../bundles/time-comparison.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled } from '../../shared/choices.ts';
import { currencyFormat, numberFormat } from '../../shared/controls.ts';
import { familyControls, familyDefaults } from './controls.ts';
import { secondForm, styledForm } from './mixed-forms.ts';

const AXES = labelled([0, msg('Primary')], [1, msg('Secondary')]);
const onSecondary = (form: RawForm) => form['yAxisIndex'] === 1 || form['yAxisIndexB'] === 1;

/** A control of the first query under the name that it has for the second. */
function second<const C extends Control>(control: C): C {
  const { visible, requiredUnless } = control;
  return {
    ...control,
    ...(visible
      ? { visible: (form: RawForm, panel: Parameters<typeof visible>[1]) => visible(secondForm(form), panel) }
      : {}),
    ...(requiredUnless ? { requiredUnless: (form: RawForm) => requiredUnless(secondForm(form)) } : {}),
  };
}

const stack = { ...familyControls.stack, kind: 'bool', default: false } as const;
const { choices: _, ...stackControl } = stack;
const yAxisIndex = {
  kind: 'select',
  label: msg('Y-axis'),
  choices: AXES,
  default: 0,
  renderOnly: true,
} as const;
const { x_axis_sort: _sort, x_axis_sort_asc: _ascending, ...shared } = familyControls;
const markerSize = { ...familyControls.markerSize, max: 100 } as const;

/** Two queries over one base axis: those of the second end in `_b`, its looks in `B`. */
export const mixedControls = {
  x_axis: shared.x_axis,
  time_grain_sqla: shared.time_grain_sqla,
  metrics: shared.metrics,
  groupby: shared.groupby,
  adhoc_filters: shared.adhoc_filters,
  limit: shared.limit,
  timeseries_limit_metric: shared.timeseries_limit_metric,
  order_desc: shared.order_desc,
  row_limit: shared.row_limit,
  truncate_metric: shared.truncate_metric,
  ...rolling.controls,
  ...timeComparison.controls,
  ...resample.controls,
  metrics_b: second(shared.metrics),
  groupby_b: second(shared.groupby),
  adhoc_filters_b: second(shared.adhoc_filters),
  limit_b: second(shared.limit),
  timeseries_limit_metric_b: second(shared.timeseries_limit_metric),
  order_desc_b: second(shared.order_desc),
  row_limit_b: second(shared.row_limit),
  truncate_metric_b: second(shared.truncate_metric),
  rolling_type_b: second(rolling.controls.rolling_type),
  rolling_periods_b: second(rolling.controls.rolling_periods),
  min_periods_b: second(rolling.controls.min_periods),
  time_compare_b: second(timeComparison.controls.time_compare),
  comparison_type_b: second(timeComparison.controls.comparison_type),
  resample_rule_b: second(resample.controls.resample_rule),
  resample_method_b: second(resample.controls.resample_method),
  annotation_layers: shared.annotation_layers,

  x_axis_title: shared.x_axis_title,
  x_axis_title_margin: shared.x_axis_title_margin,
  y_axis_title: shared.y_axis_title,
  y_axis_title_margin: shared.y_axis_title_margin,
  y_axis_title_position: shared.y_axis_title_position,
  color_scheme: shared.color_scheme,
  time_shift_color: {
    ...shared.time_shift_color,
    visible: (form) => shared.time_shift_color.visible(form) || shared.time_shift_color.visible(secondForm(form)),
  },
  seriesType: shared.seriesType,
  stack: stackControl,
  area: shared.area,
  show_value: shared.show_value,
  opacity: shared.opacity,
  markerEnabled: shared.markerEnabled,
  markerSize,
  yAxisIndex,
  seriesTypeB: shared.seriesType,
  stackB: second(stackControl),
  areaB: shared.area,
  show_valueB: shared.show_value,
  opacityB: shared.opacity,
  markerEnabledB: shared.markerEnabled,
  markerSizeB: { ...markerSize, visible: (form) => markerSize.visible(styledForm(form)) },
  yAxisIndexB: yAxisIndex,
  zoomable: shared.zoomable,
  minorTicks: shared.minorTicks,
  show_legend: shared.show_legend,
  legendType: shared.legendType,
  legendOrientation: shared.legendOrientation,
  legendMargin: shared.legendMargin,
  x_axis_time_format: shared.x_axis_time_format,
  xAxisLabelRotation: shared.xAxisLabelRotation,
  rich_tooltip: shared.rich_tooltip,
  showTooltipTotal: shared.showTooltipTotal,
  showTooltipPercentage: shared.showTooltipPercentage,
  tooltipSortByMetric: shared.tooltipSortByMetric,
  tooltipTimeFormat: shared.tooltipTimeFormat,
  minorSplitLine: shared.minorSplitLine,
  truncateXAxis: shared.truncateXAxis,
  xAxisBounds: shared.xAxisBounds,
  truncateYAxis: shared.truncateYAxis,
  y_axis_bounds: shared.y_axis_bounds,
  y_axis_format: shared.y_axis_format,
  currency_format: shared.currency_format,
  logAxis: shared.logAxis,
  y_axis_bounds_secondary: {
    kind: 'bounds',
    label: msg('Secondary y-axis bounds'),
    renderOnly: true,
    visible: (form) => onSecondary(form) && form['truncateYAxis'] === true,
  },
  y_axis_format_secondary: { ...numberFormat('Secondary y-axis format'), visible: onSecondary },
  currency_format_secondary: { ...currencyFormat, label: msg('Secondary currency format'), visible: onSecondary },
  yAxisTitleSecondary: {
    kind: 'text',
    label: msg('Secondary y-axis title'),
    default: '',
    renderOnly: true,
    visible: onSecondary,
  },
  logAxisSecondary: {
    kind: 'bool',
    label: msg('Logarithmic secondary y-axis'),
    default: false,
    renderOnly: true,
    visible: onSecondary,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type MixedForm = FormOf<typeof mixedControls>;

/** What either query may ask beyond rows. */
export const mixedBundles: readonly AnyQueryBundle[] = [rolling, timeComparison, resample];

/** Default form data: what a saved chart means when it says nothing. */
export const mixedDefaults: RawForm = {
  ...Object.fromEntries(Object.entries(familyDefaults).filter(([key]) => Object.hasOwn(mixedControls, key))),
  stack: false,
  areaB: false,
  stackB: false,
  show_valueB: false,
  opacityB: 0.2,
  markerEnabledB: false,
  markerSizeB: 6,
  seriesTypeB: 'line',
  order_desc_b: true,
  row_limit_b: 10_000,
  groupby_b: [],
  yAxisIndex: 0,
  yAxisIndexB: 0,
  y_axis_bounds_secondary: [null, null],
  yAxisTitleSecondary: '',
  logAxisSecondary: false,
};

const QUERY = [
  'metrics',
  'groupby',
  'adhoc_filters',
  'limit',
  'timeseries_limit_metric',
  'order_desc',
  'row_limit',
  'truncate_metric',
] as const;
const ANALYTICS = [
  'rolling_type',
  'rolling_periods',
  'min_periods',
  'time_compare',
  'comparison_type',
  'resample_rule',
  'resample_method',
] as const;
const LOOKS = [
  'seriesType',
  'stack',
  'area',
  'opacity',
  'show_value',
  'markerEnabled',
  'markerSize',
  'yAxisIndex',
] as const;
const ofSecond = <const K extends string, const S extends string>(keys: readonly K[], suffix: S) =>
  keys.map((key): `${K}${S}` => `${key}${suffix}`);

export const mixedSections: readonly Section<typeof mixedControls>[] = [
  { tab: 'data', label: msg('Shared query fields'), controls: ['x_axis', 'time_grain_sqla'] },
  { tab: 'data', label: msg('Query A'), controls: QUERY },
  { tab: 'data', label: msg('Advanced analytics, query A'), controls: ANALYTICS },
  { tab: 'data', label: msg('Query B'), controls: ofSecond(QUERY, '_b') },
  { tab: 'data', label: msg('Advanced analytics, query B'), controls: ofSecond(ANALYTICS, '_b') },
  { tab: 'data', label: msg('Annotations and layers'), controls: ['annotation_layers'] },
  { tab: 'customize', label: msg('Query A'), controls: LOOKS },
  { tab: 'customize', label: msg('Query B'), controls: ofSecond(LOOKS, 'B') },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: ['color_scheme', 'time_shift_color', 'zoomable', 'minorTicks'],
  },
  {
    tab: 'customize',
    label: msg('Legend'),
    controls: ['show_legend', 'legendType', 'legendOrientation', 'legendMargin'],
  },
  {
    tab: 'customize',
    label: msg('X-axis'),
    controls: [
      'x_axis_title',
      'x_axis_title_margin',
      'x_axis_time_format',
      'xAxisLabelRotation',
      'truncateXAxis',
      'xAxisBounds',
    ],
  },
  {
    tab: 'customize',
    label: msg('Y-axis'),
    controls: [
      'y_axis_title',
      'y_axis_title_margin',
      'y_axis_title_position',
      'y_axis_format',
      'currency_format',
      'logAxis',
      'minorSplitLine',
      'truncateYAxis',
      'y_axis_bounds',
    ],
  },
  {
    tab: 'customize',
    label: msg('Secondary y-axis'),
    controls: [
      'yAxisTitleSecondary',
      'y_axis_format_secondary',
      'currency_format_secondary',
      'logAxisSecondary',
      'y_axis_bounds_secondary',
    ],
  },
  {
    tab: 'customize',
    label: msg('Tooltip'),
    controls: ['rich_tooltip', 'showTooltipTotal', 'showTooltipPercentage', 'tooltipSortByMetric', 'tooltipTimeFormat'],
  },
];
