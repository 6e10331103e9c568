import type { RawForm } from '@tessera/core/form-data';
import { msg } from '@tessera/core/messages';
import { lineAxes, lineAxesDefaults } from '../../bundles/line-axes.ts';
import { timeControls, timeSection } from '../../bundles/over-time.ts';
import type { Complaints, Control, FormOf, Section } from '../../define.ts';
import { labelled } from '../../shared/choices.ts';
import { adhocFilters, numberFormat } from '../../shared/controls.ts';
import { complainOfPeriod } from './periods.ts';

const PERIODS = labelled(
  ['AS', msg('Year')],
  ['52W-MON', msg('52 weeks, beginning on Monday')],
  ['W-SUN', msg('Week, beginning on Sunday')],
  ['W-MON', msg('Week, beginning on Monday')],
  ['D', msg('Day')],
  ['4W-MON', msg('4 weeks, beginning on Monday')],
);
const LINES = labelled(
  ['linear', msg('Linear')],
  ['basis', msg('Basis')],
  ['cardinal', msg('Cardinal')],
  ['monotone', msg('Monotone')],
  ['step-before', msg('Step before')],
  ['step-after', msg('Step after')],
);

export const timePivotControls = {
  ...timeControls,
  metric: { kind: 'metric', label: msg('Metric'), required: true },
  adhoc_filters: adhocFilters,
  freq: {
    kind: 'select',
    label: msg('Frequency'),
    hint: msg('The period that is laid over the ones before it. Choose one, or type it: MS, QS, 2W-SUN, H.'),
    choices: PERIODS,
    default: 'W-MON',
    freeForm: 'text',
  },
  show_legend: { kind: 'bool', label: msg('Show legend'), default: true, renderOnly: true },
  line_interpolation: {
    kind: 'select',
    label: msg('Line interpolation'),
    choices: LINES,
    default: 'linear',
    renderOnly: true,
  },
  color_picker: {
    kind: 'color',
    label: msg('Color'),
    default: { r: 0, g: 122, b: 135, a: 1 },
    renderOnly: true,
  },
  ...lineAxes.controls,
  x_axis_format: {
    ...numberFormat('X-axis format'),
    hint: msg('Adaptive: the place in the period. Others: the days since it began, in a D3 number format.'),
  },
} as const satisfies Readonly<Record<string, Control>>;

export type TimePivotForm = FormOf<typeof timePivotControls>;

export const timePivotSections: readonly Section<typeof timePivotControls>[] = [
  timeSection,
  { tab: 'data', label: msg('Query'), controls: ['metric', 'adhoc_filters', 'freq'] },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: ['show_legend', 'line_interpolation', 'color_picker'],
  },
  ...lineAxes.sections.map((section) =>
    section.controls.includes('x_axis_label')
      ? { ...section, controls: [...section.controls, 'x_axis_format' as const] }
      : section,
  ),
];

export const timePivotDefaults: RawForm = {
  time_range: 'No filter',
  freq: 'W-MON',
  show_legend: true,
  line_interpolation: 'linear',
  color_picker: { r: 0, g: 122, b: 135, a: 1 },
  ...lineAxesDefaults,
  x_axis_format: 'SMART_NUMBER',
};

/** A typed period must be one. */
export function complainOfFrequency({ freq }: TimePivotForm): Complaints {
  const complaint = complainOfPeriod(freq ?? '');
  return complaint === null ? {} : { freq: [complaint] };
}
