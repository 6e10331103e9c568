import type { RawForm } from '@tessera/core/form-data';
import { msg } from '@tessera/core/messages';
import { annotation } from '../../bundles/annotation.ts';
import { lineAxes, lineAxesDefaults } from '../../bundles/line-axes.ts';
import {
  advancedAnalytics,
  overTimeDefaults,
  seriesControls,
  seriesSection,
  timeControls,
  timeSection,
} from '../../bundles/over-time.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled } from '../../shared/choices.ts';
import { colorScheme, timeFormat } from '../../shared/controls.ts';

const TICK_LAYOUTS = labelled(
  ['auto', msg('Automatic')],
  ['flat', msg('Flat')],
  ['45°', msg('45°')],
  ['staggered', msg('Staggered')],
);

export const compareControls = {
  ...timeControls,
  ...seriesControls,
  ...advancedAnalytics.controls,
  ...annotation.controls,
  color_scheme: colorScheme,
  ...lineAxes.controls,
  x_ticks_layout: {
    kind: 'select',
    label: msg('X tick layout'),
    hint: msg('How the labels of the x-axis stand.'),
    choices: TICK_LAYOUTS,
    default: 'auto',
    renderOnly: true,
  },
  x_axis_format: timeFormat('X-axis format'),
} as const satisfies Readonly<Record<string, Control>>;

export type CompareForm = FormOf<typeof compareControls>;

export const compareSections: readonly Section<typeof compareControls>[] = [
  timeSection,
  seriesSection,
  ...advancedAnalytics.sections,
  ...annotation.sections,
  { tab: 'customize', label: msg('Chart options'), controls: ['color_scheme'] },
  ...lineAxes.sections.map((section) =>
    section.controls.includes('x_axis_label')
      ? { ...section, controls: [...section.controls, 'x_ticks_layout' as const, 'x_axis_format' as const] }
      : section,
  ),
];

export const compareDefaults: RawForm = {
  ...overTimeDefaults,
  ...lineAxesDefaults,
  x_ticks_layout: 'auto',
  x_axis_format: 'smart_date',
  annotation_layers: [],
};
