import { msg, t } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import { legend } from '../../bundles/legend.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled, ROW_LIMITS } from '../../shared/choices.ts';
import { adhocFilters, colorScheme, currencyFormat, numberFormat } from '../../shared/controls.ts';
import { warnOfCut, warnOfSums } from '../../shared/warnings.ts';

/** Stored as numbers, as bundles have them. */
const CONTENTS = labelled(
  [0, msg('Category name')],
  [1, msg('Value')],
  [2, msg('Percentage')],
  [3, msg('Category and value')],
  [4, msg('Category and percentage')],
  [5, msg('Category, value and percentage')],
  [6, msg('Value and percentage')],
);
const PERCENTAGES = labelled(
  ['first_step', msg('Calculate from first step')],
  ['prev_step', msg('Calculate from previous step')],
  ['total', msg('Percent of total')],
);
const { show_legend, legendOrientation, legendMargin } = legend.controls;

export const funnelControls = {
  groupby: { kind: 'columns', label: msg('Dimensions'), hint: msg('One step for each combination of their values.') },
  metric: { kind: 'metric', label: msg('Metric'), required: true },
  adhoc_filters: adhocFilters,
  row_limit: {
    kind: 'row_limit',
    label: msg('Row limit'),
    hint: msg('The most steps that the query returns.'),
    choices: ROW_LIMITS,
    warn: warnOfCut(ROW_LIMITS),
    default: 10,
  },
  sort_by_metric: {
    kind: 'bool',
    label: msg('Sort by metric'),
    hint: msg('Begin with the greatest step.'),
    default: true,
  },
  percent_calculation_type: {
    kind: 'select',
    label: msg('% calculation'),
    hint: msg('What a step is compared with.'),
    choices: PERCENTAGES,
    default: 'first_step',
    renderOnly: true,
    warn: (form, panel) =>
      form['percent_calculation_type'] === 'total'
        ? warnOfSums(['metric'], () => t('shares of it mean nothing'))(form, panel)
        : null,
  },
  color_scheme: colorScheme,
  show_legend,
  legendOrientation,
  legendMargin,
  show_labels: { kind: 'bool', label: msg('Show labels'), default: true, renderOnly: true },
  label_type: {
    kind: 'select',
    label: msg('Label contents'),
    choices: CONTENTS,
    default: 0,
    renderOnly: true,
    visible: (form: RawForm) => form['show_labels'] !== false,
  },
  show_tooltip_labels: { kind: 'bool', label: msg('Show tooltip labels'), default: true, renderOnly: true },
  tooltip_label_type: {
    kind: 'select',
    label: msg('Tooltip contents'),
    choices: CONTENTS.filter(({ value }) => value !== 6),
    default: 5,
    renderOnly: true,
    visible: (form: RawForm) => form['show_tooltip_labels'] !== false,
  },
  number_format: numberFormat('Number format'),
  currency_format: currencyFormat,
} as const satisfies Readonly<Record<string, Control>>;

export type FunnelForm = FormOf<typeof funnelControls>;

export const funnelSections: readonly Section<typeof funnelControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['groupby', 'metric', 'adhoc_filters', 'row_limit', 'sort_by_metric', 'percent_calculation_type'],
  },
  { tab: 'customize', label: msg('Chart options'), controls: ['color_scheme'] },
  { tab: 'customize', label: msg('Legend'), controls: ['show_legend', 'legendOrientation', 'legendMargin'] },
  {
    tab: 'customize',
    label: msg('Labels'),
    controls: [
      'show_labels',
      'label_type',
      'show_tooltip_labels',
      'tooltip_label_type',
      'number_format',
      'currency_format',
    ],
  },
];

export const funnelDefaults: RawForm = {
  legendMargin: null,
  legendOrientation: 'top',
  show_legend: true,
  groupby: [],
  label_type: 0,
  tooltip_label_type: 5,
  number_format: 'SMART_NUMBER',
  show_labels: true,
};
