import type { RawForm } from '@tessera/core/form-data';
import { msg, t } from '@tessera/core/messages';
import {
  advancedAnalytics,
  overTimeDefaults,
  seriesControls,
  seriesSection,
  timeControls,
  timeSection,
} from '../../bundles/over-time.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { colorScheme, numberFormat, timeFormat } from '../../shared/controls.ts';
import { warnOfSums } from '../../shared/warnings.ts';

export const roseControls = {
  ...timeControls,
  ...seriesControls,
  metrics: { ...seriesControls.metrics, warn: warnOfSums(['metrics'], () => t('its series stand side by side')) },
  ...advancedAnalytics.controls,
  color_scheme: colorScheme,
  number_format: numberFormat('Number format'),
  date_time_format: timeFormat('Date format'),
  rich_tooltip: {
    kind: 'bool',
    label: msg('Rich tooltip'),
    hint: msg('Show all series of a point in one tooltip.'),
    default: true,
    renderOnly: true,
  },
  rose_area_proportion: {
    kind: 'bool',
    label: msg('Use area proportions'),
    hint: msg('Show values by the area of a wedge instead of its radius.'),
    default: false,
    initial: () => true,
    renderOnly: true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type RoseForm = FormOf<typeof roseControls>;

export const roseSections: readonly Section<typeof roseControls>[] = [
  timeSection,
  seriesSection,
  ...advancedAnalytics.sections,
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: ['color_scheme', 'number_format', 'date_time_format', 'rich_tooltip', 'rose_area_proportion'],
  },
];

export const roseDefaults: RawForm = {
  ...overTimeDefaults,
  number_format: 'SMART_NUMBER',
  date_time_format: 'smart_date',
  rich_tooltip: true,
  rose_area_proportion: false,
};
