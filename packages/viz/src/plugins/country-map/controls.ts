import { msg, tMarked } from '@tessera/core/messages';
import { DEFAULT_SEQUENTIAL_SCHEME } from '@tessera/core/colors/sequential';
import type { Control, FormOf, Section } from '../../define.ts';
import type { RawForm } from '@tessera/core/form-data';
import { COUNTRY_CHOICES, whyNoRegions } from '../../regions/country-names.ts';
import { adhocFilters, currencyFormat, numberFormat } from '../../shared/controls.ts';

export const countryMapControls = {
  select_country: {
    kind: 'select',
    label: msg('Country'),
    hint: msg('The country whose regions are drawn.'),
    choices: COUNTRY_CHOICES,
    default: null,
    required: true,
    // A country that this version does not have stays as it was saved.
    choicesFor: () => COUNTRY_CHOICES,
    warn: ({ select_country: country }) => {
      const reason = typeof country === 'string' ? whyNoRegions(country) : null;
      return reason === null ? null : { text: tMarked(reason) };
    },
  },
  entity: {
    kind: 'column',
    label: msg('Region column'),
    hint: msg('The column that names regions by their codes of ISO 3166-2 or by name.'),
    required: true,
  },
  metric: { kind: 'metric', label: msg('Metric'), required: true },
  adhoc_filters: adhocFilters,

  number_format: numberFormat('Number format'),
  currency_format: currencyFormat,
  linear_color_scheme: {
    kind: 'color_scheme',
    label: msg('Color scale'),
    scale: 'sequential',
    default: DEFAULT_SEQUENTIAL_SCHEME,
    renderOnly: true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type CountryMapForm = FormOf<typeof countryMapControls>;

export const countryMapSections: readonly Section<typeof countryMapControls>[] = [
  { tab: 'data', label: msg('Query'), controls: ['select_country', 'entity', 'metric', 'adhoc_filters'] },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: ['number_format', 'currency_format', 'linear_color_scheme'],
  },
];

export const countryMapDefaults: RawForm = { number_format: 'SMART_NUMBER' };
