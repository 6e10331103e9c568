import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import { legend } from '../../bundles/legend.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled, sameLabels, SERIES_LIMITS, TITLE_MARGINS } from '../../shared/choices.ts';
import { adhocFilters, colorScheme, hasValue, numberFormat, rowLimit } from '../../shared/controls.ts';
import { ticksLayout } from '../../shared/ticks.ts';

const ROTATIONS = labelled([0, msg('0°')], [45, msg('45°')], [90, msg('90°')]);
const BUBBLE_SIZES = sameLabels(5, 10, 15, 25, 50, 75, 100);
const MARGINS = [{ value: 'auto', label: msg('Auto') }, ...sameLabels('50', '75', '100', '125', '150', '200')] as const;

const what = {
  series: { kind: 'column', label: msg('Dimension'), hint: msg('Colours bubbles by the values of this column.') },
  entity: { kind: 'column', label: msg('Entity'), hint: msg('One bubble for each of its values.'), required: true },
  x: { kind: 'metric', label: msg('X-axis'), required: true },
  y: { kind: 'metric', label: msg('Y-axis'), required: true },
  adhoc_filters: adhocFilters,
  size: { kind: 'metric', label: msg('Bubble size'), hint: msg('Sets the area of a bubble.'), required: true },
} as const satisfies Readonly<Record<string, Control>>;
const maxBubbleSize = {
  kind: 'select',
  label: msg('Max bubble size'),
  hint: msg('Of the greatest bubble, from 5 (small) to 100.'),
  choices: BUBBLE_SIZES,
  default: 25,
  freeForm: 'integer',
  renderOnly: true,
} as const satisfies Control;
const flag = <const L extends string>(label: L, on: boolean) =>
  ({ kind: 'bool', label, default: on, renderOnly: true }) as const satisfies Control;
const words = <const L extends string>(label: L) =>
  ({ kind: 'text', label, default: '', renderOnly: true }) as const satisfies Control;
const margin = <const L extends string>(label: L) =>
  ({
    kind: 'select',
    label,
    choices: TITLE_MARGINS,
    default: 30,
    freeForm: 'integer',
    renderOnly: true,
  }) as const satisfies Control;

export const bubbleControls = {
  ...what,
  orderby: { kind: 'metric', label: msg('Sort by'), hint: msg('Ask for the greatest of this metric first.') },
  order_desc: {
    kind: 'bool',
    label: msg('Sort descending'),
    default: true,
    visible: (form: RawForm) => hasValue(form, 'orderby'),
  },
  row_limit: rowLimit,
  color_scheme: colorScheme,
  ...legend.controls,
  max_bubble_size: maxBubbleSize,
  tooltipSizeFormat: numberFormat('Bubble size number format'),
  opacity: { kind: 'slider', label: msg('Opacity'), min: 0, max: 1, step: 0.1, default: 0.6, renderOnly: true },
  x_axis_label: words(msg('X-axis title')),
  xAxisLabelRotation: {
    kind: 'select',
    label: msg('Rotate x-axis label'),
    choices: ROTATIONS,
    default: 0,
    freeForm: 'integer',
    renderOnly: true,
  },
  x_axis_title_margin: margin(msg('X-axis title margin')),
  xAxisFormat: numberFormat('X-axis format'),
  logXAxis: flag(msg('Logarithmic x-axis'), false),
  y_axis_label: words(msg('Y-axis title')),
  yAxisLabelRotation: {
    kind: 'select',
    label: msg('Rotate y-axis label'),
    choices: ROTATIONS.filter(({ value }) => value !== 90),
    default: 0,
    freeForm: 'integer',
    renderOnly: true,
  },
  y_axis_title_margin: margin(msg('Y-axis title margin')),
  y_axis_format: numberFormat('Y-axis format'),
  logYAxis: flag(msg('Logarithmic y-axis'), false),
  truncateXAxis: flag(msg('Truncate x-axis'), true),
  xAxisBounds: {
    kind: 'bounds',
    label: msg('X-axis bounds'),
    renderOnly: true,
    visible: (form: RawForm) => form['truncateXAxis'] === true,
  },
  truncateYAxis: flag(msg('Truncate y-axis'), false),
  y_axis_bounds: {
    kind: 'bounds',
    label: msg('Y-axis bounds'),
    renderOnly: true,
    visible: (form: RawForm) => form['truncateYAxis'] === true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type BubbleForm = FormOf<typeof bubbleControls>;

export const bubbleSections: readonly Section<typeof bubbleControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['series', 'entity', 'x', 'y', 'adhoc_filters', 'size', 'orderby', 'order_desc', 'row_limit'],
  },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: ['color_scheme', 'max_bubble_size', 'tooltipSizeFormat', 'opacity'],
  },
  ...legend.sections,
  {
    tab: 'customize',
    label: msg('X-axis'),
    controls: [
      'x_axis_label',
      'xAxisLabelRotation',
      'x_axis_title_margin',
      'xAxisFormat',
      'logXAxis',
      'truncateXAxis',
      'xAxisBounds',
    ],
  },
  {
    tab: 'customize',
    label: msg('Y-axis'),
    controls: [
      'y_axis_label',
      'yAxisLabelRotation',
      'y_axis_title_margin',
      'y_axis_format',
      'logYAxis',
      'truncateYAxis',
      'y_axis_bounds',
    ],
  },
];

