import { labelled, TITLE_MARGINS } from '../shared/choices.ts';
import { currencyFormat, hasValue, isTemporal, numberFormat, timeFormat } from '../shared/controls.ts';
import { warnOfLogarithm } from '../shared/warnings.ts';
import { defineBundle } from './bundle.ts';

const ROTATIONS = labelled([0, '0°'], [45, '45°'], [90, '90°']);
const TITLE_POSITIONS = labelled(['Left', 'Left'], ['Top', 'Top']);

/** Titles, formats, scale and bounds of two axes. */
export const axis = defineBundle({
  controls: {
    x_axis_title: { kind: 'text', label: 'X-axis title', default: '', renderOnly: true },
    x_axis_title_margin: {
      kind: 'select',
      label: 'X-axis title margin',
      choices: TITLE_MARGINS,
      default: 15,
      freeForm: 'integer',
      renderOnly: true,
    },
    y_axis_title: { kind: 'text', label: 'Y-axis title', default: '', renderOnly: true },
    y_axis_title_margin: {
      kind: 'select',
      label: 'Y-axis title margin',
      choices: TITLE_MARGINS,
      default: 30,
      freeForm: 'integer',
      renderOnly: true,
    },
    y_axis_title_position: {
      kind: 'select',
      label: 'Y-axis title position',
      choices: TITLE_POSITIONS,
      default: 'Left',
      renderOnly: true,
    },
    x_axis_time_format: {
      ...timeFormat('Time format'),
      visible: (form, panel) => !hasValue(form, 'x_axis') || isTemporal(form['x_axis'], panel),
    },
    xAxisLabelRotation: {
      kind: 'select',
      label: 'Rotate x-axis label',
      choices: ROTATIONS,
      default: 0,
      freeForm: 'integer',
      renderOnly: true,
    },
    truncateXAxis: {
      kind: 'bool',
      label: 'Truncate x-axis',
      hint: 'Begin and end a numeric x-axis with the data, or with bounds.',
      default: true,
      renderOnly: true,
    },
    xAxisBounds: {
      kind: 'bounds',
      label: 'X-axis bounds',
      renderOnly: true,
      visible: (form) => form['truncateXAxis'] !== false,
    },
    y_axis_format: numberFormat('Y-axis format'),
    currency_format: currencyFormat,
    logAxis: { kind: 'bool', label: 'Logarithmic y-axis', default: false, renderOnly: true, warn: warnOfLogarithm },
    minorSplitLine: { kind: 'bool', label: 'Minor split line', default: false, renderOnly: true },
    truncateYAxis: {
      kind: 'bool',
      label: 'Truncate y-axis',
      hint: 'Begin and end the y-axis with the data, or with bounds.',
      default: false,
      renderOnly: true,
    },
    y_axis_bounds: {
      kind: 'bounds',
      label: 'Y-axis bounds',
      renderOnly: true,
      visible: (form) => form['truncateYAxis'] === true,
    },
  },
  sections: [
    {
      tab: 'customize',
      label: 'Axis titles',
      controls: ['x_axis_title', 'x_axis_title_margin', 'y_axis_title', 'y_axis_title_margin', 'y_axis_title_position'],
    },
    {
      tab: 'customize',
      label: 'X-axis',
      controls: ['x_axis_time_format', 'xAxisLabelRotation', 'truncateXAxis', 'xAxisBounds'],
    },
    {
      tab: 'customize',
      label: 'Y-axis',
      controls: ['y_axis_format', 'currency_format', 'logAxis', 'minorSplitLine', 'truncateYAxis', 'y_axis_bounds'],
    },
  ],
});
