import { msg } from '@tessera/core/messages';
import { DEFAULT_SEQUENTIAL_SCHEME } from '@tessera/core/colors/sequential';
import type { RawForm } from '@tessera/core/form-data';
import { timeControls } from '../../bundles/over-time.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled } from '../../shared/choices.ts';
import { adhocFilters, numberFormat, timeFormat } from '../../shared/controls.ts';

const DOMAINS = labelled(
  ['hour', msg('Hour')],
  ['day', msg('Day')],
  ['week', msg('Week')],
  ['month', msg('Month')],
  ['year', msg('Year')],
);
const SUBDOMAINS = labelled(
  ['min', msg('Minute')],
  ['hour', msg('Hour')],
  ['day', msg('Day')],
  ['week', msg('Week')],
  ['month', msg('Month')],
);
const pixels = <const L extends string, const D extends string>(label: L, value: D) =>
  ({ kind: 'text', label, default: value, format: 'integer', renderOnly: true }) as const satisfies Control;

export const calendarControls = {
  granularity_sqla: timeControls.granularity_sqla,
  time_range: { ...timeControls.time_range, hint: msg('Needs a beginning and an end.') },
  domain_granularity: {
    kind: 'select',
    label: msg('Domain'),
    hint: msg('What one block of cells stands for.'),
    choices: DOMAINS,
    default: 'month',
  },
  subdomain_granularity: {
    kind: 'select',
    label: msg('Subdomain'),
    hint: msg('What one cell stands for; shorter than a block.'),
    choices: SUBDOMAINS,
    default: 'day',
  },
  metrics: { kind: 'metrics', label: msg('Metrics'), hint: msg('One calendar for each.'), required: true },
  adhoc_filters: adhocFilters,
  linear_color_scheme: {
    kind: 'color_scheme',
    label: msg('Linear color scheme'),
    scale: 'sequential',
    default: DEFAULT_SEQUENTIAL_SCHEME,
    renderOnly: true,
  },
  cell_size: pixels(msg('Cell size'), '10'),
  cell_padding: pixels(msg('Cell padding'), '2'),
  cell_radius: pixels(msg('Cell radius'), '0'),
  steps: {
    kind: 'text',
    label: msg('Color steps'),
    hint: msg('How many colours there are.'),
    default: '10',
    format: 'integer',
    renderOnly: true,
  },
  y_axis_format: numberFormat('Number format'),
  x_axis_time_format: timeFormat('Time format'),
  show_legend: { kind: 'bool', label: msg('Show legend'), default: true, renderOnly: true },
  show_values: { kind: 'bool', label: msg('Show values'), default: false, renderOnly: true },
  show_metric_name: { kind: 'bool', label: msg('Show metric names'), default: true, renderOnly: true },
} as const satisfies Readonly<Record<string, Control>>;

export type CalendarForm = FormOf<typeof calendarControls>;

export const calendarSections: readonly Section<typeof calendarControls>[] = [
  { tab: 'data', label: msg('Time'), controls: ['granularity_sqla', 'time_range'] },
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['domain_granularity', 'subdomain_granularity', 'metrics', 'adhoc_filters'],
  },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: [
      'linear_color_scheme',
      'cell_size',
      'cell_padding',
      'cell_radius',
      'steps',
      'y_axis_format',
      'x_axis_time_format',
      'show_legend',
      'show_values',
      'show_metric_name',
    ],
  },
];

/** The grain of a cell, as queries name it. */
export const GRAINS = { min: 'PT1M', hour: 'PT1H', day: 'P1D', week: 'P1W', month: 'P1M' } as const;

export function grainOf(raw: RawForm): string {
  const cell = raw['subdomain_granularity'];
  return typeof cell === 'string' && Object.hasOwn(GRAINS, cell) ? GRAINS[cell as keyof typeof GRAINS] : GRAINS.day;
}
