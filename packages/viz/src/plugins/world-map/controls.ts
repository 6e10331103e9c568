import { msg } from '@tessera/core/messages';
import { DEFAULT_SEQUENTIAL_SCHEME } from '@tessera/core/colors/sequential';
import type { RawForm } from '@tessera/core/form-data';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled, ROW_LIMITS } from '../../shared/choices.ts';
import { adhocFilters, colorScheme, currencyFormat, numberFormat, rowLimit } from '../../shared/controls.ts';

const FIELD_TYPES = labelled(
  ['name', msg('Full name')],
  ['cioc', msg('Code of the Olympic committee')],
  ['cca2', msg('ISO 3166-1, two letters')],
  ['cca3', msg('ISO 3166-1, three letters')],
);
const COLOR_BY = labelled(['metric', msg('Metric')], ['country', msg('Country')]);
const BUBBLE_SIZES = labelled(
  [5, msg('5')],
  [10, msg('10')],
  [15, msg('15')],
  [25, msg('25')],
  [50, msg('50')],
  [75, msg('75')],
  [100, msg('100')],
);
const isByCountry = (form: RawForm) => form['color_by'] === 'country';

export const worldMapControls = {
  entity: {
    kind: 'column',
    label: msg('Country column'),
    hint: msg('The column that names countries.'),
    required: true,
  },
  country_fieldtype: {
    kind: 'select',
    label: msg('Country field type'),
    hint: msg('How the column names countries.'),
    choices: FIELD_TYPES,
    default: 'cca2',
  },
  metric: { kind: 'metric', label: msg('Metric'), required: true },
  adhoc_filters: adhocFilters,
  row_limit: { ...rowLimit, choices: ROW_LIMITS },
  sort_by_metric: { kind: 'bool', label: msg('Sort by metric'), hint: msg('Begin with the greatest.'), default: false },

  show_bubbles: {
    kind: 'bool',
    label: msg('Show bubbles'),
    hint: msg('A second metric as circles.'),
    default: false,
    renderOnly: true,
  },
  secondary_metric: { kind: 'metric', label: msg('Bubble size'), hint: msg('The metric that the circles stand for.') },
  max_bubble_size: {
    kind: 'select',
    label: msg('Max bubble size'),
    hint: msg('Radius of the greatest circle in pixels.'),
    choices: BUBBLE_SIZES,
    default: 25,
    freeForm: 'integer',
    renderOnly: true,
    visible: (form) => form['show_bubbles'] === true,
  },
  color_picker: {
    kind: 'color',
    label: msg('Bubble color'),
    default: { r: 0, g: 122, b: 135, a: 1 },
    renderOnly: true,
    visible: (form) => form['show_bubbles'] === true,
  },

  color_by: { kind: 'segmented', label: msg('Color by'), choices: COLOR_BY, default: 'metric', renderOnly: true },
  linear_color_scheme: {
    kind: 'color_scheme',
    label: msg('Color scale'),
    scale: 'sequential',
    default: DEFAULT_SEQUENTIAL_SCHEME,
    renderOnly: true,
    visible: (form) => !isByCountry(form),
  },
  color_scheme: { ...colorScheme, visible: isByCountry },
  y_axis_format: numberFormat('Number format'),
  currency_format: currencyFormat,
} as const satisfies Readonly<Record<string, Control>>;

export type WorldMapForm = FormOf<typeof worldMapControls>;

export const worldMapSections: readonly Section<typeof worldMapControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['entity', 'country_fieldtype', 'metric', 'adhoc_filters', 'row_limit', 'sort_by_metric'],
  },
  {
    tab: 'data',
    label: msg('Bubbles'),
    controls: ['show_bubbles', 'secondary_metric', 'max_bubble_size', 'color_picker'],
  },
  { tab: 'customize', label: msg('Color'), controls: ['color_by', 'linear_color_scheme', 'color_scheme'] },
  { tab: 'customize', label: msg('Chart options'), controls: ['y_axis_format', 'currency_format'] },
];

export const worldMapDefaults: RawForm = {
  country_fieldtype: 'cca2',
  row_limit: 10_000,
  show_bubbles: false,
  max_bubble_size: 25,
  color_picker: { r: 0, g: 122, b: 135, a: 1 },
  color_by: 'metric',
  y_axis_format: 'SMART_NUMBER',
};
