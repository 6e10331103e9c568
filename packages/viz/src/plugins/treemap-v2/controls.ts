import { msg, t } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled } from '../../shared/choices.ts';
import {
  adhocFilters,
  colorScheme,
  currencyFormat,
  numberFormat,
  rowLimit,
  timeFormat,
} from '../../shared/controls.ts';
import { warnOfSums } from '../../shared/warnings.ts';

const CONTENTS = labelled(
  ['Key', msg('Category name')],
  ['value', msg('Value')],
  ['key_value', msg('Category and value')],
);

export const treemapControls = {
  groupby: { kind: 'columns', label: msg('Dimensions'), hint: msg('Levels of the hierarchy, the outermost first.') },
  metric: {
    kind: 'metric',
    label: msg('Metric'),
    required: true,
    warn: warnOfSums(['metric'], () => t('boxes around others have no value')),
  },
  row_limit: rowLimit,
  sort_by_metric: {
    kind: 'bool',
    label: msg('Sort by metric'),
    hint: msg('Ask for the greatest boxes first.'),
    default: false,
    initial: () => true,
  },
  adhoc_filters: adhocFilters,
  color_scheme: colorScheme,
  show_labels: { kind: 'bool', label: msg('Show labels'), default: true, renderOnly: true },
  show_upper_labels: {
    kind: 'bool',
    label: msg('Show upper labels'),
    hint: msg('Name the boxes that hold others.'),
    default: true,
    renderOnly: true,
  },
  label_type: {
    kind: 'select',
    label: msg('Label type'),
    choices: CONTENTS,
    earlier: { key: 'Key' },
    default: 'key_value',
    renderOnly: true,
  },
  number_format: numberFormat('Number format'),
  currency_format: currencyFormat,
  date_format: timeFormat('Date format'),
} as const satisfies Readonly<Record<string, Control>>;

export type TreemapForm = FormOf<typeof treemapControls>;

export const treemapSections: readonly Section<typeof treemapControls>[] = [
  { tab: 'data', label: msg('Query'), controls: ['groupby', 'metric', 'row_limit', 'sort_by_metric', 'adhoc_filters'] },
  { tab: 'customize', label: msg('Chart options'), controls: ['color_scheme'] },
  {
    tab: 'customize',
    label: msg('Labels'),
    controls: ['show_labels', 'show_upper_labels', 'label_type', 'number_format', 'currency_format', 'date_format'],
  },
];

export const treemapDefaults: RawForm = {
  groupby: [],
  label_type: 'key_value',
  number_format: 'SMART_NUMBER',
  show_labels: true,
  show_upper_labels: true,
  date_format: 'smart_date',
};
