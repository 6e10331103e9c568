import { msg } from '@tessera/core/messages';
import { DEFAULT_SEQUENTIAL_SCHEME } from '@tessera/core/colors/sequential';
import type { RawForm } from '@tessera/core/form-data';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled, sameLabels } from '../../shared/choices.ts';
import {
  adhocFilters,
  currencyFormat,
  hasValue,
  isTemporal,
  numberFormat,
  rowLimit,
  timeFormat,
  timeGrain,
} from '../../shared/controls.ts';

const SORTS = labelled(
  [null, msg('As returned')],
  ['alpha_asc', msg('Axis ascending')],
  ['alpha_desc', msg('Axis descending')],
  ['value_asc', msg('Metric ascending')],
  ['value_desc', msg('Metric descending')],
);
const NORMALIZE = labelled(['heatmap', msg('Heatmap')], ['x', msg('x')], ['y', msg('y')]);
const LEGENDS = labelled(['continuous', msg('Continuous')], ['piecewise', msg('Piecewise')]);
const INTERVALS = [
  { value: -1, label: msg('Auto') },
  ...Array.from({ length: 50 }, (_, at) => ({ value: at + 1, label: String(at + 1) })),
] as const;
const MARGINS = [{ value: 'auto', label: msg('Auto') }, ...sameLabels('50', '75', '100', '125', '150', '200')] as const;

export const heatmapControls = {
  x_axis: { kind: 'column', label: msg('X-axis'), required: true },
  time_grain_sqla: {
    ...timeGrain,
    visible: (form: RawForm, panel) => !hasValue(form, 'x_axis') || isTemporal(form['x_axis'], panel),
  },
  groupby: { kind: 'column', label: msg('Y-axis'), required: true },
  metric: { kind: 'metric', label: msg('Metric'), hint: msg('Sets the colour of a cell.'), required: true },
  adhoc_filters: adhocFilters,
  row_limit: rowLimit,
  sort_x_axis: { kind: 'select', label: msg('Sort x-axis'), choices: SORTS, default: null },
  sort_y_axis: { kind: 'select', label: msg('Sort y-axis'), choices: SORTS, default: null },
  normalize_across: {
    kind: 'select',
    label: msg('Normalize across'),
    hint: msg('What percentages and ranks are of: the whole, a column or a row.'),
    choices: NORMALIZE,
    default: 'heatmap',
  },
  legend_type: { kind: 'select', label: msg('Legend type'), choices: LEGENDS, default: 'continuous', renderOnly: true },
  linear_color_scheme: {
    kind: 'color_scheme',
    label: msg('Linear color scheme'),
    scale: 'sequential',
    default: DEFAULT_SEQUENTIAL_SCHEME,
    renderOnly: true,
  },
  border_color: {
    kind: 'color',
    label: msg('Border color'),
    default: { r: 0, g: 0, b: 0, a: 1 },
    renderOnly: true,
  },
  border_width: { kind: 'slider', label: msg('Border width'), min: 0, max: 2, step: 0.1, default: 0, renderOnly: true },
  xscale_interval: {
    kind: 'select',
    label: msg('X-scale interval'),
    hint: msg('Every how many columns one is named.'),
    choices: INTERVALS,
    default: -1,
    renderOnly: true,
  },
  yscale_interval: {
    kind: 'select',
    label: msg('Y-scale interval'),
    hint: msg('Every how many rows one is named.'),
    choices: INTERVALS,
    default: -1,
    renderOnly: true,
  },
  left_margin: {
    kind: 'select',
    label: msg('Left margin'),
    hint: msg('Room for the names of rows in pixels.'),
    choices: MARGINS,
    default: 'auto',
    freeForm: 'text',
    renderOnly: true,
  },
  bottom_margin: {
    kind: 'select',
    label: msg('Bottom margin'),
    hint: msg('Room for the names of columns in pixels.'),
    choices: MARGINS,
    default: 'auto',
    freeForm: 'text',
    renderOnly: true,
  },
  value_bounds: {
    kind: 'bounds',
    label: msg('Value bounds'),
    hint: msg('Where the colours begin and end.'),
    renderOnly: true,
  },
  y_axis_format: numberFormat('Value format'),
  x_axis_time_format: timeFormat('Time format'),
  currency_format: currencyFormat,
  show_legend: { kind: 'bool', label: msg('Show legend'), default: true, renderOnly: true },
  show_percentage: {
    kind: 'bool',
    label: msg('Show percentage'),
    hint: msg('In the tooltip.'),
    default: true,
    renderOnly: true,
  },
  show_values: { kind: 'bool', label: msg('Show values'), default: false, renderOnly: true },
  normalized: {
    kind: 'bool',
    label: msg('Normalized'),
    hint: msg('Colour by rank instead of value.'),
    default: false,
    renderOnly: true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type HeatmapForm = FormOf<typeof heatmapControls>;

export const heatmapSections: readonly Section<typeof heatmapControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: [
      'x_axis',
      'time_grain_sqla',
      'groupby',
      'metric',
      'adhoc_filters',
      'row_limit',
      'sort_x_axis',
      'sort_y_axis',
      'normalize_across',
    ],
  },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: [
      'legend_type',
      'linear_color_scheme',
      'border_color',
      'border_width',
      'xscale_interval',
      'yscale_interval',
      'left_margin',
      'bottom_margin',
      'value_bounds',
      'y_axis_format',
      'x_axis_time_format',
      'currency_format',
      'show_legend',
      'show_percentage',
      'show_values',
      'normalized',
    ],
  },
];