export const bubbleDefaults: RawForm = {
  legendMargin: null,
  legendOrientation: 'top',
  legendType: 'scroll',
  show_legend: true,
  logYAxis: false,
  x_axis_title_margin: 30,
  y_axis_title_margin: 30,
  truncateXAxis: false,
  truncateYAxis: false,
  xAxisBounds: [null, null],
  y_axis_bounds: [null, null],
  xAxisLabelRotation: 0,
  opacity: 0.6,
};

/** The older bubble chart, in its own words. */
export const oldBubbleControls = {
  ...what,
  max_bubble_size: { ...maxBubbleSize, renderOnly: true },
  limit: {
    kind: 'select',
    label: msg('Series limit'),
    hint: msg('The most bubbles that the query returns.'),
    choices: [{ value: null, label: msg('None') }, ...SERIES_LIMITS],
    default: null,
    freeForm: 'integer',
  },
  color_scheme: colorScheme,
  show_legend: flag(msg('Show legend'), true),
  x_axis_label: words(msg('X-axis title')),
  left_margin: {
    kind: 'select',
    label: msg('Left margin'),
    choices: MARGINS,
    default: 'auto',
    freeForm: 'text',
    renderOnly: true,
  },
  x_axis_format: numberFormat('X-axis format'),
  x_ticks_layout: ticksLayout,
  x_log_scale: flag(msg('Logarithmic x-axis'), false),
  x_axis_showminmax: flag(msg('Show bounds of the x-axis'), false),
  y_axis_label: words(msg('Y-axis title')),
  bottom_margin: {
    kind: 'select',
    label: msg('Bottom margin'),
    choices: MARGINS,
    default: 'auto',
    freeForm: 'text',
    renderOnly: true,
  },
  y_axis_format: numberFormat('Y-axis format'),
  y_log_scale: flag(msg('Logarithmic y-axis'), false),
  y_axis_showminmax: flag(msg('Show bounds of the y-axis'), false),
  y_axis_bounds: { kind: 'bounds', label: msg('Y-axis bounds'), renderOnly: true },
} as const satisfies Readonly<Record<string, Control>>;

export type OldBubbleForm = FormOf<typeof oldBubbleControls>;

export const oldBubbleSections: readonly Section<typeof oldBubbleControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['series', 'entity', 'x', 'y', 'adhoc_filters', 'size', 'max_bubble_size', 'limit'],
  },
  { tab: 'customize', label: msg('Chart options'), controls: ['color_scheme', 'show_legend'] },
  {
    tab: 'customize',
    label: msg('X-axis'),
    controls: ['x_axis_label', 'left_margin', 'x_axis_format', 'x_ticks_layout', 'x_log_scale', 'x_axis_showminmax'],
  },
  {
    tab: 'customize',
    label: msg('Y-axis'),
    controls: ['y_axis_label', 'bottom_margin', 'y_axis_format', 'y_log_scale', 'y_axis_showminmax', 'y_axis_bounds'],
  },
];
