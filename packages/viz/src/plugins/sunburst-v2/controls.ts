import { msg, t } from '@tessera/core/messages';
import { DEFAULT_SEQUENTIAL_SCHEME } from '@tessera/core/colors/sequential';
import type { RawForm } from '@tessera/core/form-data';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled } from '../../shared/choices.ts';
import {
  adhocFilters,
  colorScheme,
  currencyFormat,
  hasValue,
  numberFormat,
  rowLimit,
  timeFormat,
} from '../../shared/controls.ts';
import { warnOfSums } from '../../shared/warnings.ts';

const CONTENTS = labelled(
  ['key', msg('Category name')],
  ['value', msg('Value')],
  ['key_value', msg('Category and value')],
);

export const sunburstControls = {
  columns: { kind: 'columns', label: msg('Hierarchy'), hint: msg('Rings of the chart, the innermost first.') },
  metric: {
    kind: 'metric',
    label: msg('Primary metric'),
    hint: msg('Sets the angle of a part.'),
    required: true,
    warn: warnOfSums(['metric'], () => t('inner rings have no value')),
  },
  secondary_metric: {
    kind: 'metric',
    label: msg('Secondary metric'),
    hint: msg('Sets the colour of a part by its ratio to the primary metric.'),
  },
  adhoc_filters: adhocFilters,
  row_limit: rowLimit,
  sort_by_metric: {
    kind: 'bool',
    label: msg('Sort by metric'),
    hint: msg('Ask for the greatest parts first.'),
    default: false,
    initial: () => true,
  },
  color_scheme: { ...colorScheme, visible: (form: RawForm) => !isByRatio(form) },
  linear_color_scheme: {
    kind: 'color_scheme',
    label: msg('Linear color scheme'),
    scale: 'sequential',
    default: DEFAULT_SEQUENTIAL_SCHEME,
    renderOnly: true,
    visible: isByRatio,
  },
  show_labels: { kind: 'bool', label: msg('Show labels'), default: false, initial: () => true, renderOnly: true },
  show_labels_threshold: {
    kind: 'text',
    label: msg('Percentage threshold'),
    hint: msg('Parts below this share get no label.'),
    default: '5',
    format: 'number',
    renderOnly: true,
    visible: (form: RawForm) => form['show_labels'] === true,
  },
  show_total: { kind: 'bool', label: msg('Show total'), default: false, renderOnly: true },
  label_type: { kind: 'select', label: msg('Label type'), choices: CONTENTS, default: 'key', renderOnly: true },
  number_format: numberFormat('Number format'),
  currency_format: currencyFormat,
  date_format: timeFormat('Date format'),
} as const satisfies Readonly<Record<string, Control>>;

export type SunburstForm = FormOf<typeof sunburstControls>;

export const sunburstSections: readonly Section<typeof sunburstControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['columns', 'metric', 'secondary_metric', 'adhoc_filters', 'row_limit', 'sort_by_metric'],
  },
  { tab: 'customize', label: msg('Chart options'), controls: ['color_scheme', 'linear_color_scheme', 'show_total'] },
  {
    tab: 'customize',
    label: msg('Labels'),
    controls: ['show_labels', 'show_labels_threshold', 'label_type', 'number_format', 'currency_format', 'date_format'],
  },
];

export const sunburstDefaults: RawForm = {
  number_format: 'SMART_NUMBER',
  label_type: 'key',
  show_labels: false,
  date_format: 'smart_date',
};

/** Colours tell a ratio where there are two metrics. */
function isByRatio(form: RawForm): boolean {
  const metric = JSON.stringify(form['metric'] ?? null);
  return hasValue(form, 'secondary_metric') && JSON.stringify(form['secondary_metric']) !== metric;
}
