import { msg } from '@tessera/core/messages';
import { labelled } from '../shared/choices.ts';
import { numberFormat } from '../shared/controls.ts';
import { warnOfLogScale } from '../shared/warnings.ts';
import { defineBundle } from './bundle.ts';

const MARGINS = labelled(
  ['auto', msg('Automatic')],
  ['50', msg('50')],
  ['75', msg('75')],
  ['100', msg('100')],
  ['125', msg('125')],
  ['150', msg('150')],
  ['200', msg('200')],
);
const margin = <const L extends string>(label: L, hint: string) =>
  ({
    kind: 'select',
    label,
    hint,
    choices: MARGINS,
    default: 'auto',
    freeForm: 'text',
    renderOnly: true,
  }) as const;

/** The axes of older line charts: titles, room, ends, scale and bounds. */
export const lineAxes = defineBundle({
  controls: {
    x_axis_label: { kind: 'text', label: msg('X-axis label'), default: '', renderOnly: true },
    bottom_margin: margin('Bottom margin', msg('Room below the plot in pixels.')),
    x_axis_showminmax: {
      kind: 'bool',
      label: msg('X bounds'),
      hint: msg('Show the ends of the x-axis.'),
      default: false,
      renderOnly: true,
    },
    y_axis_label: { kind: 'text', label: msg('Y-axis label'), default: '', renderOnly: true },
    left_margin: margin('Left margin', msg('Room at the left of the plot in pixels.')),
    y_axis_showminmax: {
      kind: 'bool',
      label: msg('Y bounds'),
      hint: msg('Show the ends of the y-axis.'),
      default: false,
      renderOnly: true,
    },
    y_log_scale: {
      kind: 'bool',
      label: msg('Logarithmic y-axis'),
      default: false,
      renderOnly: true,
      warn: warnOfLogScale,
    },
    y_axis_format: numberFormat('Y-axis format'),
    y_axis_bounds: { kind: 'bounds', label: msg('Y-axis bounds'), renderOnly: true },
  },
  sections: [
    { tab: 'customize', label: msg('X-axis'), controls: ['x_axis_label', 'bottom_margin', 'x_axis_showminmax'] },
    {
      tab: 'customize',
      label: msg('Y-axis'),
      controls: ['y_axis_label', 'left_margin', 'y_axis_showminmax', 'y_log_scale', 'y_axis_format', 'y_axis_bounds'],
    },
  ],
});

export const lineAxesDefaults = {
  x_axis_label: '',
  bottom_margin: 'auto',
  x_axis_showminmax: false,
  y_axis_label: '',
  left_margin: 'auto',
  y_axis_showminmax: false,
  y_log_scale: false,
  y_axis_format: 'SMART_NUMBER',
  y_axis_bounds: [null, null],
} as const;
