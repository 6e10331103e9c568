import { msg, t } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { Control, FormOf, Section } from '../../define.ts';
import { labels, labelsShown } from '../../bundles/labels.ts';
import { legend } from '../../bundles/legend.ts';
import { labelled, ROW_LIMITS } from '../../shared/choices.ts';
import { adhocFilters, colorScheme } from '../../shared/controls.ts';
import { warnOfCut, warnOfSums } from '../../shared/warnings.ts';

const ROSE_TYPES = labelled([null, msg('None')], ['area', msg('Area')], ['radius', msg('Radius')]);

export const pieControls = {
  groupby: { kind: 'columns', label: msg('Dimensions'), hint: msg('One slice for each combination of their values.') },
  metric: {
    kind: 'metric',
    label: msg('Metric'),
    required: true,
    warn: warnOfSums(['metric'], () => t('shares of it mean nothing')),
  },
  adhoc_filters: adhocFilters,
  row_limit: {
    kind: 'row_limit',
    label: msg('Row limit'),
    hint: msg('The most slices that the query returns.'),
    choices: ROW_LIMITS,
    warn: warnOfCut(ROW_LIMITS),
    default: 100,
  },
  sort_by_metric: {
    kind: 'bool',
    label: msg('Sort by metric'),
    hint: msg('Begin with the greatest slice.'),
    default: true,
  },

  color_scheme: colorScheme,
  show_labels_threshold: {
    kind: 'text',
    label: msg('Percentage threshold'),
    hint: msg('Slices below this share get no label.'),
    default: '5',
    format: 'number',
    renderOnly: true,
  },
  threshold_for_other: {
    kind: 'slider',
    label: msg('Threshold for Other'),
    hint: msg('Slices below this share are gathered in one.'),
    min: 0,
    max: 100,
    step: 0.5,
    default: 0,
    renderOnly: true,
  },
  roseType: {
    kind: 'select',
    label: msg('Rose type'),
    hint: msg('Show values by the length of slices, too.'),
    choices: ROSE_TYPES,
    default: null,
    renderOnly: true,
  },
  ...legend.controls,
  ...labels.controls,
  labels_outside: {
    kind: 'bool',
    label: msg('Put labels outside'),
    default: true,
    renderOnly: true,
    visible: labelsShown,
  },
  label_line: { kind: 'bool', label: msg('Label line'), default: false, renderOnly: true, visible: labelsShown },
  show_total: { kind: 'bool', label: msg('Show total'), default: false, renderOnly: true },
  outerRadius: {
    kind: 'slider',
    label: msg('Outer radius'),
    min: 10,
    max: 100,
    step: 1,
    default: 70,
    renderOnly: true,
  },
  donut: { kind: 'bool', label: msg('Donut'), default: false, renderOnly: true },
  innerRadius: {
    kind: 'slider',
    label: msg('Inner radius'),
    min: 0,
    max: 100,
    step: 1,
    default: 30,
    renderOnly: true,
    visible: (form) => form['donut'] === true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type PieForm = FormOf<typeof pieControls>;

export const pieSections: readonly Section<typeof pieControls>[] = [
  { tab: 'data', label: msg('Query'), controls: ['groupby', 'metric', 'adhoc_filters', 'row_limit', 'sort_by_metric'] },
  { tab: 'customize', label: msg('Chart options'), controls: ['color_scheme', 'threshold_for_other', 'roseType'] },
  ...legend.sections,
  {
    tab: 'customize',
    label: msg('Labels'),
    controls: [
      'show_labels',
      'label_type',
      'label_template',
      'show_labels_threshold',
      'labels_outside',
      'label_line',
      'show_total',
      'number_format',
      'currency_format',
      'date_format',
    ],
  },
  { tab: 'customize', label: msg('Pie shape'), controls: ['outerRadius', 'donut', 'innerRadius'] },
];

export const pieDefaults: RawForm = {
  legendMargin: null,
  legendOrientation: 'top',
  legendType: 'scroll',
  show_legend: true,
  donut: false,
  groupby: [],
  innerRadius: 30,
  label_line: false,
  label_type: 'key',
  number_format: 'SMART_NUMBER',
  outerRadius: 70,
  show_labels: true,
  labels_outside: true,
  show_labels_threshold: 5,
  date_format: 'smart_date',
  roseType: null,
  threshold_for_other: 0,
};
