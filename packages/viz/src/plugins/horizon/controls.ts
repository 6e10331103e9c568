import type { RawForm } from '@tessera/core/form-data';
import { msg } from '@tessera/core/messages';
import { overTimeDefaults, seriesControls, seriesSection, timeControls, timeSection } from '../../bundles/over-time.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled, sameLabels } from '../../shared/choices.ts';

const HEIGHTS = sameLabels(10, 25, 40, 50, 75, 100, 150, 200);
const SCALES = labelled(['series', msg('Series')], ['overall', msg('Overall')], ['change', msg('Change')]);

export const horizonControls = {
  ...timeControls,
  ...seriesControls,
  series_height: {
    kind: 'select',
    label: msg('Series height'),
    hint: msg('Pixels of a series; series grow into room that is left, and shrink where there is too little.'),
    choices: HEIGHTS,
    default: 25,
    freeForm: 'integer',
    renderOnly: true,
  },
  horizon_color_scale: {
    kind: 'select',
    label: msg('Value domain'),
    hint: msg('Series: a scale for each. Overall: one scale for all. Change: the difference from the first value.'),
    choices: SCALES,
    default: 'series',
    renderOnly: true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type HorizonForm = FormOf<typeof horizonControls>;

export const horizonSections: readonly Section<typeof horizonControls>[] = [
  timeSection,
  seriesSection,
  { tab: 'customize', label: msg('Chart options'), controls: ['series_height', 'horizon_color_scale'] },
];

export const horizonDefaults: RawForm = { ...overTimeDefaults, series_height: 25, horizon_color_scale: 'series' };
