import { msg } from '@tessera/core/messages';
import { labelled, TITLE_MARGINS } from '../shared/choices.ts';
import { currencyFormat, hasValue, isTemporal, numberFormat, timeFormat } from '../shared/controls.ts';
import { warnOfLogarithm } from '../shared/warnings.ts';
import { defineBundle } from './bundle.ts';

const ROTATIONS = labelled([0, msg('0°')], [45, msg('45°')], [90, msg('90°')]);
const TITLE_POSITIONS = labelled(['Left', msg('Left')], ['Top', msg('Top')]);

/** Titles, formats, scale and bounds of two axes. */
export const axis = defineBundle({
  controls: {
    x_axis_title: { kind: 'text', label: msg('X-axis title'), default: '', renderOnly: true },
    x_axis_title_margin: {
      kind: 'select',
      label: msg('X-axis title margin'),
      choices: TITLE_MARGINS,
      default: 15,
      freeForm: 'integer',
      renderOnly: true,
    },
    y_axis_title: { kind: 'text', label: msg('Y-axis title'), default: '', renderOnly: true },
    y_axis_title_margin: {
      kind: 'select',
      label: msg('Y-axis title margin'),
      choices: TITLE_MARGINS,
      default: 30,
      freeForm: 'integer',
      renderOnly: true,
    },
    y_axis_title_position: {
      kind: 'select',
      label: msg('Y-axis title position'),
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
      label: msg('Rotate x-axis label'),
      choices: ROTATIONS,
      default: 0,
      freeForm: 'integer',
      renderOnly: true,
    },
    truncateXAxis: {
      kind: 'bool',
      label: msg('Truncate x-axis'),
      hint: msg('Begin and end a numeric axis with the data, or with bounds.'),
      default: true,
      renderOnly: true,
    },
    xAxisBounds: {
      kind: 'bounds',
      label: msg('X-axis bounds'),
      renderOnly: true,
      visible: (form) => form['truncateXAxis'] !== false,
    },
    y_axis_format: numberFormat('Y-axis format'),
    currency_format: currencyFormat,
    logAxis: {
      kind: 'bool',
      label: msg('Logarithmic y-axis'),
      default: false,
      renderOnly: true,
      warn: warnOfLogarithm,
    },
    minorSplitLine: { kind: 'bool', label: msg('Minor split line'), default: false, renderOnly: true },
    truncateYAxis: {
      kind: 'bool',
      label: msg('Truncate y-axis'),
      hint: msg('Begin and end the axis with the data, or with bounds.'),
      default: false,
      renderOnly: true,
    },
    y_axis_bounds: {
      kind: 'bounds',
      label: msg('Y-axis bounds'),
      renderOnly: true,
      visible: (form) => form['truncateYAxis'] === true,
    },
  },
  sections: [
    {
      tab: 'customize',
      label: msg('Axis titles'),
      controls: ['x_axis_title', 'x_axis_title_margin', 'y_axis_title', 'y_axis_title_margin', 'y_axis_title_position'],
    },
    {
      tab: 'customize',
      label: msg('X-axis'),
      controls: ['x_axis_time_format', 'xAxisLabelRotation', 'truncateXAxis', 'xAxisBounds'],
    },
    {
      tab: 'customize',
      label: msg('Y-axis'),
      controls: ['y_axis_format', 'currency_format', 'logAxis', 'minorSplitLine', 'truncateYAxis', 'y_axis_bounds'],
    },
  ],
});
